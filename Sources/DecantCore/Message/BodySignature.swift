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
        if let known = Self.magic.first(where: { body.hasPrefix($0.bytes) }) {
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
            return zip($0.bytes, first).allSatisfy { $0 == $1 }
        }
    }

    /// The magic numbers of files: the bytes with which they start.
    private static let magic: [(bytes: [UInt8], signature: BodySignature)] = [
        (CodingSignature.gzip, .compressed("gzip")),
        (CodingSignature.frame, .compressed("zstd")),
        // The zlib headers of the levels from 0 to 3, each a multiple of 31 (RFC 1950 §2.2).
        ([CodingSignature.zlibMethod, 0x01], .compressed("deflate")),
        ([CodingSignature.zlibMethod, 0x5E], .compressed("deflate")),
        ([CodingSignature.zlibMethod, 0x9C], .compressed("deflate")),
        ([CodingSignature.zlibMethod, 0xDA], .compressed("deflate")),
        (Array("BZh".utf8), .compressed("bzip2")),
        // The .xz File Format, section 2.1.1.1.
        ([0xFD] + "7zXZ\0".utf8, .compressed("xz")),
        // The prefix of the signature (PNG, Third Edition, section 5.2) that survives a transfer in text mode, which
        // damages the line ends after it.
        ([0x89] + "PNG".utf8, .binary(name: "a PNG image", mediaType: "image/png")),
        // SOI and the first byte of the next marker (ITU T.81, section B.1.1.3).
        ([0xFF, 0xD8, 0xFF], .binary(name: "a JPEG image", mediaType: "image/jpeg")),
        (Array("GIF87a".utf8), .binary(name: "a GIF image", mediaType: "image/gif")),
        (Array("GIF89a".utf8), .binary(name: "a GIF image", mediaType: "image/gif")),
        (Array("%PDF-".utf8), .binary(name: "a PDF document", mediaType: "application/pdf")),
        (Array("PK\u{3}\u{4}".utf8), .binary(name: "a ZIP archive", mediaType: "application/zip")),
        (
            Array("bplist00".utf8),
            .binary(name: "a binary property list", mediaType: "application/x-apple-binary-plist")
        ),
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

/// Magic numbers and tests that distinguish compressed data from plain data by its first bytes.
package enum CodingSignature {
    /// ID1 and ID2 of gzip data (RFC 1952 §2.3.1).
    static let gzip: [UInt8] = [0x1F, 0x8B]

    /// The CMF byte that nearly all encoders write in zlib data: deflate with a window of 32 KiB (RFC 1950 §2.2).
    static let zlibMethod: UInt8 = 0x78

    /// The magic number of a zstd frame (RFC 8878 §3.1.1).
    static let frame = littleEndian(0xFD2F_B528)

    /// The magic number of a skippable frame of zstd data; its lowest four bits are arbitrary (RFC 8878 §3.1.2).
    private static let skippableFrame = littleEndian(0x184D_2A50)

    private static func littleEndian(_ magic: UInt32) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: magic >> $0) }
    }

    static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: gzip) }

    /// Returns whether the bytes start with a zlib header: the method 8 and check bits that make the first two bytes a
    /// multiple of 31 (RFC 1950 §2.2).
    static func isZlib(_ bytes: some Collection<UInt8>) -> Bool {
        let header = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        return bytes.count > 1 && (header >> 8) % 16 == 8 && header.isMultiple(of: 31)
    }

    static func isZstd(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count > 3 && (startsFrame(bytes) || startsSkippableFrame(bytes))
    }

    /// Returns whether the bytes can start a zstd frame; fewer than four bytes are compared with its prefix.
    static func startsFrame(_ bytes: some Collection<UInt8>) -> Bool { frame.starts(with: bytes.prefix(4)) }

    /// Returns whether the bytes can start a skippable frame; fewer than four bytes are compared with its prefix.
    static func startsSkippableFrame(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        return first >> 4 == skippableFrame[0] >> 4
            && skippableFrame.dropFirst().starts(with: bytes.dropFirst().prefix(3))
    }

    /// Returns whether the bytes are UTF-8 text without control characters other than whitespace.
    ///
    /// The last character may be truncated.
    package static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        let isControl = bytes.contains { byte in
            byte < .space && !byte.isWhitespace && byte != .formFeed || byte == UInt8(ascii: "\u{7F}")
        }
        guard !isControl else { return false }
        return (0...min(3, bytes.count)).contains { cut in
            isCutCharacter(bytes.suffix(cut)) && String(validUTF8: bytes.dropLast(cut)) != nil
        }
    }

    /// Returns whether the bytes are empty or a prefix of one UTF-8 character.
    private static func isCutCharacter(_ bytes: some Collection<UInt8>) -> Bool {
        guard let lead = bytes.first else { return true }
        // The first bytes of characters of two, three, and four bytes start at these values; the largest is F4 (RFC
        // 3629 §4).
        let minLead: UInt8 = bytes.count == 1 ? 0xC2 : bytes.count == 2 ? 0xE0 : 0xF0
        return (minLead...0xF4).contains(lead) && bytes.dropFirst().allSatisfy(UTF8.isContinuation)
    }
}
