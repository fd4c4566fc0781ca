// The tokenizer combines four types. Three hold the state of the parse; the fourth parses one declaration:
//
//   XMLScanner               the text, the current position, and the stores that slices refer to
//   XMLTags                  the attributes of the current tag, the open elements, and the namespaces in scope
//   XMLEntities              the declared entities, the open entities, and the size of their expansion
//   XMLDocumentTypeParser    the document type declaration
//
// A token takes effect as a whole. If more of the text has to arrive first, `recover` reverts the changes that the
// incomplete token made.

package import DecantCore
package import DecantText

/// A tokenizer for XML that works incrementally and without recursion (XML 1.0 fifth edition, Namespaces in XML 1.0).
///
/// ```swift
/// var tokenizer = XMLTokenizer(text, options: XML.Options(), limits: Limits())
/// while try tokenizer.advance() {
///     switch tokenizer.token.kind { … }
/// }
/// ```
///
/// Slices of the current token and of its attributes are valid until the next call of ``advance()``. If the tokenizer
/// keeps assembled text, they remain valid in the result of ``takeStores()``.
package struct XMLTokenizer: ~Copyable {
    var scanner: XMLScanner
    var tags = XMLTags()
    var entities: XMLEntities
    private(set) var phase = XMLPhase.start
    package private(set) var token = XMLToken(kind: .text, name: .none, text: .empty, offset: 0)
    /// The XML declaration; nil if the document has not started with one.
    package private(set) var declaration: XMLDeclarationInfo?
    /// The storage for the names of owned events, indexed by namespace ID.
    var namespaceStorages: [XMLDocumentStorage?] = []
    /// The error that ended the parse, and the reason for a truncated text.
    var ending = XMLEnding()

    /// Creates a tokenizer for a decoded text, which does not have to be validated.
    ///
    /// If `keepsAssembled` is true, assembled text remains valid after the next token, as a tree requires.
    package init(_ text: DecodedText, options: XML.Options, limits: Limits, keepsAssembled: Bool = false) {
        let source = XMLSource(text.body, text.isInPlace ? nil : text)
        self.init(source, options: options, limits: limits, keepsAssembled: keepsAssembled)
        ending.cut(because: text.failure)
        ending.charsetHint = text.hint
    }

    /// Creates a tokenizer for a body in UTF-8, a transcoded text, or a stream.
    init(_ source: XMLSource, options: XML.Options, limits: Limits, keepsAssembled: Bool) {
        let isTooLong = source.body.count > XMLScanner.mostBytes
        let rules = XMLRules(options, limits, keepsAssembled: keepsAssembled)
        scanner = XMLScanner(isTooLong ? XMLSource(ResponseBytes()) : source, rules)
        entities = XMLEntities(limits)
        if isTooLong { ending.cut(because: Self.tooLong) }
    }

    static var tooLong: ResponseError {
        let message = "an XML document can have at most \(UInt32.max) bytes"
        let hint = "this bound is fixed"
        return ResponseError(.limitExceeded, message, offset: Int(UInt32.max), limit: .bodyBytes, hint: hint)
    }

    /// Advances to the next token; returns false at the end of the document or if more input is needed.
    package mutating func advance() throws(ResponseError) -> Bool {
        if _slowPath(phase == .failed) { return try failAgain() }
        if _slowPath(entities.isChanged) { entities.settle() }
        do throws(XMLFault) {
            if _fastPath(phase == .content) {
                try readContent()
                return true
            }
            return try readOutside()
        } catch {
            return try recover(from: error)
        }
    }

    @inline(never)
    private mutating func failAgain() throws(ResponseError) -> Bool {
        if let failure = ending.failure { throw failure }
        return false
    }

    /// Reads the next token inside the root element (production 43).
    @inline(__always)
    private mutating func readContent() throws(XMLFault) {
        if !scanner.rules.keepsAssembled { scanner.assembled.truncate(to: 0) }
        if tags.endsEmptyElement {
            token = tags.endEmptyElement(&scanner)
            return closedElement()
        }
        while true {
            let text = scanner.text
            let start = scanner.position
            if text[start] == UInt8(ascii: "<") {
                let next = text[start &+ 1]
                if next == UInt8(ascii: "/") {
                    token = try tags.end(&scanner, &entities, text, at: start)
                    return closedElement()
                }
                if _fastPath(XMLCharacters.isNameStartASCII(next) || !UTF8.isASCII(next)) {
                    token = try tags.start(&scanner, &entities, text, at: start)
                } else {
                    token = try scanner.markup(at: start)
                }
                return
            }
            if try characterData(text, from: start) { return }
        }
    }

    /// Enters the epilog if the root element was closed.
    @inline(__always)
    private mutating func closedElement() {
        if tags.elements.isEmpty { phase = .epilog }
    }

    /// Reads the next token before or after the root element (productions 1, 22, and 27).
    @inline(never)
    private mutating func readOutside() throws(XMLFault) -> Bool {
        if phase == .start, try !begin() { return false }
        guard phase != .finished else { return false }
        scanner.takeSpace()
        let start = scanner.position
        switch scanner.next {
        case UInt8(ascii: "<"):
            try readOutsideMarkup(at: start)
            return true
        case 0 where start == scanner.text.count: return try end(at: start)
        default:
            let side = phase == .prolog ? "before" : "after"
            throw scanner.expected("nothing but markup \(side) the root element")
        }
    }

    private mutating func readOutsideMarkup(at start: Int) throws(XMLFault) {
        if !scanner.rules.keepsAssembled { scanner.assembled.truncate(to: 0) }
        switch scanner.text[start + 1] {
        case UInt8(ascii: "?"): token = try scanner.processingInstruction(at: start)
        case UInt8(ascii: "!"):
            let isDocumentType =
                phase == .prolog && entities.declarations == nil && scanner.text[start + 2] == UInt8(ascii: "D")
            token =
                try isDocumentType
                ? XMLDocumentTypeParser.read(&scanner, &entities, at: start) : scanner.comment(at: start)
        default:
            guard phase == .prolog else {
                throw scanner.fault("unexpected second root element", at: start, reached: start + 1)
            }
            token = try tags.start(&scanner, &entities, scanner.text, at: start)
            phase = .content
        }
    }

    /// Ends the document, and throws if it is truncated or has no root element.
    private mutating func end(at start: Int) throws(XMLFault) -> Bool {
        guard scanner.isFinal else { return false }
        try scanner.validate(upTo: start)
        guard !ending.isCut else { throw scanner.fault("the document is truncated", at: start) }
        guard phase == .epilog else { throw scanner.fault("the document has no root element", at: start) }
        phase = .finished
        return false
    }

    /// Reads the XML declaration, if present; returns false if more input is needed to decide.
    private mutating func begin() throws(XMLFault) -> Bool {
        let mismatch = scanner.text.mismatch("<?xml", at: 0)
        if mismatch == nil, XMLCharacters.isWhitespace(scanner.text[5]) {
            let declaration = try scanner.declaration()
            self.declaration = declaration
            entities.isStandalone = declaration.standalone == true
        } else if (mismatch ?? 5) >= scanner.text.count, !scanner.isFinal {
            return false
        }
        phase = .prolog
        return true
    }
}

