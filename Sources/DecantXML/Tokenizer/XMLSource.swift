package import DecantCore
import DecantText

/// The source of a text: a whole body, or chunks that are transcoded to UTF-8 as they arrive.
struct XMLSource {
    let body: ResponseBytes
    /// The decoded text with its source; nil if it was not transcoded.
    let decodedText: DecodedText?
    /// The stream of chunks; nil if the whole text is available.
    var stream: TextStream?
    /// The position of the last query, where the next one resumes.
    private var lines = LineCounter()
    /// The corresponding position in the source of a transcoded text.
    private var transcoding: TranscodingCursor?

    init(_ body: ResponseBytes, _ decodedText: DecodedText? = nil, stream: TextStream? = nil) {
        self.body = body
        self.decodedText = decodedText
        self.stream = stream
    }

    /// The whole text with its source; empty if the text arrives in chunks.
    var text: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        stream?.sourceOffset(ofUTF8Offset: offset) ?? text.sourceOffset(of: offset)
    }

    /// Returns the offset in the body as received if the body is in UTF-8; otherwise the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream { return stream.isInPlace ? stream.markLength + offset : offset }
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
