import DecantCore

// Errors and their messages.

extension XMLScanner {
    /// Creates an error at a position of the current text or, inside an entity, at the reference to it.
    @inline(never)
    func fault(
        _ message: String,
        at offset: Int,
        reached: Int? = nil,
        code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil,
        hint: String? = nil
    ) -> XMLFault {
        guard store == .text else {
            var fault = XMLFault(message, at: referenceOffset - window.start, code: code, limit: limit, hint: hint)
            fault.isInEntity = true
            return fault
        }
        return XMLFault(message, at: offset, reached: reached, code: code, limit: limit, hint: hint)
    }

    /// Creates an error about an unexpected character at the current position.
    func expected(_ what: String) -> XMLFault {
        fault("expected \(what), but found \(text.described(at: position))", at: position)
    }

    /// Creates an error at a slice or, if the slice is not in the text of the document, at the current position.
    func fault(_ message: String, at slice: XMLSlice, hint: String? = nil) -> XMLFault {
        fault(message, at: slice.store == .text ? slice.start : position, hint: hint)
    }

    func fault(_ excess: XMLExcess, at offset: Int) -> XMLFault {
        fault(excess.message, at: offset, code: .limitExceeded, limit: excess.limit)
    }

    func tagFault(_ text: UnsafeXMLText, at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let tag = text.bytes(from: name.start, to: name.end).string.printable
        if position >= text.count { return fault("the document ends inside the start tag “\(tag)”", at: position) }
        let found = text.described(at: position)
        return fault("expected white space, “>” or “/>” in the start tag “\(tag)”, but found \(found)", at: position)
    }

    func equalsFault(_ text: UnsafeXMLText, at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let attribute = text.bytes(from: name.start, to: name.end).string.printable
        return fault(
            "expected “=” after the attribute “\(attribute)”, but found \(text.described(at: position))",
            at: position
        )
    }

    func valueFault(at position: Int, _ name: XMLNameEnd) -> XMLFault {
        let attribute = text.bytes(from: name.start, to: name.end).string.printable
        let found = text.described(at: position)
        return fault("expected a value in quotation marks for “\(attribute)”, but found \(found)", at: position)
    }

    func qualifiedNameFault(_ text: UnsafeXMLText, from start: Int, to end: Int) -> XMLFault {
        let name = text.bytes(from: start, to: end).string.printable
        return fault("“\(name)” is not a name with at most one prefix", at: start, reached: end)
    }

    func unboundPrefixFault(_ prefix: XMLSlice, _ what: String) -> XMLFault {
        let message = "the prefix “\(view(prefix).string.printable)” of an \(what) is not bound to a namespace"
        return fault(
            message,
            at: prefix,
            hint: "set `processesNamespaces = false` to read the prefix as part of the name"
        )
    }

    func sameExpandedNameFault(_ first: XMLName, _ second: XMLName) -> XMLFault {
        let (left, right) = (view(first.slice).string.printable, view(second.slice).string.printable)
        return fault(
            "the attributes “\(left)” and “\(right)” have the same name in the same namespace",
            at: second.slice
        )
    }

    func repetitionFault(_ name: XMLName, reached: Int? = nil) -> XMLFault {
        let message = "duplicate attribute “\(view(name.slice).string.printable)”"
        guard name.slice.store == .text else { return fault(message, at: name.slice) }
        return fault(message, at: name.slice.start, reached: reached)
    }

    func sectionEndFault(at position: Int) -> XMLFault {
        fault("unexpected “]]>” in text", at: position, reached: position + 2, hint: "write its “>” as “&gt;”")
    }

    /// Returns the error for a byte that stopped a search but is not markup: malformed, forbidden, or missing.
    func characterFault(at position: Int) -> XMLFault {
        guard store != .text else { return documentCharacterFault(at: position) }
        if let next = text.scalar(at: position), !XMLCharacters.isCharacter(next.scalar) {
            return fault(forbiddenMessage(next.scalar.value), at: position)
        }
        if position >= text.count { return fault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return fault(forbiddenMessage(0), at: position) }
        return fault(Self.malformedMessage, at: position, code: .invalidText)
    }

    /// Returns the error for an invalid byte of the document, even while an entity is open.
    func documentCharacterFault(at position: Int) -> XMLFault {
        let text = documentText
        if let next = text.scalar(at: position) { return XMLFault(forbiddenMessage(next.scalar.value), at: position) }
        if position >= text.count { return XMLFault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return XMLFault(forbiddenMessage(0), at: position) }
        let reached = text.isCut(at: position) ? text.count : position
        return XMLFault(Self.malformedMessage, at: position, reached: reached, code: .invalidText)
    }

    private func forbiddenMessage(_ scalar: UInt32) -> String {
        let number = String(scalar, radix: 16, uppercase: true)
        return
            "the character U+\(String(repeating: "0", count: max(0, 4 - number.count)) + number) is not allowed in XML"
    }

    private static var malformedMessage: String { "the text is not valid UTF-8" }

    private var endInCharacterMessage: String { "the document ends inside a character" }

    func delimiterFault(_ delimiter: XMLDelimiter, at position: Int, of start: Int) -> XMLFault {
        guard position >= text.count else { return characterFault(at: position) }
        return fault("\(delimiter.name) is not closed", at: start, reached: position)
    }
}

// Limits.

extension XMLScanner {
    func nameLimitFault(at position: Int) -> XMLFault {
        limitFault("a name has more than \(rules.nameLimit.counted("byte"))", .xmlNameBytes, at: position)
    }

    func textLimitFault(at position: Int, reached: Int? = nil) -> XMLFault {
        limitFault(
            "a piece of text has more than \(rules.textLimit.counted("byte"))",
            .xmlTextBytes,
            at: position,
            reached: reached
        )
    }

    func attributeLimitFault(at position: Int) -> XMLFault {
        limitFault(
            "an element has more than \(rules.attributeLimit.counted("attribute"))",
            .xmlAttributes,
            at: position
        )
    }

    func depthFault(at position: Int) -> XMLFault {
        limitFault("elements are nested more than \(rules.depthLimit) deep", .xmlDepth, at: position)
    }

    private func limitFault(
        _ message: String,
        _ limit: Limits.Name,
        at position: Int,
        reached: Int? = nil
    ) -> XMLFault {
        fault(message, at: position, reached: reached, code: .limitExceeded, limit: limit)
    }
}

/// An error in a document, before its line and column are known.
struct XMLFault: Error {
    var code: ResponseError.Code
    /// The message: one sentence without a period.
    var message: String
    /// The offset in bytes from the beginning of the held text.
    var offset: Int
    /// The end of the examined text.
    ///
    /// If this is also the end of incomplete input, more input may resolve the error.
    var reached: Int
    /// Whether the error is in the replacement text of an entity; `offset` is then the position of the reference.
    var isInEntity = false
    /// The limit that was exceeded, for an error about a limit.
    var limit: Limits.Name?
    /// A likely cause or remedy.
    var hint: String?

    /// Creates an error; `reached` is the offset unless the text was examined beyond it.
    init(
        _ message: String,
        at offset: Int,
        reached: Int? = nil,
        code: ResponseError.Code = .malformedBody,
        limit: Limits.Name? = nil,
        hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.offset = offset
        self.reached = reached ?? offset
        self.limit = limit
        self.hint = hint
    }
}
