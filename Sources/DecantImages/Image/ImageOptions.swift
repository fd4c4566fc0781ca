public import DecantCore

/// The ways in which a picture is decoded.
///
/// ```swift
/// var options = ImageOptions()
/// options.alpha = .premultiplied
/// options.appliesOrientation = true
/// ```
public struct ImageOptions: FormatOptions {
    /// The meaning of the colour of a pixel that is not opaque.
    public enum Alpha: String, Sendable, Hashable, Codable {
        /// The colour itself, as most formats store it.
        case straight

        /// The colour times alpha, as most drawing libraries expect it.
        case premultiplied
    }

    /// The bits of one channel of a decoded pixel.
    public enum Depth: String, Sendable, Hashable, Codable {
        /// 8, whatever the picture has.
        case eightBits = "eight"

        /// 16 if the picture has more than 8, else 8.
        case source
    }

    /// The frames of an animation, or pictures of an icon, that are decoded.
    public enum Frames: String, Sendable, Hashable, Codable {
        /// All of them.
        case all

        /// The first frame, or the best picture of an icon.
        case first
    }

    /// The meaning of the colour of a pixel that is not opaque.
    public var alpha = Alpha.straight

    /// The bits of one channel of a decoded pixel.
    public var depth = Depth.eightBits

    /// The frames or pictures that are decoded.
    public var frames = Frames.all

    /// The most pixels that a side of the decoded picture may have; nil for as many as the file has.
    ///
    /// A larger picture is made smaller by the mean of the area that each pixel covers, its aspect kept; a JPEG is decoded at
    /// an eighth, a quarter or half of its size first, which takes less time and memory. None is made larger. Means are those
    /// of the samples as they are stored.
    public var maximumPixelSize: Int?

    /// Whether pixels are turned by the orientation of the picture.
    public var appliesOrientation = false

    /// Whether the available part of a truncated picture is decoded; it is then marked as partial.
    public var acceptsPartial = false

    /// The policy for when the pixels of a response are made.
    public var decoding = ImageDecodingPolicy.standard

    /// The number of pixels that make one point of the logical size of a response's image, from 0.001 to 1,000.
    ///
    /// Setting a number outside of this range is a programmer's mistake. Stored options with such a number do not decode.
    public var scale: Double {
        get { storedScale.value }
        set {
            precondition(Scale.range.contains(newValue), "a scale is a number from 0.001 to 1,000")
            storedScale.value = newValue
        }
    }

    private var storedScale = Scale()

    /// A number of pixels for each point; a value that was stored is checked.
    private struct Scale: Hashable, Codable {
        /// The range in which the logical size of every image is finite and positive.
        static let range = 0.001...1000.0

        var value = 1.0

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = try container.decode(Double.self)
            guard Self.range.contains(value) else {
                let message = "a scale is a number from 0.001 to 1,000, not \(value)"
                throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    /// The values that this release does not know.
    private var unknown = UnknownValues()

    /// Creates the default options.
    public init() {}

    /// The media types of pictures: those of AFNetworking, in their registered spelling, and those of WebP and AVIF where
    /// they are built in.
    ///
    /// Others are accepted by `.accepting("image/jxl")`, and whatever is labelled so by `.accepting("image/*")`. A picture
    /// that is not built in is an error that names the trait.
    public static let mediaTypes: [MediaTypePattern] =
        [
            "image/png", "image/jpeg", "image/gif", "image/tiff", "image/bmp", "image/vnd.microsoft.icon",
            "image/x-xbitmap",
        ] + (ImageFormat.webp.isBuiltIn ? ["image/webp"] : []) + (ImageFormat.avif.isBuiltIn ? ["image/avif"] : [])
}

extension ImageOptions: StoredPart {
    /// Decodes options; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: ImageOptions())
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: ImageOptions())
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.choice(&alpha, "alpha", default: standard.alpha, unknown: &unknown)
        try members.choice(&depth, "depth", default: standard.depth, unknown: &unknown)
        try members.choice(&frames, "frames", default: standard.frames, unknown: &unknown)
        try members.optional(&maximumPixelSize, "maximumPixelSize", default: standard.maximumPixelSize)
        try members.member(&appliesOrientation, "appliesOrientation", default: standard.appliesOrientation)
        try members.member(&acceptsPartial, "acceptsPartial", default: standard.acceptsPartial)
        try members.choice(&decoding, "decoding", default: standard.decoding, unknown: &unknown)
        try members.member(&storedScale, "scale", default: standard.storedScale)
    }
}

/// The limits of images.
extension Limits {
    /// Pixels of one image: 64 Mi, which are 256 MiB of 8-bit RGBA.
    ///
    /// Pillow warns at 89 million, sharp stops at 268 million.
    public var pixels: Int {
        get { self[.pixels] }
        set { self[.pixels] = newValue }
    }

    /// Pixels on one side of an image: 65,535.
    public var imageSide: Int {
        get { self[.imageSide] }
        set { self[.imageSide] = newValue }
    }

    /// Frames of an image: 10,000.
    public var frames: Int {
        get { self[.frames] }
        set { self[.frames] = newValue }
    }

    /// Pixels of all frames that are decoded at once: 64 Mi.
    public var framePixels: Int {
        get { self[.framePixels] }
        set { self[.framePixels] = newValue }
    }

    /// Parts of an image's metadata that are read: 1,000; the others are skipped.
    ///
    /// libpng has the same limit.
    public var metadataChunks: Int {
        get { self[.metadataChunks] }
        set { self[.metadataChunks] = newValue }
    }

    /// Bytes of one part of the metadata, such as a color profile: 1 MiB; a larger one is skipped.
    public var metadataBytes: Int {
        get { self[.metadataBytes] }
        set { self[.metadataBytes] = newValue }
    }

    /// Images in one icon file: 256.
    public var iconEntries: Int {
        get { self[.iconEntries] }
        set { self[.iconEntries] = newValue }
    }

    /// Pixels of all scans of a JPEG together: 1 Gi, which are 89 scans of 12 million pixels.
    ///
    /// A scan of a few bytes refines a whole image, so that 5,000 of them fit into 180 kB; usual ones have ten. A scan of a
    /// small image counts for 4,096 pixels.
    public var scanPixels: Int {
        get { self[.scanPixels] }
        set { self[.scanPixels] = newValue }
    }
}

extension Limits.Name {
    /// Names `Limits.pixels`.
    public static let pixels = Limits.Name("pixels", default: 64 << 20)

    /// Names `Limits.imageSide`.
    public static let imageSide = Limits.Name("imageSide", default: 65_535)

    /// Names `Limits.frames`.
    public static let frames = Limits.Name("frames", default: 10_000)

    /// Names `Limits.framePixels`.
    public static let framePixels = Limits.Name("framePixels", default: 64 << 20)

    /// Names `Limits.metadataChunks`.
    public static let metadataChunks = Limits.Name("metadataChunks", default: 1000)

    /// Names `Limits.metadataBytes`.
    public static let metadataBytes = Limits.Name("metadataBytes", default: 1 << 20)

    /// Names `Limits.iconEntries`.
    public static let iconEntries = Limits.Name("iconEntries", default: 256)

    /// Names `Limits.scanPixels`.
    public static let scanPixels = Limits.Name("scanPixels", default: 1 << 30)
}
