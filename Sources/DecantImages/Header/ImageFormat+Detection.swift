public import DecantCore

extension ImageFormat {
    /// The format that the first bytes of a body are those of, if they are those of a picture.
    ///
    /// The names of AVIF and HEIC files are looked for among their compatible brands too, so that a general brand in front
    /// hides neither.
    ///
    /// - Parameter body: The body, or its beginning; 4 KiB are always enough.
    public init?(firstBytesOf body: ResponseBody) {
        if let signature = ImageSignature.all.first(where: { $0.matches(body) }) {
            self = signature.format == .heic && Self.hasBrand("avif", body) ? .avif : signature.format
        } else if let format = Self.textual(body) {
            self = format
        } else {
            return nil
        }
    }

    /// Looks through the brands of a file's first box (ISO 14496-12 §4.3).
    private static func hasBrand(_ name: String, _ body: ResponseBody) -> Bool {
        let wanted = Array(name.utf8)
        let length = Int(body[2]) << 8 | Int(body[3])
        let end = min(body.count, length, 512)
        return stride(from: 16, to: max(16, end - 3), by: 4).contains { place in
            (0..<4).allSatisfy { body[place + $0] == wanted[$0] }
        }
    }

    /// Tells the formats that are written in text by what they begin with, behind white space and comments.
    private static func textual(_ body: ResponseBody) -> ImageFormat? {
        let text = String(decoding: body.prefix(512).bytes, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if start.hasPrefix("#define") { return .xbm }
        if start.hasPrefix("/*") || start.hasPrefix("//") || start.hasPrefix("#") {
            // A licence may stand in front.
            return String(decoding: body.prefix(4096).bytes, as: UTF8.self).contains("#define ") ? .xbm : nil
        }
        if start.hasPrefix("<svg") { return .svg }
        let isMarkup = start.hasPrefix("<?xml") || start.hasPrefix("<!DOCTYPE svg") || start.hasPrefix("<!--")
        return isMarkup && text.contains("<svg") ? .svg : nil
    }
}
