import Decant

/// Guesses the media type of a body from the name of its file and from its first bytes.
struct MediaTypeGuess {
    /// The media type.
    let mediaType: MediaType

    /// What gave it away.
    let reason: String

    /// Guesses; nil for an empty body whose name has no known suffix.
    init?(fileName: String?, _ body: ResponseBody) {
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

    /// What stands at the beginning of bodies of some types (WHATWG MIME Sniffing §5 and §6, as far as useful here).
    private static func mediaType(of body: ResponseBody) -> MediaType {
        let signed = DecodingKind.allCases.lazy.compactMap { $0.format.mediaType(bySignatureOf: body) }.first
        if let signed { return signed }
        let start = body.prefix(512).bytes
        for (signature, mediaType) in signatures where start.starts(with: signature) { return mediaType }
        let text = start.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if text.starts(with: "{".utf8) || text.starts(with: "[".utf8) { return "application/json" }
        if let markup = MarkupBeginning(of: body) {
            if markup.root == "html" { return "text/html" }
            if markup.root == "plist" { return "application/x-plist" }
            if markup.isDeclared { return "application/xml" }
        }
        return TextValidity.isText(body) ? "text/plain" : "application/octet-stream"
    }

    private static let suffixes: [String: MediaType] = [
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

    private static let signatures: [([UInt8], MediaType)] = [
        (Array("%PDF-".utf8), "application/pdf"), ([0x1F, 0x8B], "application/gzip"),
        ([0x50, 0x4B, 0x03, 0x04], "application/zip"),
    ]
}