/// The part of the document being parsed (XML 1.0 production 1).
enum XMLPhase: UInt8 {
    /// Before any markup.
    case start
    /// The part before the root element.
    case prolog
    case content
    case epilog
    case finished
    case failed
}

// MARK: - Character data

extension XMLTokenizer {
    /// Reads character data up to the next markup (production 14); returns false if the data is empty.
    @inline(__always)
    mutating func characterData(_ text: UnsafeXMLText, from start: Int) throws(XMLFault) -> Bool {
        var end = text.textEnd(from: start)
        while _slowPath(text[end] == UInt8(ascii: "]")) {
            if text[end &+ 1] == UInt8(ascii: "]"), text[end &+ 2] == UInt8(ascii: ">") {
                throw scanner.sectionEndFault(at: end)
            }
            end = text.textEnd(from: end &+ 1)
        }
        guard _fastPath(text[end] == UInt8(ascii: "<") && end &- start <= scanner.rules.textLimit) else {
            return try assembleText(from: start, stop: end)
        }
        try scanner.commit(end)
        let slice = XMLSlice(scanner.store, offset: start, count: end &- start)
        token = XMLToken(kind: .text, name: .none, text: slice, offset: scanner.offset(of: start))
        return true
    }

    /// Assembles character data from runs that are separated by references, line ends, or ends of entities.
    @inline(never)
    private mutating func assembleText(from start: Int, stop: Int) throws(XMLFault) -> Bool {
        entities.willChange(&scanner)
        let offset = scanner.offset(of: start)
        let first = scanner.assembled.count
        scanner.position = start
        var end = stop
        while scanner.text[end] != UInt8(ascii: "<") {
            guard scanner.assembled.count - first + end - scanner.position <= scanner.rules.textLimit else {
                throw textFault(from: first)
            }
            try assemblePiece(upTo: end)
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitFault(at: scanner.position)
            }
            end = scanner.text.textEnd(from: scanner.position)
            while scanner.text[end] == UInt8(ascii: "]") {
                if scanner.text[end + 1] == UInt8(ascii: "]"), scanner.text[end + 2] == UInt8(ascii: ">") {
                    throw scanner.sectionEndFault(at: end)
                }
                end = scanner.text.textEnd(from: end + 1)
            }
        }
        guard scanner.assembled.count - first + end - scanner.position <= scanner.rules.textLimit else {
            throw textFault(from: first)
        }
        try scanner.append(from: scanner.position, to: end)
        let count = scanner.assembled.count - first
        try scanner.commit(end)
        token = XMLToken(kind: .text, name: .none, text: scanner.assembledSlice(from: first), offset: offset)
        return count > 0
    }

    /// Returns the error for text that exceeds its limit.
    ///
    /// `reached` is the position at the limit rather than the end of the text, so the error stands even if more input
    /// follows.
    private func textFault(from first: Int) -> XMLFault {
        scanner.textLimitFault(
            at: scanner.position,
            reached: scanner.position + scanner.rules.textLimit - (scanner.assembled.count - first)
        )
    }

    /// Appends the text up to a position, and consumes the reference, line end, or end of an entity there.
    private mutating func assemblePiece(upTo end: Int) throws(XMLFault) {
        switch scanner.text[end] {
        case UInt8(ascii: "&"):
            try scanner.append(from: scanner.position, to: end)
            try entities.reference(&scanner, at: end, elements: tags.elements.count)
        case UInt8(ascii: "\r"):
            try scanner.append(from: scanner.position, to: end)
            // Line ends of an entity's replacement text were normalized when it was declared (XML 1.0 §2.11).
            scanner.assembled.append(scanner.store == .text ? UInt8(ascii: "\n") : UInt8(ascii: "\r"))
            scanner.position = end + (scanner.store == .text && scanner.text[end + 1] == UInt8(ascii: "\n") ? 2 : 1)
        default:
            guard end == scanner.text.count else { throw scanner.characterFault(at: end) }
            guard !entities.isEmpty else { throw tags.unfinishedFault(&scanner, at: end) }
            try scanner.append(from: scanner.position, to: end)
            try endEntity()
        }
    }

    /// Closes the innermost entity, and throws if an element that began in it is still open.
    private mutating func endEntity() throws(XMLFault) {
        guard tags.elements.count == entities.elementFloor else {
            let name = scanner.view(tags.elements[tags.elements.count - 1].name.slice).string
            let message =
                "the element “\(name)” begins in the entity “\(entities.innermostName)” and does not end in it"
            throw scanner.fault(message, at: scanner.position)
        }
        entities.close(&scanner)
    }
}

