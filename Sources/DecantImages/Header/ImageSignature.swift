import DecantCore

/// A way to recognise a file format by its first bytes.
enum ImageSignature: Sendable {
    /// Fixed bytes.
    case bytes(ByteSignature)

    /// A test of at most the first 4 KiB.
    case test(@Sendable (ResponseBody) -> Bool)

    func matches(_ body: ResponseBody) -> Bool {
        switch self {
        case .bytes(let signature): signature.matches(body)
        case .test(let test): test(body)
        }
    }
}

/// The first box of a file of the ISO base media format (ISO 14496-12, section 4.3): its brands.
struct FileTypeBox {
    private let body: ResponseBody

    /// Gives nil if the body does not begin with the box.
    init?(_ body: ResponseBody) {
        guard body.count >= 12, Self.text(at: 4, body) == "ftyp" else { return nil }
        self.body = body
    }

    /// Whether the file is an image with AV1.
    ///
    /// The brand may be among the compatible ones, after a general one.
    var isAVIF: Bool { ["avif", "avis"].contains(major) || isHEIF && isCompatible(with: "avif") }

    /// Whether the major brand is one of HEIF, which does not tell the codec, or of HEVC in it.
    var isHEIF: Bool { ["heic", "heix", "hevc", "hevx", "mif1", "msf1"].contains(major) }

    private var major: String { Self.text(at: 8, body) }

    private func isCompatible(with brand: String) -> Bool {
        let length = Int(body[2]) << 8 | Int(body[3])
        let end = min(body.count, length, 512)
        return stride(from: 16, to: max(16, end - 3), by: 4).contains { Self.text(at: $0, body) == brand }
    }

    private static func text(at offset: Int, _ body: ResponseBody) -> String {
        String(decoding: (offset..<offset + 4).map { body[$0] }, as: UTF8.self)
    }
}

/// The beginning of a format that is written in text, without white space and a byte-order mark before it.
struct TextBeginning {
    private let text: String

    /// The first characters that are not white space.
    let start: Substring

    init(_ body: ResponseBody) {
        text = String(decoding: body.prefix(512).bytes, as: UTF8.self)
        start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    /// Whether the text is SVG: the element comes first, or follows a declaration or a comment.
    var isSVG: Bool {
        if start.hasPrefix("<svg") { return true }
        let isMarkup = ["<?xml", "<!DOCTYPE svg", "<!--"].contains { start.hasPrefix($0) }
        return isMarkup && text.contains("<svg")
    }
}
