public import DecantCore

/// The properties of an image that its first bytes contain.
public struct ImageHeader: Sendable, Hashable {
    /// The format.
    public let format: ImageFormat
    /// The stored width in pixels, before orientation.
    public let width: Int
    /// The stored height in pixels, before orientation.
    public let height: Int

    /// The number of frames if the first bytes contain it; for an icon, the number of its images.
    ///
    /// GIF files do not store a frame count; the frames are counted if the end is within reach.
    public internal(set) var frames: Int?
    /// The orientation of the image.
    public internal(set) var orientation = ImageOrientation.up
    /// The stored number of bits of a channel or of a palette index.
    public let bitsPerChannel: Int
    /// The color model of the stored pixels.
    public let colorModel: ImageColorModel
    /// Whether pixels may be transparent.
    public internal(set) var hasAlpha: Bool
    /// Whether the stored colors are multiplied by alpha; ``ImageOptions/premultipliesAlpha`` decides about decoded pixels.
    public internal(set) var isPremultiplied = false
    /// Whether all samples of one channel are stored before the samples of the next.
    public internal(set) var isPlanar = false

    init(
        _ format: ImageFormat,
        width: Int,
        height: Int,
        frames: Int? = 1,
        bitsPerChannel: Int,
        colorModel: ImageColorModel,
        hasAlpha: Bool
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.frames = frames
        self.bitsPerChannel = bitsPerChannel
        self.colorModel = colorModel
        self.hasAlpha = hasAlpha
    }
}

/// The color model of the pixels in a file.
///
/// Decoded pixels are always RGBA.
public enum ImageColorModel: String, Sendable, Hashable, Codable {
    /// Shades of gray, with or without alpha.
    case gray
    /// Red, green, and blue, with or without alpha.
    case rgb
    /// Indices into a palette of colors.
    case indexed
    /// Cyan, magenta, yellow, and black.
    case cmyk
}

// MARK: - Reading

extension ImageHeader {
    /// Parses the properties that the first bytes of an image contain.
    ///
    /// Pixels are not decoded, and the body may be incomplete: 33 bytes are enough for any PNG, 26 to 70 for a bitmap,
    /// 13 for a GIF. No limits apply, which allows describing an image that exceeds them.
    ///
    /// ```swift
    /// let header = try ImageHeader(parsing: bytes.prefix(4096))
    /// print(header.format, header.width, header.height, header.frames ?? 1)
    /// ```
    ///
    /// - Parameter bytes: The body or a prefix. A `ResponseBytes` is not copied.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.truncatedBody` if more bytes are needed,
    ///   `ResponseError.Code.unsupportedFormat` if the format is known, but not built in, else
    ///   `ResponseError.Code.malformedBody`.
    public init(parsing bytes: some Sequence<UInt8>) throws(ResponseError) {
        let body = ResponseBytes(bytes)
        guard let format = ImageFormat(signatureOf: body) else { throw ImageFormat.unknown(body) }
        try self.init(parsing: body, as: format)
    }

    /// Parses the properties that the first bytes of an image with a known format contain.
    init(parsing body: ResponseBytes, as format: ImageFormat) throws(ResponseError) {
        guard let reader = format.codec.reader else { throw format.unsupported }
        self = try reader.header(ImageBytes(body, format))
    }
}

/// The orientation of an image: the Orientation tag of Exif 2.3 §4.6.4 and TIFF 6.0.
///
/// The names are the same as on Apple's systems. Each names the displayed side of the first stored row.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// No rotation.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Transposed: mirrored along the diagonal from the upper left.
    case leftMirrored = 5
    /// Displayed after a rotation by 90° clockwise.
    case right = 6
    /// Mirrored along the diagonal from the upper right.
    case rightMirrored = 7
    /// Displayed after a rotation by 90° counterclockwise.
    case left = 8

    /// Whether width and height are swapped.
    public var swapsWidthAndHeight: Bool { rawValue >= 5 }
}

/// The format of an image, recognized by its first bytes.
///
/// All named formats are recognized; ``builtIn`` lists the formats that this build decodes.
public struct ImageFormat: RawRepresentable, Sendable, Hashable, Codable {
    /// The stable identifier of the format.
    public let rawValue: String

