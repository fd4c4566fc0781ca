package import DecantCore
import DecantText

/// The source of the text that is read: a body, or chunks of one that are transcoded to UTF-8 as they come.
struct XMLSource {
    /// The whole text in UTF-8; empty if it comes in chunks.
    let body: ResponseBytes
    /// The text with its source, if it was transcoded.
    let decodedText: DecodedText?
    /// The chunks, if the text comes in chunks.
    var stream: TextStream?
    /// The last offset whose position was asked for, from which the next one is counted on.
    private var lines = LineCounter()
    /// The same in the text as it was received, if it was transcoded.
    private var transcoding: TranscodingCursor?

    init(_ body: ResponseBytes, _ decodedText: DecodedText? = nil, stream: TextStream? = nil) {
        self.body = body
        self.decodedText = decodedText
        self.stream = stream
    }

    /// The whole text, with its source, if it does not come in chunks.
    var text: SourceText { SourceText(body, decodedText?.transcoding) }

    /// Returns the offset in the body as received for an offset in the text.
    func sourceOffset(of offset: Int) -> Int {
        stream?.sourceOffset(ofUTF8Offset: offset) ?? text.sourceOffset(of: offset)
    }

    /// The offset in the body as received, if that is in UTF-8; else the offset in the text.
    func textOffset(of offset: Int) -> Int {
        if let stream { return stream.isInPlace ? stream.markLength + offset : offset }
        return decodedText == nil ? body.start + offset : offset
    }

    /// Returns where lines can be counted from to an offset: the last one asked for, unless it is after the offset or not held.
    func lines(before offset: Int, in window: borrowing XMLWindow) -> LineCounter {
        offset < lines.offset || lines.offset < window.start ? window.lines : lines
    }

    /// The position at which lines were counted up to.
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
    /// Reads a body in the charset of its mark, of the response or of the document (RFC 7303 §3); malformed text is an
    /// error once reading gets there.
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

    /// A body without white space before its XML declaration, if a quirk allows that.
    static func withoutLeadingSpace(
        _ body: ResponseBytes,
        in context: inout DecodingContext,
        _ options: XML.Options
    ) -> ResponseBytes {
        guard options.quirks.contains(.leadingWhiteSpace) else { return body }
        var start = 0
        while start < body.count, XMLCharacters.isWhitespace(body[start]) { start += 1 }
        guard start > 0, body.dropFirst(start).hasPrefix(Array("<?xml".utf8)) else { return body }
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

    /// Returns whether a body begins like markup in ASCII, and declares no charset but UTF-8; most do, and need no closer look.
    private static func isPlainlyUTF8(_ body: ResponseBytes) -> Bool {
        let text = body.unsafeXMLText
        guard text[0] == UInt8(ascii: "<"), text[1] != 0 else { return false }
        guard text.mismatch("<?xml", at: 0) == nil else { return true }
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
