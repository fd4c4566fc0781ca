internal import HTTPTypes

/// Guesses from the head and the bytes why a response is not the expected one, and suggests a remedy.
struct BodyDiagnosis {
    private let body: ResponseBytes
    private let context: ResponseContext
    private let validation: ResponseValidation

    init(_ body: ResponseBytes, _ context: ResponseContext, _ validation: ResponseValidation) {
        self.body = body
        self.context = context
        self.validation = validation
    }

    /// One sentence, or nil if nothing gives itself away.
    func hint(for error: ResponseError) -> String? {
        switch error.code {
        case .unacceptableStatus: statusHint ?? formatHint
        case .unacceptableMediaType, .missingMediaType, .malformedMediaType: formatHint ?? labelHint
        case .malformedBody, .invalidText: formatHint ?? (error.details.isCut ? cutHint : nil)
        case .truncatedBody: formatHint
        case .emptyBody, .noneSucceeded: formatHint
        default: nil
        }
    }

    private var statusHint: String? {
        guard let head = context.head else { return nil }
        if head.status.code == 304 {
            return "a 304 response has no body; accept the status and use the stored response"
        }
        if (300..<400).contains(head.status.code), let location = head.headerFields[.location] {
            return "a redirect to \(location) was not followed"
        }
        return RetryAfter(head).map { retry in
            "the server asks to retry after \(Int(clamping: retry.seconds).counted("second"))"
        }
    }

    /// A hint that names the format of the bytes, if it is not the expected one.
    private var formatHint: String? {
        if XSSIPrefix.length(in: body) > 0, expected == "JSON" {
            return "the body begins with a prefix against cross-site inclusion; .preparing(.xssiPrefix) removes it"
        }
        if isAsExpected { return nil }
        switch BodySignature(body) {
        case .compressed(let coding): return compressionHint(coding)
        case .html where expected != "HTML": return "\(expectation)received an HTML page\(pageTitle)"
        case .json where expected == "XML": return "\(expectation)received a body that looks like JSON"
        case .xml: return "\(expectation)received an XML document"
        case .binary(let name, _) where expected != nil: return "\(expectation)received \(name)"
        default: return nil
        }
    }

    /// A hint for a text that ends too early.
    private var cutHint: String {
        let length = context.head?.headerFields[.contentLength].flatMap { Int($0) }
        guard length == body.count, context.contentEncodings.isEmpty else { return "the body looks truncated" }
        return "the body looks truncated, although it has the length that the server announced"
    }

    private func compressionHint(_ coding: String) -> String {
        if !context.contentEncodings.isEmpty {
            return "the body is still compressed (\(coding)); the client has to decode its Content-Encoding"
        }
        return "the body is compressed (\(coding)), but has no Content-Encoding"
    }

    /// A hint for a body in the expected format whose media type is wrong or missing.
    private var labelHint: String? {
        guard isAsExpected, let expected else { return nil }
        guard let label = context.mediaType else {
            return "the body looks like \(expected); .acceptingAnyMediaType() accepts it"
        }
        return "the body looks like \(expected); .accepting(\"\(label.essence)\") accepts this media type"
    }

    private var expectation: String { expected.map { "expected \($0), but " } ?? "" }

    /// The format asked for, in the words of a person.
    private var expected: String? {
        guard let pattern = validation.formatMediaTypes.first, case .exact(let mediaType) = pattern.shape else {
            return nil
        }
        let names = [
            "application/json": "JSON", "application/xml": "XML", "text/html": "HTML",
            "application/x-plist": Self.propertyList,
        ]
        return names[mediaType.essence] ?? (mediaType.type == "image" ? Self.image : nil)
    }

    private static let image = "an image"

    private static let propertyList = "a property list"

    /// Whether the first bytes are those of the format that was asked for.
    private var isAsExpected: Bool {
        switch BodySignature(body) {
        case .json: expected == "JSON"
        case .xml: expected == "XML" || expected == Self.propertyList && namesPropertyList
        case .binary(_, "application/x-apple-binary-plist"): expected == Self.propertyList
        case .binary(_, let mediaType): mediaType.type == "image" && expected == Self.image
        default: false
        }
    }

    /// Whether the body names the root element that property lists have in XML.
    private var namesPropertyList: Bool {
        String(decoding: body.prefix(1024), as: UTF8.self).range(ofASCII: "plist") != nil
    }

    /// The title of an HTML page, often the best description: “Sign in”, “502 Bad Gateway”.
    private var pageTitle: String {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard let start = text.range(ofASCII: "<title"), let close = text[start.upperBound...].firstIndex(of: ">")
        else { return "" }
        let title = text[text.index(after: close)...].prefix { $0 != "<" }.prefix(80)
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "" : ": “\(words.excerpt(80))”"
    }
}

