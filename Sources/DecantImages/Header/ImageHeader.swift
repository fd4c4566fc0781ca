public import DecantCore

/// The properties of a picture that its first bytes show, without decoding.
public struct ImageHeader: Sendable, Hashable {
    /// The format.
    public let format: ImageFormat
    /// The width in pixels, as they are stored.
    public let width: Int
    /// The height in pixels, as they are stored.
    public let height: Int

    /// The number of frames, if the first bytes tell it; for an icon, the number of its pictures.
    ///
    /// A GIF tells only at its end; its frames are counted if that is within reach.
    public internal(set) var frames: Int?
    /// The orientation of the picture.
    public internal(set) var orientation = ImageOrientation.up
    /// The bits of one channel, or of one palette index, as they are stored.
    public let bitsPerChannel: Int
    /// The colour model of the stored pixels.
    public let colorModel: ImageColorModel
    /// Whether pixels may be other than opaque.
    public internal(set) var hasAlpha: Bool
    /// Whether the colours are stored multiplied by their alpha; ``ImageOptions/alpha`` says how they are decoded.
    public internal(set) var isPremultiplied = false
    /// Whether all samples of one channel are stored before those of the next.
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

/// The colour model in which a file stores its pixels.
///
/// Decoded pixels are always RGBA.
public enum ImageColorModel: String, Sendable, Hashable, Codable {
    /// Shades of grey, with or without alpha.
    case gray
    /// Red, green and blue, with or without alpha.
    case rgb
    /// Numbers of colours in a palette.
    case indexed
    /// Cyan, magenta, yellow and black.
    case cmyk
}

// MARK: - Reading

extension ImageHeader {
    /// Reads what the first bytes of a picture say.
    ///
    /// Nothing is decoded, and the body may be incomplete: 33 bytes are enough for any PNG, 26 to 70 for a bitmap, 13 for a
    /// GIF. No limit applies, so that a refused picture can be described.
    ///
    /// - Parameter bytes: The body, or its beginning. A ``ResponseBody`` is not copied.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/truncatedBody`` if more bytes are needed,
    ///   ``ResponseError/Code/unsupportedFormat`` if the format is known, but not built in, else
    ///   ``ResponseError/Code/malformedBody``.
    public init(readingFrom bytes: some Sequence<UInt8>) throws(ResponseError) {
        let body = ResponseBody(bytes)
        guard let format = ImageFormat(signatureOf: body) else { throw ImageFormat.unknown(body) }
        try self.init(readingFrom: body, as: format)
    }

    /// Reads what the first bytes say, taken for those of a format.
    init(readingFrom body: ResponseBody, as format: ImageFormat) throws(ResponseError) {
        guard let reader = format.codec.reader else { throw format.unsupported }
        self = try reader.header(ImageBytes(body, format))
    }
}

/// The orientation of a picture: the Orientation tag of Exif 2.3 §4.6.4 and TIFF 6.0.
///
/// The names are those of Apple's systems. Each says where the row that is stored first belongs, and how.
public enum ImageOrientation: Int, Sendable, Hashable, Codable, CaseIterable {
    /// As it is stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by half a circle.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Rows become columns: mirrored along the diagonal from the upper left.
    case leftMirrored = 5
    /// To be turned by a quarter, clockwise.
    case right = 6
    /// Mirrored along the diagonal from the upper right.
    case rightMirrored = 7
    /// To be turned by a quarter, anticlockwise.
    case left = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }
}
