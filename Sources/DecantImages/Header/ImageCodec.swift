import DecantCore

/// A reader of the headers of one file format.
protocol ImageHeaderReader: SendableMetatype {
    /// Reads the header without decoding pixels.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader

    /// Returns the smallest size that decoding an image with a header allocates pixels for.
    static func minSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int)
}

extension ImageHeaderReader {
    static func minSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int) {
        (header.width, header.height)
    }
}

/// A decoder of one file format.
///
/// If the format's trait is disabled, only its header reader is available.
protocol ImageDecoder: ImageHeaderReader {
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
}

/// A file format: its names, its signatures, and its reader.
///
/// To add a format, add a member to ``ImageFormat``, an entry to ``all``, and a folder with the reader and the decoder.
struct ImageCodec: Sendable {
    let format: ImageFormat
    /// The display name.
    let name: String
    /// The registered media type, or the one in common use.
    let mediaType: ResponseMediaType
    let aliases: [ResponseMediaType]
    /// Whether several images in one file are the frames of an animation.
    let supportsAnimation: Bool
    /// The package trait that enables the decoder, or nil if no trait is needed, or none helps on this system.
    let trait: String?
    /// The signatures of the format; one match is sufficient.
    let signatures: [ImageSignature]
    /// The reader, or nil for a format that is only recognized.
    let reader: (any ImageHeaderReader.Type)?
    /// The decoder, or nil if it is not built in.
    let decoder: (any ImageDecoder.Type)?

    init(
        _ format: ImageFormat,
        _ name: String,
        _ mediaType: ResponseMediaType,
        aliases: [ResponseMediaType] = [],
        supportsAnimation: Bool = false,
        trait: String? = nil,
        reader: (any ImageHeaderReader.Type)?,
        _ signatures: ImageSignature...
    ) {
        self.format = format
        self.name = name
        self.mediaType = mediaType
        self.aliases = aliases
        self.supportsAnimation = supportsAnimation
        #if canImport(ImageIO)
        self.trait = nil
        let reader = format == .heic ? ImageIOPhotoDecoder.self : reader
        #else
        self.trait = trait
        #endif
        self.signatures = signatures
        self.reader = reader
        decoder = reader as? any ImageDecoder.Type
    }