    /// Creates a format from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension ImageFormat {
    /// PNG, and APNG with it (W3C PNG, Third Edition).
    public static let png = Self(rawValue: "png")
    /// GIF 87a and 89a.
    public static let gif = Self(rawValue: "gif")
    /// Windows and OS/2 bitmaps.
    public static let bmp = Self(rawValue: "bmp")
    /// Windows icons.
    public static let ico = Self(rawValue: "ico")
    /// Windows cursors: icons with a hot spot.
    public static let cur = Self(rawValue: "cur")
    /// X bitmaps, written as C source code.
    public static let xbm = Self(rawValue: "xbm")
    /// JPEG (ITU T.81).
    public static let jpeg = Self(rawValue: "jpeg")
    /// TIFF 6.0 and BigTIFF.
    public static let tiff = Self(rawValue: "tiff")
    /// WebP (RFC 9649).
    public static let webp = Self(rawValue: "webp")
    /// AV1 Image File Format.
    public static let avif = Self(rawValue: "avif")
    /// High Efficiency Image File Format with HEVC.
    public static let heic = Self(rawValue: "heic")
    /// JPEG XL (ISO 18181).
    public static let jpegXL = Self(rawValue: "jpegXL")
    /// Scalable Vector Graphics.
    public static let svg = Self(rawValue: "svg")
}

extension ImageFormat: CustomStringConvertible {
    /// The entry of the format in the table of codecs.
    var codec: ImageCodec { ImageCodec.of(self) }
    /// The display name, such as `PNG`.
    public var description: String { codec.name }
    /// The registered media type, or the one in common use.
    public var mediaType: ResponseMediaType { codec.mediaType }
    /// Whether several images in one file are the frames of an animation, as opposed to pages or sizes.
    public var supportsAnimation: Bool { codec.supportsAnimation }

    /// Creates the format of an image's media type or of a well-known alias, or nil for any other type.
    public init?(_ mediaType: ResponseMediaType) {
        let essence = mediaType.canonical.essence
        let codec = ImageCodec.all.first { codec in
            codec.mediaType.essence == essence || codec.aliases.contains { $0.essence == essence }
        }
        guard let codec else { return nil }
        self = codec.format
    }
}

// MARK: - Built in

extension ImageFormat {
    /// The formats that this build decodes, the best-known first.
    public static let builtIn: [ImageFormat] = [.png, .gif, .bmp, .ico, .cur, .xbm, .jpeg, .tiff, .webp, .avif, .heic]
        .filter(\.isBuiltIn)
    /// Whether this build decodes the format.
    public var isBuiltIn: Bool { codec.decoder != nil }
    /// The package trait that enables the decoder, or nil if no trait is needed, or none helps on this system.
    public var trait: String? { codec.trait }

    /// The error for a format without a decoder.
    var unsupported: ResponseError {
        let remedy = trait.map { Remedy(.trait, $0, text: "enable the trait \($0) of the package Decant") }
        return ResponseError(.unsupportedFormat, "this build cannot decode \(self)", byteOffset: 0, remedy: remedy)
    }
}

// MARK: - Detection

extension ImageFormat {
    /// Creates the format that the first bytes of a body identify, or nil if they are not a known image.
    ///
    /// AVIF is also recognized by a compatible brand that follows a general major brand.
    ///
    /// ```swift
    /// if let format = ImageFormat(firstBytesOf: bytes), !format.isBuiltIn {
    ///     print("enable the trait \(format.trait ?? "")")
    /// }
    /// ```
    ///
    /// - Parameter bytes: The body or a prefix; 4 KiB are always enough.
    public init?(firstBytesOf bytes: some Sequence<UInt8>) {
        // A body is examined without a copy.
        self.init(signatureOf: bytes as? ResponseBytes ?? ResponseBytes(bytes.prefix(4096)))
    }

    init?(signatureOf body: ResponseBytes) {
        let codec = ImageCodec.all.first { codec in codec.signatures.contains { $0.matches(body) } }
        guard let codec else { return nil }
        self = codec.format
    }

    /// Returns the format of a body, determined by its first bytes or else by its media type.
    ///
    /// A contradiction is reported as a finding.
    static func chosen(for body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ImageFormat
    {
        let labeled = context.mediaType.flatMap { ImageFormat($0) }
        guard let found = ImageFormat(signatureOf: body) else {
            guard let labeled, !isEvidentlyOther(body) else { throw unknown(body, labeled) }
            return labeled
        }
        if let labeled, labeled.mediaType != found.mediaType, let mediaType = context.mediaType {
            let message = "the media type is \(mediaType.essence), but the first bytes are those of \(found)"
            context.report(Finding(.mislabeledImage, .warning, message, offset: body.start))
        }
        return found
    }

    /// Returns whether the first bytes identify something other than an image.
    ///
    /// A transfer in text mode damages the line ends in the signature of a PNG, but not the name.
    private static func isEvidentlyOther(_ body: ResponseBytes) -> Bool {
        body.recognizedFormat != nil && !ImageSignature.pngName.matches(body)
    }

    /// Returns the error for bytes of no known image format.
    static func unknown(_ body: ResponseBytes, _ expected: ImageFormat? = nil) -> ResponseError {
        let expectedName = expected?.description ?? "an image"
        let message = body.recognizedFormat.map { "expected \(expectedName), but the bytes are \($0)" }
        let general = "the first bytes are not those of a known image format"
        return ResponseError(.malformedBody, message ?? general, byteOffset: body.start)
    }
}
