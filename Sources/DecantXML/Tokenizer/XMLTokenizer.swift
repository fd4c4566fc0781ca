// The tokenizer combines four types. Three hold the state of the parse; the fourth parses one declaration:
//
//   XMLTags                  the attributes of the current tag, the open elements, and the namespaces in scope
//   XMLEntities              the scanner, the declared entities, the open entities, and the size of their expansion
//   XMLScanner               the text, the current position, and the stores that slices refer to
//   XMLDocumentTypeParser    the document type declaration
//
// A token takes effect as a whole. If more of the text has to arrive first, `recover` reverts the changes that the
// incomplete token made.

package import DecantCore
package import DecantText

/// A tokenizer for XML that works incrementally and without recursion (XML 1.0 fifth edition, Namespaces in XML 1.0).
///
/// ```swift
/// var tokenizer = try XMLTokenizer(body, in: &context, options: XML.Options())
/// while try tokenizer.advance() {
///     switch tokenizer.token.kind { … }
/// }
/// ```
///
/// Slices of the current token and of its attributes are valid until the next call of ``advance()``. If the tokenizer
/// keeps assembled text, they remain valid in the result of ``finish()``.
package struct XMLTokenizer: ~Copyable {
    var tags = XMLTags()
    var entities: XMLEntities
    var scanner: XMLScanner {
        _read { yield entities.scanner }
        _modify { yield &entities.scanner }
    }
    var phase = XMLPhase.start
    package private(set) var token = XMLToken(kind: .text, name: .none, text: .empty, offset: 0)
    private(set) var declaration = XMLDeclarationInfo()
    /// The error that ended the parse, and the reason for a truncated text.
    var ending = XMLEnding()

    /// Creates a tokenizer for a body in the charset of its byte order mark, the response, or the document (RFC 7303
    /// §3).
    ///
    /// Malformed text is an error when the parse reaches it. If `keepsAssembled` is true, assembled text remains valid
    /// after the next token, as a tree requires.
    package init(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        options: XML.Options,
        keepsAssembled: Bool = false
    ) throws(ResponseError) {
        let source = try XMLSource(body, in: &context, options)
        self.init(source, options: options, limits: context.limits, keepsAssembled: keepsAssembled)
    }

    init(_ source: XMLSource, options: XML.Options, limits: Limits, keepsAssembled: Bool = false) {
        let isTooLong = source.body.count > XMLScanner.maxBytes
        let rules = XMLRules(options, limits, keepsAssembled: keepsAssembled)
        entities = XMLEntities(XMLScanner(isTooLong ? XMLSource() : source, rules), limits)
        ending.cause = isTooLong ? Self.tooLong : source.failure
    }

    static var tooLong: ResponseError {
        let message = "an XML document can have at most \(UInt32.max) bytes"
        let hint = "this bound is fixed"
        return ResponseError(.limitExceeded, message, offset: Int(UInt32.max), limit: .bodyBytes, hint: hint)
    }

    /// Advances to the next token; returns false at the end of the document or if more input is needed.
    package mutating func advance() throws(ResponseError) -> Bool {
        if _slowPath(phase == .failed), let failure = ending.failure { throw failure }
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

    /// Reads the next token inside the root element (production 43).
    @inline(__always)
    private mutating func readContent() throws(XMLParseError) {
        if !scanner.rules.keepsAssembled { scanner.assembled.truncate(to: 0) }
        if tags.endsEmptyElement {
            token = tags.endEmptyElement(&entities.scanner)
            if tags.elements.isEmpty { phase = .epilog }
            return
        }
        while true {
            let text = scanner.text
            let start = scanner.position
            if text[start] == UInt8(ascii: "<") {
                let next = text[start &+ 1]
                if next == UInt8(ascii: "/") {
                    token = try tags.end(&entities, text, at: start)
                    if tags.elements.isEmpty { phase = .epilog }
                    return
                }
                if _fastPath(XMLCharacters.isNameStartASCII(next) || !UTF8.isASCII(next)) {
                    token = try tags.start(&entities, text, at: start)
                } else {
                    token = try scanner.markup(at: start)
                }
                return
            }
            let offset = scanner.offset(of: start)
            let slice = try entities.characterData(&tags, text, from: start)
            guard slice.isEmpty else {
                token = XMLToken(kind: .text, name: .none, text: slice, offset: offset)
                return
            }
        }
    }

    /// Reads the next token before or after the root element (productions 1, 22, and 27).
    @inline(never)
    private mutating func readOutside() throws(XMLParseError) -> Bool {
        if phase == .start, try !parseXMLDeclaration() { return false }
        guard phase != .finished else { return false }
        scanner.consumeSpace()
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
                ? XMLDocumentTypeParser.read(&entities, at: start) : scanner.comment(at: start)
        default:
            guard phase == .prolog else {
                throw scanner.error("unexpected second root element", at: start, reached: start + 1)
            }
            token = try tags.start(&entities, entities.scanner.text, at: start)
            phase = .content
        }
    }

    /// Ends the document, and throws if it is truncated or has no root element.
    private mutating func end(at start: Int) throws(XMLParseError) -> Bool {
        guard scanner.isFinal else { return false }
        try scanner.validate(upTo: start)
        guard ending.cause == nil else { throw scanner.error("the document is truncated", at: start) }
        guard phase == .epilog else { throw scanner.error("the document has no root element", at: start) }
        phase = .finished
        return false
    }

    /// Reads the XML declaration, if present; returns false if more input is needed to decide.
    private mutating func parseXMLDeclaration() throws(XMLParseError) -> Bool {
        let mismatch = scanner.text.mismatch("<?xml", at: 0)
        if mismatch == nil, XMLCharacters.isWhitespace(scanner.text[5]) {
            declaration = try scanner.declaration()
            entities.isStandalone = declaration.isStandalone
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

/// The error that ended a parse, and the reason for a truncated text.
struct XMLEnding {
    /// The error that was thrown; later calls throw it again.
    private(set) var failure: ResponseError?
    /// The reason that the text ends before the body does, such as a malformed character in a transcoded body.
    var cause: ResponseError?
    /// A closure that adds the response's head to an error, or nil if a caller does that.
    var completing: (@Sendable (ResponseError) -> ResponseError)?

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

    /// The names of namespaces, indexed by namespace ID.
    package var namespaces: [String] { tags.namespaces.names }

    /// Whether element content comes next, in the text of a complete document rather than in an entity.
    var isAtPlainContent: Bool {
        phase == .content && scanner.store == .text && scanner.isFinal && !tags.endsEmptyElement
            && scanner.rules.processesNamespaces
    }

    /// The content of the document type declaration, or nil until it is read.
    package var documentType: XML.DocumentType? { entities.declarations?.documentType }

    /// Ends the parse, and returns the stores that slices of kept tokens refer to.
    package consuming func finish() -> XMLDocumentBytes {
        XMLDocumentBytes(text: documentBody, declared: scanner.declared.array, assembled: scanner.assembled.array)
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

/// The source of a text: a whole body, or chunks that are transcoded to UTF-8 as they arrive.
struct XMLSource {
    let body: ResponseBytes
    /// The decoded text with its source, or nil if it was not transcoded.
    let decodedText: DecodedText?
    /// The stream of chunks, or nil if the whole text is available.
    var stream: TextStream?
    /// The reason that the text ends before the body does.
    let failure: ResponseError?
    /// A hint that names the source of the charset, or nil if that is the document or the default.
    let charsetHint: Hint?
    /// The position of the last query, where the next one resumes.
    private var lines = LineCounter()
    /// The corresponding position in the source of a transcoded text.
    private var transcoding: TranscodingCursor?

    /// Creates the source of a text that arrives in chunks; without a stream, the text is empty.
    init(_ stream: TextStream? = nil) {
        self.init(ResponseBytes(), stream: stream)
    }

    private init(_ body: ResponseBytes, _ text: DecodedText? = nil, stream: TextStream? = nil) {
        self.body = text?.body ?? body
        decodedText = text?.isUnchanged == false ? text : nil
        self.stream = stream
        failure = text?.failure
        charsetHint = text?.hint ?? stream?.hint
    }

    /// The whole text with its source; empty if the text arrives in chunks.
    var text: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        stream?.sourceOffset(ofUTF8Offset: offset) ?? text.sourceOffset(of: offset)
    }

    /// Returns the offset in the body as received if the body is in UTF-8; otherwise the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream { return stream.isUnchanged ? stream.markLength + offset : offset }
        return decodedText == nil ? body.start + offset : offset
    }

    /// Returns a line counter that can be advanced to an offset.
    ///
    /// That is the counter of the last query, unless it is after the offset or its position is no longer held.
    func lines(before offset: Int, in window: borrowing XMLWindow) -> LineCounter {
        offset < lines.offset || lines.offset < window.start ? window.lines : lines
    }

    /// Returns the source position of a line counter, and saves the counter for the next query.
    mutating func position(at lines: LineCounter) -> SourcePosition {
        self.lines = lines
        let source =
            if let decodedText {
                decodedText.sourceOffset(ofUTF8Offset: lines.offset, from: &transcoding)
            } else {
                stream?.sourceOffset(countingOnTo: lines.offset) ?? body.start + lines.offset
            }
        return SourcePosition(offset: source, line: lines.line, column: lines.column)
    }
}

// MARK: - Charset

extension XMLSource {
    /// Determines the charset of a body, and transcodes it to UTF-8 if necessary.
    init(_ body: ResponseBytes, in context: inout DecodingContext, _ options: XML.Options) throws(ResponseError) {
        let body = Self.withoutLeadingSpace(body, in: &context, options)
        let dropsControls = options.quirks.contains(.controlCharacters)
        let isPlain =
            context.mediaType?.charset == nil && options.text == TextOptions() && !dropsControls
            && Self.isPlainlyUTF8(body)
        let text =
            isPlain
            ? nil
            : try DecodedText.decode(
                body,
                in: &context,
                options: options.text,
                format: .xml,
                validatesUTF8: false,
                defersMalformed: true,
                dropsControls: dropsControls
            )
        self.init(body, text)
    }

    private static func withoutLeadingSpace(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        _ options: XML.Options
    ) -> ResponseBytes {
        guard options.quirks.contains(.leadingWhitespace) else { return body }
        let start = body.span.leadingSpace
        guard start > 0, body.dropFirst(start).hasPrefix(Array("<?xml".utf8)), body.count > start + 5,
            XMLCharacters.isWhitespace(body[start + 5])
        else { return body }
        context.report(
            Finding(.quirk, .warning, "the text is not strict XML; accepted whitespace before the XML declaration")
        )
        return body.dropFirst(start)
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