    /// The table of all formats, in the order of matching signatures; the weakest signatures are last.
    static let all: [ImageCodec] = [
        ImageCodec(
            .png,
            "PNG",
            "image/png",
            aliases: ["image/apng"],
            supportsAnimation: true,
            reader: PNGDecoder.self,
            .png
        ),
        ImageCodec(.jpeg, "JPEG", "image/jpeg", trait: "JPEG", reader: JPEGDecoder.self, .bytes([0xFF, 0xD8, 0xFF])),
        ImageCodec(
            .gif,
            "GIF",
            "image/gif",
            supportsAnimation: true,
            reader: GIFDecoder.self,
            .text("GIF87a"),
            .text("GIF89a")
        ),
        ImageCodec(
            .webp,
            "WebP",
            "image/webp",
            supportsAnimation: true,
            trait: "WebP",
            reader: WebPDecoder.self,
            .test { $0.starts(with: "RIFF".utf8) && $0.count >= 12 && $0.dropFirst(8).starts(with: "WEBP".utf8) }
        ),
        ImageCodec(
            .tiff,
            "TIFF",
            "image/tiff",
            trait: "TIFF",
            reader: TIFFDecoder.self,
            .bytes([0x49, 0x49, 0x2A, 0x00]),
            .bytes([0x4D, 0x4D, 0x00, 0x2A]),
            .bytes([0x49, 0x49, 0x2B, 0x00]),
            .bytes([0x4D, 0x4D, 0x00, 0x2B])
        ),
        ImageCodec(
            .avif,
            "AVIF",
            "image/avif",
            supportsAnimation: true,
            trait: "AVIF",
            reader: AVIFDecoder.self,
            .test { FileTypeBox($0)?.isAVIF ?? false }
        ),
        ImageCodec(
            .heic,
            "HEIC",
            "image/heic",
            aliases: ["image/heif", "image/heic-sequence", "image/heif-sequence"],
            supportsAnimation: true,
            trait: "HEIC",
            reader: HEICDecoder.self,
            .test { FileTypeBox($0)?.isHEIF ?? false }
        ),
        ImageCodec(
            .jpegXL,
            "JPEG XL",
            "image/jxl",
            supportsAnimation: true,
            reader: nil,
            .bytes([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
            .bytes([0xFF, 0x0A])
        ),
        ImageCodec(.bmp, "BMP", "image/bmp", reader: BMPDecoder.self, .text("BM")),
        ImageCodec(.ico, "ICO", "image/vnd.microsoft.icon", reader: IconDecoder.self, .bytes([0, 0, 1, 0])),
        ImageCodec(.cur, "CUR", "image/vnd.microsoft.icon", reader: IconDecoder.self, .bytes([0, 0, 2, 0])),
        ImageCodec(.xbm, "XBM", "image/x-xbitmap", reader: XBMDecoder.self, .test { XBMDecoder.hasSignature($0) }),
        ImageCodec(.svg, "SVG", "image/svg+xml", reader: nil, .test { TextBeginning($0).isSVG }),
    ]

    private static let byFormat = Dictionary(uniqueKeysWithValues: all.map { ($0.format, $0) })

    /// Returns the codec of a format.
    static func of(_ format: ImageFormat) -> ImageCodec {
        byFormat[format] ?? ImageCodec(format, format.rawValue, "image/x-unknown", reader: nil)
    }
}

/// A test for a file format, applied to the first bytes.
enum ImageSignature: Sendable {
    /// The bytes at the start of a file.
    case bytes([UInt8])
    /// A test of at most the first 4 KiB.
    case test(@Sendable (ResponseBytes) -> Bool)

    /// The signature of PNG files (PNG, Third Edition, section 5.2).
    static let png = bytes([0x89] + "PNG\r\n\u{1A}\n".utf8)

    /// The prefix of ``png`` before its line ends.
    static let pngName = bytes([0x89] + "PNG".utf8)

    /// Returns the signature of a file that starts with a text.
    static func text(_ text: String) -> Self { bytes(Array(text.utf8)) }

    func matches(_ body: ResponseBytes) -> Bool {
        switch self {
        case .bytes(let bytes): body.count >= bytes.count && bytes.indices.allSatisfy { body[$0] == bytes[$0] }
        case .test(let test): test(body)
        }
    }
}

/// The first box of a file in the ISO base media format (ISO 14496-12, section 4.3), with its brands.
private struct FileTypeBox {
    private let body: ResponseBytes

    /// Creates the box; returns nil if the body does not start with it.
    init?(_ body: ResponseBytes) {
        guard body.count >= 12, body.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        self.body = body
    }

    /// Whether the file is an image with AV1.
    ///
    /// The brand may be a compatible brand that follows a general major brand.
    var isAVIF: Bool { ["avif", "avis"].contains(major) || isHEIF && isCompatible(with: "avif") }
    /// Whether the major brand is HEIF, which does not identify the codec, or HEIF with HEVC.
    var isHEIF: Bool { ["heic", "heix", "hevc", "hevx", "mif1", "msf1"].contains(major) }
    private var major: String { Self.text(at: 8, body) }

    private func isCompatible(with brand: String) -> Bool {
        let length = Int(body[2]) << 8 | Int(body[3])
        let end = min(body.count, length, 512)
        return stride(from: 16, to: max(16, end - 3), by: 4).contains { Self.text(at: $0, body) == brand }
    }

    private static func text(at offset: Int, _ body: ResponseBytes) -> String {
        String(decoding: (offset..<offset + 4).map { body[$0] }, as: UTF8.self)
    }
}

/// The prefix of a text format, without leading whitespace and byte-order mark.
struct TextBeginning {
    private let text: String
    /// The text from the first character that is neither whitespace nor a byte-order mark.
    let start: Substring

    init(_ body: ResponseBytes) {
        text = Self.mayBeText(body) ? String(decoding: body.prefix(512), as: UTF8.self) : ""
        start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    /// Returns whether the first byte begins markup, a comment or directive of C, whitespace, or a byte-order mark.
    private static func mayBeText(_ body: ResponseBytes) -> Bool {
        guard let first = body.first else { return false }
        switch first {
        case 0...UInt8(ascii: " "), UInt8(ascii: "<"), UInt8(ascii: "#"), UInt8(ascii: "/"): return true
        // The lead bytes of whitespace beyond ASCII, and of the byte-order mark.
        case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: return true
        default: return false
        }
    }

    /// Whether the text is SVG: it starts with the `svg` element, or contains it after a declaration or a comment.
    var isSVG: Bool {
        if start.hasPrefix("<svg") { return true }
        let isMarkup = ["<?xml", "<!DOCTYPE svg", "<!--"].contains { start.hasPrefix($0) }
        return isMarkup && text.contains("<svg")
    }
}
