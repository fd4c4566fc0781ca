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
        self.init(body, nil, options: options, limits: limits, keepsAssembled: keepsAssembled)
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
        var position = 5
        while text[position] != UInt8(ascii: ">"), text[position] != 0, position < 256 {
            if text[position] == UInt8(ascii: "e"), text.mismatch("encoding=", at: position) == nil {
                let isUpper = text.mismatch("UTF-8", at: position + 10) == nil
                return (isUpper || text.mismatch("utf-8", at: position + 10) == nil)
                    && text[position + 9] == text[position + 15]
            }
            if text[position] == UInt8(ascii: "e"), text.mismatch("encoding", at: position) == nil { return false }
            position += 1
        }
        return text[position] == UInt8(ascii: ">")
    }

    static var tooLong: ResponseError {
        let message = "an XML document can have at most \(UInt32.max) bytes"
        let hint = "this bound is fixed"
        return ResponseError(.limitExceeded, message, offset: Int(UInt32.max), limit: .bodyBytes, hint: hint)
    }

    /// Reads the XML declaration (production 23), and returns the position after it.
    mutating func readDeclaration() throws(XMLFault) -> Int {
        var info = XMLDeclarationInfo()
        var position = 5
        let version = try pseudoAttribute("version", at: &position)
        guard let version, Self.isVersion(version) else {
            throw fault("expected a version such as “1.0” at the beginning of the XML declaration", at: position)
        }
        info.version = version.string
        if let encoding = try pseudoAttribute("encoding", at: &position) {
            guard Self.isEncodingName(encoding) else {
                throw fault("“\(encoding.string)” is not the name of an encoding", at: position)
            }
            info.encoding = encoding.string
        }
        if let standalone = try pseudoAttribute("standalone", at: &position) {
            guard standalone.isEqual(to: "yes") || standalone.isEqual(to: "no") else {
                throw fault("expected “yes” or “no” as the value of “standalone”", at: position)
            }
            info.standalone = standalone.isEqual(to: "yes")
        }
        position = skipSpace(text, at: position)
        if let mismatch = text.mismatch("?>", at: position) {
            let found = text.described(at: mismatch)
            throw fault("expected “?>” at the end of the XML declaration, but found \(found)", at: mismatch)
        }
        try validate(upTo: position + 2)
        declaration = info
        return position + 2
    }

    /// Reads a part of the declaration with the white space before it, and moves past it; nil if another part comes
    /// next.
    private func pseudoAttribute(_ name: StaticString, at position: inout Int) throws(XMLFault) -> UnsafeXMLBytes? {
        let start = skipSpace(text, at: position)
        if let mismatch = text.mismatch(name, at: start) {
            guard mismatch < text.count else { throw fault("the XML declaration is not closed", at: mismatch) }
            return nil
        }
        guard start > position else { throw fault("expected white space before “\(name)”", at: start) }
        var end = skipSpace(text, at: start + name.utf8CodeUnitCount)
        guard text[end] == UInt8(ascii: "=") else { throw fault("expected “=” after “\(name)”", at: end) }
        end = skipSpace(text, at: end + 1)
        let quote = text[end]
        guard XMLCharacters.isQuote(quote) else { throw fault("expected a quotation mark", at: end) }
        let first = end + 1
        end = text.valueEnd(from: first, quote: quote)
        guard text[end] == quote else { throw fault("the value of “\(name)” is not closed", at: end) }
        position = end + 1
        return text.bytes(from: first, to: end)
    }

    /// Returns whether a version is one that a processor of XML 1.0 reads (production 26, fifth edition).
    private static func isVersion(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "1"), bytes[1] == UInt8(ascii: ".") else { return false }
        return (2..<bytes.count).allSatisfy { XMLCharacters.isDigit(bytes[$0]) }
    }

    /// Production 81.
    private static func isEncodingName(_ bytes: UnsafeXMLBytes) -> Bool {
        guard bytes.count > 0, XMLCharacters.isLetter(bytes[0]) else { return false }
        return (0..<bytes.count).allSatisfy { XMLCharacters.isNameASCII(bytes[$0]) && bytes[$0] != UInt8(ascii: ":") }
    }
}

/// The XML declaration at the beginning of a document (XML 1.0 §2.8).
package struct XMLDeclarationInfo: Sendable, Hashable {
    /// The version, such as `1.0`.
    package var version = "1.0"
    /// The name of the encoding, as written.
    package var encoding: String?
    /// Whether no external declaration changes the document.
    package var standalone: Bool?
}
