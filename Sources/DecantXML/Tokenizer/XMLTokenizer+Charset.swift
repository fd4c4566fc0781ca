package import DecantCore
import DecantText

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
