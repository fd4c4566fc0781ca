extension ResponseBytes {
    /// The name of the format that the first bytes identify, such as “HTML” or “a PDF document”, or nil if it is unknown.
    ///
    /// A serializer uses it in the error for a body that is in another format:
    ///
    /// ```swift
    /// if !body.starts(with: "qoif".utf8) {
    ///     let found = body.recognizedFormat ?? "of an unknown format"
    ///     throw ResponseError(.malformedBody, "expected QOI, but the bytes are \(found)", byteOffset: body.start)
    /// }
    /// ```
    public var recognizedFormat: String? { BodySignature(self)?.name }
}

/// The format of a body, detected from its first bytes.
///
/// The format is used for hints and guesses only. It selects a decoder only if the caller requests a guess.
package enum BodySignature: Sendable, Hashable {
    case html
    case xml
    case json
    case compressed(String)
    case binary(name: String, mediaType: ResponseMediaType)

    /// The name of the format for messages, such as “HTML” or “a PDF document”.
    package var name: String {
        switch self {
        case .html: "HTML"
        case .xml: "XML"
        case .json: "JSON"
        case .compressed(let coding): "compressed (\(coding))"
        case .binary(let name, _): name
        }
    }

    /// Detects the format of a body; fails if the format is unknown.
    ///
    /// - Parameter body: The bytes, with or without a byte-order mark.
    package init?(_ body: ResponseBytes) {
        if let known = Self.magic.first(where: { $0.bytes.matches(body) }) {
            self = known.signature
            return
        }
        guard let signature = Self.text(body.hasUTF8Mark ? body.dropFirst(3) : body) else { return nil }
        self = signature
    }

    /// Returns whether a body with the given first bytes can have a binary format that is not compressed.
    static func canBeBinary(_ first: some RandomAccessCollection<UInt8>) -> Bool {
        magic.contains {
            guard case .binary = $0.signature else { return false }
            return $0.bytes.canMatch(first)
        }
    }

    private static let magic: [(bytes: ByteSignature, signature: BodySignature)] = [
        (.gzip, .compressed("gzip")),
        (.zstd, .compressed("zstd")),
        (.zlib(level: 0), .compressed("deflate")),
        (.zlib(level: 1), .compressed("deflate")),
        (.zlib(level: 2), .compressed("deflate")),
        (.zlib(level: 3), .compressed("deflate")),
        ("BZh", .compressed("bzip2")),
        (.xz, .compressed("xz")),
        (.pngName, .binary(name: "a PNG image", mediaType: "image/png")),
        (.jpeg, .binary(name: "a JPEG image", mediaType: "image/jpeg")),
        (.gif87a, .binary(name: "a GIF image", mediaType: "image/gif")),
        (.gif89a, .binary(name: "a GIF image", mediaType: "image/gif")),
        ("%PDF-", .binary(name: "a PDF document", mediaType: "application/pdf")),
        ("PK\u{3}\u{4}", .binary(name: "a ZIP archive", mediaType: "application/zip")),
        ("bplist00", .binary(name: "a binary property list", mediaType: "application/x-apple-binary-plist")),
    ]

    /// Detects HTML by the tags of WHATWG MIME Sniffing §7.1, then XML, then JSON by its first characters.
    private static func text(_ body: ResponseBytes) -> BodySignature? {
        var start = 0
        while start < body.count, body[start].isWhitespace || body[start] == .formFeed { start += 1 }
        guard start < body.count else { return nil }
        let text = body.dropFirst(start)
        switch text[0] {
        case UInt8(ascii: "<"): return markup(text)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return startsJSON(text) ? .json : nil
        default: return nil
        }
    }

    private static func markup(_ text: ResponseBytes) -> BodySignature? {
        let text = withoutComments(text)
        let beginning = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
        if htmlTags.contains(where: { isTag($0, at: beginning) }) { return .html }
        guard beginning.hasPrefix("<?xml") else { return nil }
        let head = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
        return head.contains("<!doctype html") || head.contains("<html") ? .html : .xml
    }

    private static let htmlTags = [
        "<!doctype html", "<html", "<head", "<body", "<script", "<title", "<meta", "<h1", "<div", "<p", "<br",
        "<center",
    ]

    /// Returns whether a text begins with a tag, followed by whitespace, `/`, or `>`: `<metadata>` is not `<meta>`.
    private static func isTag(_ tag: String, at text: String) -> Bool {
        guard text.hasPrefix(tag), let next = text.dropFirst(tag.count).first else { return false }
        return next.isWhitespace || next == ">" || next == "/"
    }

    /// Returns the first 4,096 bytes of the text without leading comments, which HTML and XML both allow.
    private static func withoutComments(_ text: ResponseBytes) -> Slice<ResponseBytes> {
        var text = text[..<min(text.count, 4096)]
        while text.starts(with: "<!--".utf8), let end = text.firstRange(of: "-->".utf8) {
            text = text[end.upperBound...].drop { $0.isWhitespace }
        }
        return text
    }

    /// Returns whether the opening bracket is followed by a string, a value, the closing bracket, or nothing.
    private static func startsJSON(_ text: ResponseBytes) -> Bool {
        var next = 1
        while next < text.count, text[next].isWhitespace { next += 1 }
        guard next < text.count else { return true }
        if text[0] == UInt8(ascii: "{") { return [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(text[next]) }
        return Array("\"-0123456789[{]tfn".utf8).contains(text[next])
    }
}
