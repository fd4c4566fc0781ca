package import DecantCore
import DecantText

extension XMLTokenizer {
    /// Creates a fault at a position of the current text; in an entity, at the reference to it.
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
            let position = expansion.referenceOffset - window.start
            return XMLFault(
                message + (expansion.innermost.map { inside($0) } ?? ""),
                at: position,
                code: code,
                limit: limit,
                hint: hint
            )
        }
        return XMLFault(message, at: offset, reached: reached, code: code, limit: limit, hint: hint)
    }

    /// Creates a fault about a slice that has an offset.
    func fault(_ message: String, at slice: XMLSlice, hint: String? = nil) -> XMLFault {
        fault(message, at: slice.store == .text ? slice.start : position, hint: hint)
    }

    func fault(_ excess: XMLExcess, at offset: Int) -> XMLFault {
        fault(excess.message, at: offset, code: .limitExceeded, limit: excess.limit)
    }

    /// The addition to a message about the replacement text of an entity.
    func inside(_ source: XMLEntitySource) -> String { " (in the entity “\(name(of: source))”)" }

    private func name(of source: XMLEntitySource) -> String {
        guard let declarations else { return "" }
        let names =
            source.isParameter
            ? declarations.parameterNames.name(source.entity) : declarations.general.name(source.entity)
        return names.string.printable
    }

    /// Decides the consequence of a fault: more text is needed, or reading ends.
    @inline(never)
    mutating func recover(from first: XMLFault) throws(ResponseError) -> Bool {
        var fault = first
        do throws(XMLFault) {
            // A byte that is not allowed is the reason, if it is before what seems to be wrong.
            try validate(upTo: min(max(fault.offset, fault.reached) + 1, documentText.count))
        } catch {
            fault = error
            forgetToken()
        }
        if !isFinal, fault.reached >= documentText.count {
            putBack()
            return false
        }
        phase = .failed
        throw ending.fail(error(fault, isAtEnd: fault.reached >= documentText.count), findings)
    }

    /// The error that ends the text before the body does.
    private var cutError: ResponseError? {
        guard var error = ending.cause else { return nil }
        error.locate { site(of: window.start + documentText.count, received: $0) }
        return error
    }

    private func error(_ fault: XMLFault, isAtEnd: Bool) -> ResponseError {
        if isAtEnd, let cutError { return cutError }
        guard isAtEnd, fault.code != .limitExceeded else { return responseError(fault) }
        // What would mend the text is not known where it ends.
        var error = responseError(fault)
        error.details.isCut = true
        if fault.code == .malformedBody { error.details.hint = nil }
        return error
    }

    private func responseError(_ fault: XMLFault) -> ResponseError {
        let site = site(of: window.start + fault.offset)
        return ResponseError(fault.code, fault.message, at: site, limit: fault.limit, hint: fault.hint)
    }
}

// What is wrong, in words.

extension XMLTokenizer {
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

    /// Returns the fault of a byte that stopped a search and is not markup: malformed, forbidden, or missing.
    func characterFault(at position: Int) -> XMLFault {
        guard store != .text else { return documentCharacterFault(at: position) }
        if let next = text.scalar(at: position), !XMLCharacters.isCharacter(next.scalar) {
            return fault(forbiddenMessage(next.scalar.value), at: position)
        }
        if position >= text.count { return fault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return fault(forbiddenMessage(0), at: position) }
        return XMLFault(
            malformedMessage,
            at: expansion.referenceOffset - window.start,
            code: .invalidText,
            hint: malformedHint
        )
    }

    /// A byte of the document that cannot be where it does, also while an entity is read.
    func documentCharacterFault(at position: Int) -> XMLFault {
        let text = documentText
        if let next = text.scalar(at: position) { return XMLFault(forbiddenMessage(next.scalar.value), at: position) }
        if position >= text.count { return XMLFault(endInCharacterMessage, at: position) }
        if text[position] == 0 { return XMLFault(forbiddenMessage(0), at: position) }
        let reached = text.isCut(at: position) ? text.count : position
        return XMLFault(malformedMessage, at: position, reached: reached, code: .invalidText, hint: malformedHint)
    }

    private func forbiddenMessage(_ scalar: UInt32) -> String {
        let number = String(scalar, radix: 16, uppercase: true)
        return
            "the character U+\(String(repeating: "0", count: max(0, 4 - number.count)) + number) is not allowed in XML"
    }

    private var endInCharacterMessage: String { "the document ends inside a character" }

    func unfinishedFault(at position: Int) -> XMLFault {
        guard let element = elements.isEmpty ? nil : elements[elements.count - 1] else {
            return fault("the document has no root element", at: position)
        }
        let name = view(element.name.slice).string.printable
        let message = "the document ends inside the element “\(name)” that begins on line \(line(of: element))"
        return fault(message, at: position)
    }

    func endTagFault(_ text: UnsafeXMLText, at start: Int) -> XMLFault {
        let element = elements[elements.count - 1]
        let open = view(element.name.slice).string.printable
        let end = text.endOfNameCharacters(from: start + 2)
        let name = text.bytes(from: start + 2, to: end).string.printable
        guard end < text.count else { return fault("the document ends inside an end tag", at: end) }
        if end == start + 2 {
            return fault("expected a name after “</”, but found \(text.described(at: end))", at: end)
        }
        if name == open, elements.count > expansion.elementFloor {
            let next = skipSpace(text, at: end)
            return fault("expected “>” after “</\(name)”, but found \(text.described(at: next))", at: next)
        }
        let line = line(of: element)
        let message = "the end tag “\(name)” does not match the start tag “\(open)” on line \(line)"
        return fault(message, at: start, reached: end)
    }

