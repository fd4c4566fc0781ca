package import DecantCore
import DecantText

extension XMLTokenizer {
    /// Reads a body, in the charset that its mark, the response or the document says (RFC 7303 §3).
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings about the charset are reported to it.
    ///   - options: How to read it.
    ///   - keepsAssembled: Whether text that is put together stays for ever, for a tree, instead of until the next token.
    /// - Throws: ``ResponseError`` if the charset is not known. That the text is malformed somewhere is told when reading
    ///   gets there.
    package init(
        _ body: ResponseBody,
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
        self.init(body, nil, options: options, limits: limits, keepsAssembled: keepsAssembled)
    }

    /// Whether a body can be read as it is: nothing says that it is not in UTF-8.
    static func isPlain(_ body: ResponseBody, in context: DecodingContext, _ options: XML.Options) -> Bool {
        context.mediaType?.charset == nil && options.text == TextOptions() && isPlainlyUTF8(body)
    }

    /// A body without white space before its XML declaration, if a quirk allows that.
    static func withoutLeadingSpace(
        _ body: ResponseBody,
        in context: inout DecodingContext,
        _ options: XML.Options
    ) -> ResponseBody {
        guard options.quirks.contains(.leadingWhiteSpace) else { return body }
        var start = 0
        while start < body.count, body[start].isXMLSpace { start += 1 }
        guard start > 0, body.dropFirst(start).hasPrefix(Array("<?xml".utf8)) else { return body }
        context.report(
            Finding(.quirk, .warning, "the text is not XML; accepted was white space before its declaration")
        )
        return body.dropFirst(start)
    }

    /// Finds out the charset of a body, and makes UTF-8 of it if it is not.
    static func decode(
        _ body: ResponseBody,
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

    /// Whether a body begins like markup in ASCII, and declares no charset but UTF-8; most do, and need no closer look.
    private static func isPlainlyUTF8(_ body: ResponseBody) -> Bool {
        let text = body.unsafeXMLText
        guard text[0] == 0x3C, text[1] != 0 else { return false }
        guard text.mismatch("<?xml", at: 0) == nil else { return true }
        var position = 5
        while text[position] != 0x3E, text[position] != 0, position < 256 {
            if text[position] == 0x65, text.mismatch("encoding=", at: position) == nil {
                let isUpper = text.mismatch("UTF-8", at: position + 10) == nil
                return (isUpper || text.mismatch("utf-8", at: position + 10) == nil)
                    && text[position + 9] == text[position + 15]
            }
            if text[position] == 0x65, text.mismatch("encoding", at: position) == nil { return false }
            position += 1
        }
        return text[position] == 0x3E
    }

    static var tooLong: ResponseError {
        let message = "an XML document can have at most \(UInt32.max) bytes"
        let hint = "this bound is fixed"
        return ResponseError(.limitExceeded, message, offset: Int(UInt32.max), limit: .bodyBytes, hint: hint)
    }
}