// MARK: - Errors

extension XMLTokenizer {
    /// Recovers from an error that more input could resolve; otherwise throws the error and ends the parse.
    ///
    /// More input could resolve an error at the end of incomplete input. Then the result is false, and the token is
    /// parsed again later.
    @inline(never)
    mutating func recover(from first: XMLFault) throws(ResponseError) -> Bool {
        var fault = first
        if fault.isInEntity { fault.message += entities.location }
        let end = scanner.documentText.count
        do throws(XMLFault) {
            // An invalid character before the error takes precedence.
            try scanner.validate(upTo: min(max(fault.offset, fault.reached) + 1, end))
        } catch {
            fault = error
            entities.forgetToken()
        }
        if !scanner.isFinal, fault.reached >= end {
            tags.forgetAttributes()
            entities.putBack(&scanner)
            return false
        }
        phase = .failed
        throw ending.fail(error(fault, isAtEnd: fault.reached >= end), entities.findings)
    }

    /// The error that truncated the text, with its location.
    private var cutError: ResponseError? {
        guard var error = ending.cause else { return nil }
        error.locate { scanner.site(of: scanner.window.start + scanner.documentText.count, received: $0) }
        return error
    }

    private func error(_ fault: XMLFault, isAtEnd: Bool) -> ResponseError {
        if isAtEnd, let cutError { return cutError }
        guard isAtEnd, fault.code != .limitExceeded else { return responseError(fault) }
        // A hint for malformed markup does not apply to a truncated document.
        var error = responseError(fault)
        error.details.isCut = true
        if fault.code == .malformedBody { error.details.hint = nil }
        return error
    }

    private func responseError(_ fault: XMLFault) -> ResponseError {
        let site = scanner.site(of: scanner.window.start + fault.offset)
        let hint = fault.code == .invalidText ? charsetHint : fault.hint
        return ResponseError(fault.code, fault.message, at: site, limit: fault.limit, hint: hint)
    }

    /// The hint for malformed text: the source of its charset.
    private var charsetHint: String {
        if let hint = ending.charsetHint { return hint }
        let isDeclared = declaration?.encoding != nil
        return isDeclared ? "the document declares UTF-8" : "no charset is declared, so the text was read as UTF-8"
    }
}

/// The error that ended a parse, and the reason for a truncated text.
struct XMLEnding {
    /// The error that was thrown; later calls throw it again.
    private(set) var failure: ResponseError?
    /// The reason that the text ends before the body does, such as a malformed character in a transcoded body.
    private(set) var cause: ResponseError?
    /// A closure that adds the response's head to an error; nil if a caller does that.
    private var completing: (@Sendable (ResponseError) -> ResponseError)?
    /// A hint that names the source of the charset; nil if that is the document or the default.
    var charsetHint: String?

    var isCut: Bool { cause != nil }

    mutating func cut(because cause: ResponseError?) { self.cause = cause }

    mutating func complete(by completing: @escaping @Sendable (ResponseError) -> ResponseError) {
        self.completing = completing
    }

    /// Records the final error, and returns it; an error that is completed here includes the findings so far.
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
