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
    var phase = XMLPhase.start
    package private(set) var token = XMLToken(kind: .text, name: .none, text: .empty, offset: 0)
    /// The XML declaration; nil if the document has not started with one.
    package private(set) var declaration: XMLDeclarationInfo?
    /// The names of namespaces that were requested, indexed by namespace ID.
    private var namespaceNames: [String] = []
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
        do throws(XMLParseError) {
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
    private mutating func readContent() throws(XMLParseError) {
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
    private mutating func readOutside() throws(XMLParseError) -> Bool {
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

    private mutating func readOutsideMarkup(at start: Int) throws(XMLParseError) {
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
                throw scanner.error("unexpected second root element", at: start, reached: start + 1)
            }
            token = try tags.start(&scanner, &entities, scanner.text, at: start)
            phase = .content
        }
    }

    /// Ends the document, and throws if it is truncated or has no root element.
    private mutating func end(at start: Int) throws(XMLParseError) -> Bool {
        guard scanner.isFinal else { return false }
        try scanner.validate(upTo: start)
        guard !ending.isCut else { throw scanner.error("the document is truncated", at: start) }
        guard phase == .epilog else { throw scanner.error("the document has no root element", at: start) }
        phase = .finished
        return false
    }

    /// Reads the XML declaration, if present; returns false if more input is needed to decide.
    private mutating func begin() throws(XMLParseError) -> Bool {
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
    case start
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
    mutating func characterData(_ text: UnsafeXMLText, from start: Int) throws(XMLParseError) -> Bool {
        var end = text.textEnd(from: start)
        while _slowPath(text[end] == UInt8(ascii: "]")) {
            if text[end &+ 1] == UInt8(ascii: "]"), text[end &+ 2] == UInt8(ascii: ">") {
                throw sectionEndError(at: end, from: scanner.assembled.count)
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
    private mutating func assembleText(from start: Int, stop: Int) throws(XMLParseError) -> Bool {
        entities.willChange(&scanner)
        let offset = scanner.offset(of: start)
        let first = scanner.assembled.count
        scanner.position = start
        var end = stop
        while scanner.text[end] != UInt8(ascii: "<") {
            guard scanner.assembled.count - first + end - scanner.position <= scanner.rules.textLimit else {
                throw textError(from: first)
            }
            try assemblePiece(upTo: end)
            guard scanner.assembled.count - first <= scanner.rules.textLimit else {
                throw scanner.textLimitError(at: scanner.position)
            }
            end = scanner.text.textEnd(from: scanner.position)
            while scanner.text[end] == UInt8(ascii: "]") {
                if scanner.text[end + 1] == UInt8(ascii: "]"), scanner.text[end + 2] == UInt8(ascii: ">") {
                    throw sectionEndError(at: end, from: first)
                }
                end = scanner.text.textEnd(from: end + 1)
            }
        }
        guard scanner.assembled.count - first + end - scanner.position <= scanner.rules.textLimit else {
            throw textError(from: first)
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
    private func textError(from first: Int) -> XMLParseError {
        scanner.textLimitError(
            at: scanner.position,
            reached: scanner.position + scanner.rules.textLimit - (scanner.assembled.count - first)
        )
    }

    /// Returns the error for `]]>` in text or, if the limit is reached before its end, for text that exceeds the limit.
    private func sectionEndError(at end: Int, from first: Int) -> XMLParseError {
        let count = scanner.assembled.count - first + end + 2 - scanner.position
        return count <= scanner.rules.textLimit ? scanner.sectionEndError(at: end) : textError(from: first)
    }

    /// Appends the text up to a position, and consumes the reference, line end, or end of an entity there.
    private mutating func assemblePiece(upTo end: Int) throws(XMLParseError) {
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
            guard end == scanner.text.count else { throw scanner.characterError(at: end) }
            guard !entities.isEmpty else { throw tags.unfinishedError(&scanner, at: end) }
            try scanner.append(from: scanner.position, to: end)
            try endEntity()
        }
    }

    /// Closes the innermost entity, and throws if an element that began in it is still open.
    private mutating func endEntity() throws(XMLParseError) {
        guard tags.elements.count == entities.elementFloor else {
            let name = scanner.view(tags.elements[tags.elements.count - 1].name.slice).string
            let message =
                "the element “\(name)” begins in the entity “\(entities.innermostName)” and does not end in it"
            throw scanner.error(message, at: scanner.position)
        }
        entities.close(&scanner)
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

// MARK: - Results

extension XMLTokenizer {
    package func string(of slice: XMLSlice) -> String { slice.isEmpty ? "" : scanner.view(slice).string }

    /// The text with its source, if it was transcoded.
    package var decodedText: DecodedText? { scanner.source.decodedText }
    package var documentBody: ResponseBytes { scanner.source.body }
    package var findings: [Finding] { entities.findings }

    package func site(of offset: Int) -> ErrorSite { scanner.site(of: offset) }

    var isAtEnd: Bool { phase == .finished }
    package var depth: Int { tags.elements.count }
    /// The number of attributes of the current start tag, including namespace declarations and defaults.
    package var attributeCount: Int { tags.attributes.count }

    /// Returns an attribute of the current start tag; defaults come last.
    package func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(index >= 0 && index < tags.attributes.count, "no such attribute")
        return tags.attributes[index]
    }

    package func name(of namespace: XMLNamespaceID) -> String {
        switch namespace {
        case .none: ""
        case .xml: "http://www.w3.org/XML/1998/namespace"
        case .xmlns: "http://www.w3.org/2000/xmlns/"
        default: tags.namespaces.name(of: namespace)
        }
    }

    /// Returns the name of a namespace, which is created once.
    mutating func sharedName(of namespace: XMLNamespaceID) -> String {
        while namespaceNames.count <= Int(namespace.rawValue) {
            namespaceNames.append(name(of: XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: namespaceNames.count))))
        }
        return namespaceNames[Int(namespace.rawValue)]
    }

    package var namespaces: [String] {
        (0..<tags.namespaces.count).map { name(of: XMLNamespaceID(rawValue: UInt32($0))) }
    }

    /// Whether element content comes next, in the text of a complete document rather than in an entity.
    var isAtPlainContent: Bool {
        phase == .content && scanner.store == .text && scanner.isFinal && !tags.endsEmptyElement
            && scanner.rules.processesNamespaces
    }

    /// A set of bits for the elements whose tags are changed by attribute declarations.
    var changedElements: UInt64 {
        entities.declaresAttributes ? entities.declarations?.attributes.changedElements ?? 0 : 0
    }

    /// The content of the document type declaration; nil until it is read.
    package var documentType: XML.DocumentType? { entities.declarations?.documentType }

    /// Ends the parse, and returns the stores that slices of kept tokens refer to.
    package consuming func takeStores() -> XMLDocumentBytes {
        let (declared, assembled) = scanner.storedBytes
        return XMLDocumentBytes(text: documentBody, declared: declared, assembled: assembled)
    }
}

// MARK: - Charset

extension XMLTokenizer {
    /// Creates a tokenizer for a body in the charset of its byte order mark, the response, or the document (RFC 7303
    /// §3).
    ///
    /// Malformed text is an error when the parse reaches it.
    package init(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        options: XML.Options,
        keepsAssembled: Bool = false
    ) throws(ResponseError) {
        let limits = context.limits
        let body = Self.withoutLeadingSpace(body, in: &context, options)
        guard Self.isPlain(body, in: context, options) else {
            let text = try Self.decode(body, in: &context, options: options)
            self.init(text, options: options, limits: limits, keepsAssembled: keepsAssembled)
            return
        }
        self.init(XMLSource(body), options: options, limits: limits, keepsAssembled: keepsAssembled)
    }

    static func withoutLeadingSpace(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        _ options: XML.Options
    ) -> ResponseBytes {
        guard options.quirks.contains(.leadingWhiteSpace) else { return body }
        var start = 0
        while start < body.count, XMLCharacters.isWhitespace(body[start]) { start += 1 }
        guard start > 0, body.dropFirst(start).hasPrefix(Array("<?xml".utf8)), body.count > start + 5,
            XMLCharacters.isWhitespace(body[start + 5])
        else { return body }
        context.report(
            Finding(.quirk, .warning, "the text is not strict XML; accepted white space before the XML declaration")
        )
        return body.dropFirst(start)
    }

    /// Returns whether a body can be read without transcoding: no source names a charset other than UTF-8.
    static func isPlain(_ body: ResponseBytes, in context: DecodingContext, _ options: XML.Options) -> Bool {
        context.mediaType?.charset == nil && options.text == TextOptions() && isPlainlyUTF8(body)
    }

    /// Determines the charset of a body, and transcodes it to UTF-8 if necessary.
    static func decode(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        options: XML.Options
    ) throws(ResponseError) -> DecodedText {
        try DecodedText.decode(
            body,
            in: &context,
            options: options.text,
            format: .parsedXML,
            validatesUTF8: false,
            defersMalformed: true
        )
    }

    /// Returns whether a body begins like markup in ASCII and declares no charset other than UTF-8.
    ///
    /// Most bodies do, and need no further inspection.
    private static func isPlainlyUTF8(_ body: ResponseBytes) -> Bool {
        let text = body.unsafeXMLText
        guard text[0] == UInt8(ascii: "<"), text[1] != 0 else { return false }
        guard text.mismatch("<?xml", at: 0) == nil, XMLCharacters.isWhitespace(text[5]) else { return true }
        let encoding = XMLKeyword.encoding.bits
        var position = 5
        while text[position] != UInt8(ascii: ">"), text[position] != 0, position < 256 {
            if text[position] == UInt8(ascii: "e"), text.word64(at: position) == encoding {
                guard text[position + 8] == UInt8(ascii: "=") else { return false }
                let isUpper = text.mismatch("UTF-8", at: position + 10) == nil
                return (isUpper || text.mismatch("utf-8", at: position + 10) == nil)
                    && text[position + 9] == text[position + 15]
            }
            position += 1
        }
        return text[position] == UInt8(ascii: ">")
    }
}

// MARK: - Unsafe
//
// Why: a slice refers to one of four stores, which a span cannot express. The bytes are borrowed from the tokenizer,
// which owns all four.
//
// Bound: no store changes while the tokenizer is borrowed, and a slice was checked when it was created.

extension XMLTokenizer {
    /// Returns the bytes of a slice of the current token or of a declaration, valid until the next token is read.
    @_lifetime(borrow self)
    package func bytes(of slice: XMLSlice) -> Span<UInt8> {
        guard !slice.isEmpty else { return Span() }
        let view = scanner.view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return unsafe _overrideLifetime(span, borrowing: self)
    }
}