extension String {
    /// Finds ASCII text without regard to letter case.
    fileprivate func range(ofASCII wanted: String) -> Range<String.Index>? {
        let pattern = Array(wanted.utf8)
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if utf8[start...].prefix(pattern.count).map({ $0 | 0x20 }).elementsEqual(pattern.map { $0 | 0x20 }) {
                return start..<utf8.index(start, offsetBy: pattern.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}

/// The format of a body, as its first bytes show it.
///
/// This serves hints and guesses only; no decoder is chosen by it unless the caller asks for a guess.
package enum BodySignature: Sendable, Hashable {
    case html
    case xml
    case json
    case compressed(String)
    case binary(name: String, mediaType: ResponseMediaType)

    /// The format in the words of a person, such as “HTML” or “a PDF document”.
    package var name: String {
        switch self {
        case .html: "HTML"
        case .xml: "XML"
        case .json: "JSON"
        case .compressed(let coding): "compressed (\(coding))"
        case .binary(let name, _): name
        }
    }

    /// Looks at the first bytes of a body.
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

    private static let magic: [(bytes: ByteSignature, signature: BodySignature)] = [
        ([0x1F, 0x8B], .compressed("gzip")),
        ([0x28, 0xB5, 0x2F, 0xFD], .compressed("zstd")),
        ([0x78, 0x01], .compressed("deflate")),
        ([0x78, 0x5E], .compressed("deflate")),
        ([0x78, 0x9C], .compressed("deflate")),
        ([0x78, 0xDA], .compressed("deflate")),
        ([0x42, 0x5A, 0x68], .compressed("bzip2")),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .compressed("xz")),
        (.pngName, .binary(name: "a PNG image", mediaType: "image/png")),
        (.jpeg, .binary(name: "a JPEG image", mediaType: "image/jpeg")),
        (.gif87a, .binary(name: "a GIF image", mediaType: "image/gif")),
        (.gif89a, .binary(name: "a GIF image", mediaType: "image/gif")),
        ("%PDF-", .binary(name: "a PDF document", mediaType: "application/pdf")),
        ([0x50, 0x4B, 0x03, 0x04], .binary(name: "a ZIP archive", mediaType: "application/zip")),
        ("bplist00", .binary(name: "a binary property list", mediaType: "application/x-apple-binary-plist")),
    ]

    /// HTML by the tags of WHATWG MIME Sniffing §7.1, then XML, then the characters that begin JSON values.
    private static func text(_ body: ResponseBytes) -> BodySignature? {
        var start = 0
        while start < body.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(body[start]) { start += 1 }
        guard start < body.count else { return nil }
        let text = body.dropFirst(start)
        switch text[0] {
        case UInt8(ascii: "<"): return markup(text)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return beginsJSON(text) ? .json : nil
        default: return nil
        }
    }

    private static func markup(_ text: ResponseBytes) -> BodySignature? {
        let beginning = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
        if htmlTags.contains(where: { beginning.hasPrefix($0) }) { return .html }
        guard beginning.hasPrefix("<?xml") else { return nil }
        let head = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
        return head.contains("<!doctype html") || head.contains("<html") ? .html : .xml
    }

    private static let htmlTags = [
        "<!doctype html", "<html", "<head", "<body", "<script", "<title", "<meta", "<h1", "<div", "<!--", "<p>",
        "<br", "<center",
    ]

    /// After the bracket: a string, a value, or the closing bracket.
    private static func beginsJSON(_ text: ResponseBytes) -> Bool {
        var next = 1
        while next < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[next]) { next += 1 }
        guard next < text.count else { return true }
        if text[0] == UInt8(ascii: "{") { return [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(text[next]) }
        return Array("\"-0123456789[{]tfn".utf8).contains(text[next])
    }
}

/// The bytes by which a file format is recognised: one piece at the beginning of a file, or several at fixed offsets.
package struct ByteSignature: Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    private let pieces: [(offset: Int, bytes: [UInt8])]

    /// Creates a signature of bytes at the beginning of a file.
    package init(arrayLiteral bytes: UInt8...) {
        pieces = [(0, bytes)]
    }

    /// Creates a signature of text at the beginning of a file.
    package init(stringLiteral text: String) {
        pieces = [(0, Array(text.utf8))]
    }

    /// Creates a signature of text at the beginning of a file and at a further offset.
    package init(_ text: String, then further: (offset: Int, text: String)) {
        pieces = [(0, Array(text.utf8)), (further.offset, Array(further.text.utf8))]
    }

    /// Returns whether a body has all pieces.
    package func matches(_ body: ResponseBytes) -> Bool {
        pieces.allSatisfy { piece in
            body.count >= piece.offset + piece.bytes.count
                && piece.bytes.indices.allSatisfy { body[piece.offset + $0] == piece.bytes[$0] }
        }
    }

    /// PNG, Third Edition, section 5.2.
    package static let png: Self = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The bytes of ``png`` that a transfer as text leaves alone; the line ends after them show that damage.
    package static let pngName: Self = [0x89, 0x50, 0x4E, 0x47]

    /// ITU T.81, section B.1.1.3: SOI, and the first byte of the next marker.
    package static let jpeg: Self = [0xFF, 0xD8, 0xFF]

    /// GIF89a, section 17, in the older version.
    package static let gif87a: Self = "GIF87a"

    /// GIF89a, section 17.
    package static let gif89a: Self = "GIF89a"
}
