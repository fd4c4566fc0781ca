import Decant

/// A guess of the media type of a body from its file name and its first bytes.
struct MediaTypeGuess {
    /// The media type.
    let mediaType: ResponseMediaType

    /// The evidence for the guess.
    let reason: String

    /// Guesses the type of a body, or of the content of a compressed file unless it is unknown.
    init?(fileName: String?, _ body: ResponseBytes, isRaw: Bool) {
        if !isRaw, let content = CompressedContent.beginning(of: body),
            let guess = Self(fileName: CompressedContent.name(fileName), content),
            guess.mediaType != "application/octet-stream"
        {
            self = guess
        } else {
            self.init(fileName: fileName, body)
        }
    }

    /// Guesses the type; nil for an empty body whose name has no known suffix.
    init?(fileName: String?, _ body: ResponseBytes) {
        if let suffix = fileName?.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased(),
            let mediaType = Self.suffixes[suffix]
        {
            self.mediaType = mediaType
            reason = "the name"
        } else {
            guard !body.isEmpty else { return nil }
            mediaType = Self.mediaType(of: body)
            reason = "the first bytes"
        }
    }

    /// Returns the type for the signature of a body (WHATWG MIME Sniffing §5 and §6, limited to useful types).
    private static func mediaType(of body: ResponseBytes) -> ResponseMediaType {
        if let signed = DecodingKind.mediaType(bySignatureOf: body) { return signed }
        let start = body.prefix(512)
        for (signature, mediaType) in signatures where start.starts(with: signature) { return mediaType }
        let text = start.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if text.starts(with: "{".utf8) || text.starts(with: "[".utf8) { return "application/json" }
        if let markup = MarkupBeginning(of: body) {
            if markup.root == "html" { return "text/html" }
            if markup.root == "plist" { return "application/x-plist" }
            if markup.isDeclared || markup.isElement { return "application/xml" }
        }
        return TextValidity.isText(body) ? "text/plain" : "application/octet-stream"
    }

    private static let suffixes: [String: ResponseMediaType] = [
        "jsonl": "application/jsonl", "ndjson": "application/x-ndjson",
        "json": "application/json", "map": "application/json", "geojson": "application/geo+json",
        "jsonld": "application/ld+json", "txt": "text/plain", "text": "text/plain", "log": "text/plain",
        "md": "text/markdown", "csv": "text/csv", "html": "text/html", "htm": "text/html", "css": "text/css",
        "js": "text/javascript", "xml": "application/xml", "svg": "image/svg+xml", "yaml": "application/yaml",
        "yml": "application/yaml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "apng": "image/apng", "bmp": "image/bmp", "dib": "image/bmp",
        "ico": "image/vnd.microsoft.icon",
        "cur": "image/vnd.microsoft.icon", "xbm": "image/x-xbitmap", "jpe": "image/jpeg", "jfif": "image/jpeg",
        "tif": "image/tiff",
        "tiff": "image/tiff", "avif": "image/avif", "heic": "image/heic", "jxl": "image/jxl", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip",
        "bin": "application/octet-stream", "plist": "application/x-plist",
    ]

    private static let signatures: [([UInt8], ResponseMediaType)] = [
        (Array("%PDF-".utf8), "application/pdf"), ([0x1F, 0x8B], "application/gzip"),
        ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
    ]
}

/// The markup in the first kilobyte of a body: whether it has an XML declaration, and the name of the root element.
struct MarkupBeginning {
    /// Whether it begins with an XML declaration.
    let isDeclared: Bool

    /// The lowercase name in the document type declaration or the first tag; empty if neither is in the first kilobyte.
    let root: String

    /// Whether it begins with a tag or a document type of a name that is not typical of HTML.
    let isElement: Bool

    /// The elements that begin pages and fragments of HTML without being common roots of XML.
    private static let htmlElements: Set = [
        "html", "head", "body", "script", "style", "iframe", "font", "table", "div", "span", "p", "br", "h1", "h2",
        "h3",
        "img", "form", "input", "ul", "ol", "center", "meta", "link", "title", "pre",
    ]

    /// Examines a body in UTF-8, or in UTF-16 with a byte-order mark; nil if the first character is not `<`.
    init?(of body: ResponseBytes) {
        var text = Self.prefixText(of: body)
        text.trimStart()
        guard text.first == "<" else { return nil }
        isDeclared = text.hasPrefix("<?xml")
        while let end = text.hasPrefix("<?") ? "?>" : text.hasPrefix("<!--") ? "-->" : nil {
            text.drop(through: end)
            text.trimStart()
        }
        var name = text.hasPrefix("<") ? text.dropFirst() : ""
        if name.prefix(8).lowercased() == "!doctype" {
            name = name.dropFirst(8)
            name.trimStart()
        }
        root = name.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }.lowercased()
        isElement =
            text.first == "<" && root.first?.isLetter == true && !Self.htmlElements.contains(root)
            && name.dropFirst(root.count).first.map { $0.isWhitespace || "/>[".contains($0) } == true
    }

    private static func prefixText(of body: ResponseBytes) -> Substring {
        let bytes = body.prefix(1024)
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else {
            return Substring(String(decoding: bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }, as: UTF8.self))
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Substring(String(decoding: units, as: UTF16.self))
    }
}

extension Substring {
    fileprivate mutating func trimStart() {
        self = drop { $0.isWhitespace }
    }

    /// Drops everything up to and including a text; everything if the text does not occur.
    fileprivate mutating func drop(through text: String) {
        while !isEmpty, !hasPrefix(text) { removeFirst() }
        removeFirst(Swift.min(count, text.count))
    }
}

/// Whether bytes of an unknown type are text.
enum TextValidity {
    /// Returns whether the bytes are valid UTF-8 without a zero byte, or begin with a byte-order mark of UTF-16.
    static func isText(_ body: ResponseBytes) -> Bool {
        let bytes = body
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
}
