import DecantCore

/// An error in a document, before its line and column are known.
struct XMLParseError: Error {
    let code: ResponseError.Code
    /// One sentence without a period.
    var message: String
    /// The offset in bytes from the beginning of the held text.
    var offset: Int
    /// The end of the examined text; at the end of incomplete input, more input may resolve the error.
    var reached: Int
    /// Whether the error is in the replacement text of an entity; `offset` is then the position of the reference.
    var isInEntity = false
    var limit: Limits.Name?
    var hint: Hint?
}

extension XMLScanner {
    /// Creates an error at a position of the current text or, inside an entity, at the reference to it.
    ///
    /// With a limit, the error is that the document exceeds it. The text was examined up to `reached` or, by default,
    /// up to the position.
    @inline(never)
    func error(
        _ message: String,
        at offset: Int,
        reached: Int? = nil,
        code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil,
        hint: Hint? = nil
    ) -> XMLParseError {
        let isInEntity = store != .text
        let offset = isInEntity ? referenceOffset - window.start : offset
        return XMLParseError(
            code: limit == nil ? code : .limitExceeded,
            message: message,
            offset: offset,
            reached: isInEntity ? offset : reached ?? offset,
            isInEntity: isInEntity,
            limit: limit,
            hint: hint
        )
    }

    /// Creates an error at a slice or, if the slice is not in the text of the document, at the current position.
    func error(_ message: String, at slice: XMLSlice, hint: Hint? = nil) -> XMLParseError {
        error(message, at: slice.store == .text ? slice.start : position, hint: hint)
    }

    /// Creates an error about an unexpected character, at a position of a text that defaults to the current one.
    ///
    /// If the markup that is not as expected begins before the character, `start` is its position.
    func expected(
        _ what: String,
        _ other: UnsafeXMLText? = nil,
        at found: Int? = nil,
        from start: Int? = nil,
        hint: Hint? = nil
    ) -> XMLParseError {
        let found = found ?? position
        let message = "expected \(what), but found \((other ?? text).described(at: found))"
        return error(message, at: start ?? found, reached: found, hint: hint)
    }

    func tagError(at position: Int, _ name: XMLNameEnd) -> XMLParseError {
        if position >= text.count {
            return error("the document ends inside the start tag “\(printable(name))”", at: position)
        }
        return expected("whitespace, “>” or “/>” in the start tag “\(printable(name))”", at: position)
    }

    func qualifiedNameError(from start: Int, to end: Int) -> XMLParseError {
        let name = text.bytes(from: start, to: end).string.printable
        return error("“\(name)” is not a name with at most one prefix", at: start, reached: end)
    }

    func unboundPrefixError(_ prefix: XMLSlice, _ what: String) -> XMLParseError {
        let message = "the prefix “\(printable(prefix))” of an \(what) is not bound to a namespace"
        let text = "set `processesNamespaces = false` to read the prefix as part of the name"
        return error(message, at: prefix, hint: Hint(nil, Remedy(.option, "processesNamespaces", text: text)))
    }

    func repetitionError(_ name: XMLSlice, reached: Int? = nil) -> XMLParseError {
        let start = name.store == .text ? name.start : position
        return error("duplicate attribute “\(printable(name))”", at: start, reached: reached)
    }

    func printable(_ name: XMLNameEnd) -> String { text.bytes(from: name.start, to: name.end).string.printable }

    private func printable(_ slice: XMLSlice) -> String { view(slice).string.printable }
}

// MARK: - Characters

extension XMLScanner {
    /// Returns the error for a byte that stopped a search but is not markup.
    func characterError(at position: Int) -> XMLParseError {
        guard store != .text else { return documentCharacterError(at: position) }
        let (message, code) = Self.invalidCharacter(text, at: position)
        return error(message, at: position, code: code, hint: Self.hint(for: code))
    }

    /// Returns the error for an invalid byte of the document, even while an entity is open.
    func documentCharacterError(at position: Int) -> XMLParseError {
        let (message, code) = Self.invalidCharacter(documentText, at: position)
        let reached = code == .invalidText && documentText.isCut(at: position) ? documentText.count : position
        let hint = position < documentText.count ? Self.hint(for: code) : nil
        return XMLParseError(code: code, message: message, offset: position, reached: reached, hint: hint)
    }

    private static func hint(for code: ResponseError.Code) -> Hint? {
        code == .malformedBody ? Hint(nil, .quirk("controlCharacters")) : nil
    }

    private static func invalidCharacter(_ text: UnsafeXMLText, at position: Int) -> (String, ResponseError.Code) {
        if position >= text.count { return ("the document ends inside a character", .malformedBody) }
        guard let scalar = text[position] == 0 ? "\0" : text.scalar(at: position)?.scalar else {
            return ("the text is not valid UTF-8", .invalidText)
        }
        let number = String(scalar.value, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number
        return ("the character U+\(digits) is not allowed in XML", .malformedBody)
    }
}

// MARK: - Limits

extension XMLScanner {
    func nameLimitError(at position: Int) -> XMLParseError {
        error("a name has more than \(rules.nameLimit.counted("byte"))", at: position, limit: .xmlNameBytes)
    }

    func textLimitError(at position: Int, reached: Int? = nil) -> XMLParseError {
        let message = "a piece of text has more than \(rules.textLimit.counted("byte"))"
        return error(message, at: position, reached: reached, limit: .xmlTextBytes)
    }
}

// MARK: - Tags

extension XMLTags {
    func unfinishedError(_ scanner: inout XMLScanner, at position: Int) -> XMLParseError {
        guard let element = elements.isEmpty ? nil : elements[elements.count - 1] else {
            return scanner.error("the document has no root element", at: position)
        }
        let name = scanner.view(element.name.slice).string.printable
        let message = "the document ends inside the element “\(name)” that begins on line \(scanner.line(of: element))"
        return scanner.error(message, at: position)
    }

    func endError(_ entities: inout XMLEntities, _ text: UnsafeXMLText, at start: Int) -> XMLParseError {
        let element = elements[elements.count - 1]
        let open = entities.scanner.view(element.name.slice).string.printable
        let end = text.endOfNameCharacters(from: start + 2)
        let name = text.bytes(from: start + 2, to: end).string.printable
        guard end < text.count else { return entities.scanner.error("the document ends inside an end tag", at: end) }
        if end == start + 2 { return entities.scanner.expected("a name after “</”", at: end) }
        if name == open, elements.count > entities.elementFloor {
            return entities.scanner.expected("“>” after “</\(name)”", at: entities.scanner.skipSpace(text, at: end))
        }
        let line = entities.scanner.line(of: element)
        let message = "the end tag “\(name)” does not match the start tag “\(open)” on line \(line)"
        return entities.scanner.error(message, at: start, reached: end)
    }
}