    func delimiterFault(_ delimiter: XMLDelimiter, at position: Int, of start: Int) -> XMLFault {
        guard position >= text.count else { return characterFault(at: position) }
        return fault("\(delimiter.name) is not closed", at: start, reached: position)
    }
}

// Limits.

extension XMLTokenizer {
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

    var malformedMessage: String { "the text is not valid UTF-8" }

    var malformedHint: String {
        if let hint = ending.charsetHint { return hint }
        let isDeclared = declaration?.encoding != nil
        return isDeclared
            ? "the document declares UTF-8" : "no charset is declared, so the text was read as UTF-8"
    }
}

/// The reasons for which reading ends before the document does.
struct XMLEnding {
    /// The error that was thrown, to be thrown again.
    private(set) var failure: ResponseError?
    /// The reason that the text ends before the body does, such as a malformed character if it was transcoded.
    private(set) var cause: ResponseError?
    /// Completes an error with the response's head, if no caller does.
    private var completing: (@Sendable (ResponseError) -> ResponseError)?
    /// The source of the text's charset, if that is neither the document nor the default.
    var charsetHint: String?

    var isCut: Bool { cause != nil }

    mutating func cut(because cause: ResponseError?) { self.cause = cause }

    mutating func complete(by completing: @escaping @Sendable (ResponseError) -> ResponseError) {
        self.completing = completing
    }

    /// Records an error as the last one, with the findings so far if it is completed here.
    mutating func fail(_ error: ResponseError, _ findings: [Finding]) -> ResponseError {
        var error = error
        if let completing {
            error = completing(error)
            error.details.findings += findings
        }
        failure = error
        return error
    }
}

/// A fault of a document, before its line and column are known.
struct XMLFault: Error {
    var code: ResponseError.Code
    /// The fault, in one sentence without a full stop.
    var message: String
    /// The offset, in bytes from the beginning of the held text.
    var offset: Int
    /// The end of the examined text; if that is its end, and more of it is to come, then nothing is decided.
    var reached: Int
    /// The limit that was exceeded, if that is it.
    var limit: Limits.Name?
    /// A likely cause or remedy.
    var hint: String?

    /// Creates a fault; `reached` is the offset unless the text was looked at further on.
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

// MARK: - Positions

// An offset in the text becomes one in the body as received, and a line and a column, by counting on from a known one.

/// The last offset whose position was asked for, from which the next one is counted on.
struct XMLPositionCursor {
    private var lines = LineCounter()
    /// The same in the text as it was received, if it was transcoded.
    private var transcoding: TranscodingCursor?

    /// The place from which an offset can be counted on to: the last one, unless it is after the offset or not held.
    func start(for offset: Int, in window: borrowing XMLWindow) -> LineCounter {
        offset < lines.offset || lines.offset < window.start ? window.lines : lines
    }

    mutating func move(to lines: LineCounter) { self.lines = lines }

    mutating func sourceOffset(of offset: Int, in text: DecodedText) -> Int {
        text.sourceOffset(ofUTF8Offset: offset, from: &transcoding)
    }
}

extension XMLTokenizer {
    /// The whole text, with its source, if it is not read through a window.
    private var sourceText: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(of offset: Int) -> Int {
        window.stream?.sourceOffset(ofUTF8Offset: offset) ?? sourceText.sourceOffset(of: offset)
    }

    /// The site of an error at an offset in the text; `received` is the offset in the body as received, if it is known.
    package func site(of offset: Int, received: Int? = nil) -> ErrorSite {
        guard window.stream != nil else { return .text(offset, sourceText) }
        let held = offset - window.start
        let start = SourcePosition(
            offset: (received ?? sourceOffset(of: offset)) - held,
            line: window.lines.line,
            column: window.lines.column
        )
        return .text(held, SourceText(heldText, at: 0, position: start))
    }

    /// The offset in the body as received, if that is in UTF-8; else the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream = window.stream { return stream.isInPlace ? stream.markLength + offset : offset }
        return decodedText == nil ? body.start + offset : offset
    }

    /// The position of an offset in the text; counted on from the last one that was asked for.
    mutating func position(at offset: Int) -> SourcePosition {
        let start = cursor.start(for: offset, in: window)
        let lines = counted(on: start, to: offset)
        cursor.move(to: lines)
        let source =
            if let decodedText {
                cursor.sourceOffset(of: offset, in: decodedText)
            } else {
                window.stream?.sourceOffset(countingOnTo: offset) ?? body.start + offset
            }
        return SourcePosition(offset: source, line: lines.line, column: lines.column)
    }

    /// The line on which an element begins.
    func line(of element: XMLOpenElement) -> Int {
        guard element.line == 0 else { return Int(element.line) }
        return counted(on: window.lines, to: element.offset).line
    }

    // MARK: - Unsafe
    //
    // Bound: the text does not change while a function looks at all of it.

    /// Counts lines on to an offset of the text.
    func counted(on lines: LineCounter, to offset: Int) -> LineCounter {
        var lines = lines
        unsafe lines.move(to: offset, in: documentText.all, from: window.start)
        return lines
    }

    /// A copy of the held text.
    private var heldText: ResponseBytes { unsafe ResponseBytes(documentText.all) }
}
