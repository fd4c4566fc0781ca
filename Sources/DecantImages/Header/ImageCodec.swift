import DecantCore

/// A reader of the headers of one file format.
protocol ImageHeaderReader: SendableMetatype {
    /// Reads the header, without decoding anything.
    static func header(_ bytes: ImageBytes) throws(ResponseError) -> ImageHeader

    /// The fewest pixels that decoding an image with a header allocates.
    static func leastSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int)
}

extension ImageHeaderReader {
    static func leastSize(of header: ImageHeader, _ options: ImageOptions) -> (width: Int, height: Int) {
        (header.width, header.height)
    }
}

/// A decoder of one file format; a format whose trait is off has a header reader only.
protocol ImageDecoder: ImageHeaderReader {
    static func decode(_ bytes: ImageBytes, _ options: ImageOptions, in context: inout DecodingContext)
        throws(ResponseError) -> DecodedImage
}

/// A file format: its names, its signatures, and its reader.
///
/// A new format is a member of ``ImageFormat``, a line in ``all``, and a folder with its reader and decoder.
struct ImageCodec: Sendable {
    let format: ImageFormat
    /// The name as people write it.
    let name: String
    /// The registered media type, or the one in common use.
    let mediaType: ResponseMediaType
    let aliases: [ResponseMediaType]
    /// Whether several images in one file are the frames of an animation.
    let supportsAnimation: Bool
    /// The trait of the package that builds the decoder in, if there is one.
    let trait: String?
    /// The first bytes by which the format is recognised; any one of them is enough.
    let signatures: [ImageSignature]
    /// The reader; nil for a format that is only recognised.
    let reader: (any ImageHeaderReader.Type)?
    /// The decoder; nil if it is not built in.
    let decoder: (any ImageDecoder.Type)?

    init(
        _ format: ImageFormat,
        _ name: String,
        _ mediaType: ResponseMediaType,
        aliases: [ResponseMediaType] = [],
        supportsAnimation: Bool = false,
        trait: String? = nil,
        _ reader: (any ImageHeaderReader.Type)?,
        _ signatures: ImageSignature...
    ) {
        self.format = format
        self.name = name
        self.mediaType = mediaType
        self.aliases = aliases
        self.supportsAnimation = supportsAnimation
        self.trait = trait
        self.signatures = signatures
        self.reader = reader
        decoder = reader as? any ImageDecoder.Type
    }

    /// The table of all formats, in the order in which their signatures are tried: the weakest ones are last.
    static let all: [ImageCodec] = [
        ImageCodec(
            .png,
            "PNG",
            "image/png",
            aliases: ["image/apng"],
            supportsAnimation: true,
            PNGDecoder.self,
            .bytes(.png)
        ),
        ImageCodec(.jpeg, "JPEG", "image/jpeg", trait: "JPEG", JPEGDecoder.self, .bytes(.jpeg)),
        ImageCodec(
            .gif,
            "GIF",
            "image/gif",
            supportsAnimation: true,
            GIFDecoder.self,
            .bytes(.gif87a),
            .bytes(.gif89a)
        ),
        ImageCodec(
            .webp,
            "WebP",
            "image/webp",
            supportsAnimation: true,
            trait: "WebP",
            WebPDecoder.self,
            .bytes(ByteSignature("RIFF", then: (8, "WEBP")))
        ),
        ImageCodec(
            .tiff,
            "TIFF",
            "image/tiff",
            trait: "TIFF",
            TIFFDecoder.self,
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
            AVIFDecoder.self,
            .test { FileTypeBox($0)?.isAVIF ?? false }
        ),
        ImageCodec(
            .heic,
            "HEIC",
            "image/heic",
            supportsAnimation: true,
            nil,
            .test { FileTypeBox($0)?.isHEIF ?? false }
        ),
        ImageCodec(
            .jpegXL,
            "JPEG XL",
            "image/jxl",
            supportsAnimation: true,
            nil,
            .bytes([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
            .bytes([0xFF, 0x0A])
        ),
        ImageCodec(.bmp, "BMP", "image/bmp", BMPDecoder.self, .bytes("BM")),
        ImageCodec(.ico, "ICO", "image/vnd.microsoft.icon", IconDecoder.self, .bytes([0, 0, 1, 0])),
        ImageCodec(.cur, "CUR", "image/vnd.microsoft.icon", IconDecoder.self, .bytes([0, 0, 2, 0])),
        ImageCodec(.xbm, "XBM", "image/x-xbitmap", XBMDecoder.self, .test { XBMDecoder.begins($0) }),
        ImageCodec(.svg, "SVG", "image/svg+xml", nil, .test { TextBeginning($0).isSVG }),
    ]

    private static let byFormat = Dictionary(uniqueKeysWithValues: all.map { ($0.format, $0) })

    /// The line of a format in the table.
    static func of(_ format: ImageFormat) -> ImageCodec {
        byFormat[format] ?? ImageCodec(format, format.rawValue, "image/x-unknown", nil)
    }
}

/// A way to recognise a file format by its first bytes.
enum ImageSignature: Sendable {
    case bytes(ByteSignature)
    /// A test of at most the first 4 KiB.
    case test(@Sendable (ResponseBytes) -> Bool)

    func matches(_ body: ResponseBytes) -> Bool {
        switch self {
        case .bytes(let signature): signature.matches(body)
        case .test(let test): test(body)
        }
    }
}

/// The first box of a file of the ISO base media format (ISO 14496-12, section 4.3): its brands.
private struct FileTypeBox {
    private let body: ResponseBytes

    /// Returns nil if the body does not begin with the box.
    init?(_ body: ResponseBytes) {
        guard body.count >= 12, Self.text(at: 4, body) == "ftyp" else { return nil }
        self.body = body
    }

    /// Whether the file is an image with AV1.
    ///
    /// The brand may be among the compatible ones, after a general one.
    var isAVIF: Bool { ["avif", "avis"].contains(major) || isHEIF && isCompatible(with: "avif") }
    /// Whether the major brand is one of HEIF, which does not name the codec, or of HEVC in it.
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

/// The beginning of a format that is written in text, without white space and a byte-order mark before it.
struct TextBeginning {
    private let text: String
    /// The first characters that are not white space.
    let start: Substring

    init(_ body: ResponseBytes) {
        text = String(decoding: body.prefix(512), as: UTF8.self)
        start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    }

    /// Whether the text is SVG: the element comes first, or follows a declaration or a comment.
    var isSVG: Bool {
        if start.hasPrefix("<svg") { return true }
        let isMarkup = ["<?xml", "<!DOCTYPE svg", "<!--"].contains { start.hasPrefix($0) }
        return isMarkup && text.contains("<svg")
    }
}
