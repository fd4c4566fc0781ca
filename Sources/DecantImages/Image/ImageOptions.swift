public import DecantCore

/// The options for decoding an image.
///
/// ```swift
/// var options = ImageOptions()
/// options.premultipliesAlpha = true
/// options.appliesOrientation = true
/// ```
public struct ImageOptions: StoredOptions {
    /// Whether the color of a pixel is multiplied by its alpha, as most drawing libraries expect it.
    ///
    /// Otherwise the color is independent of alpha (straight), as most formats store it.
    public var premultipliesAlpha = false

    /// Whether an image with more than 8 bits per channel is decoded with 16; otherwise every image has 8.
    public var keeps16Bits = false

    /// Whether only the first frame of an animation, or the best image of an icon, is decoded.
    public var firstFrameOnly = false

    /// The maximum width and height of the decoded image in pixels, or nil for no maximum.
    ///
    /// A larger image is scaled down to the mean of the area that each pixel covers, and keeps its aspect ratio. A JPEG
    /// is first decoded at an eighth, a quarter, or half of its size, which takes less time and memory. Images are
    /// never enlarged. The means are computed from the samples as stored.
    public var maximumPixelSize: Int?

    /// Whether the orientation of the image is applied to the pixels.
    public var appliesOrientation = false

    /// Whether the available part of a truncated image is decoded; the result is then marked as partial.
    public var acceptsPartial = false

    /// The policy for when the pixels of a response are decoded.
    public var decoding = ImageDecodingPolicy.standard

    /// The number of pixels per point of the logical size of a response's image, from 0.001 to 1,000.
    ///
    /// Setting a number outside this range is a programming error. Stored options with such a number fail to decode.
    public var scale: Double {
        get { storedScale.value }
        set {
            precondition(Scale.range.contains(newValue), "a scale is a number from 0.001 to 1,000")
            storedScale.value = newValue
        }
    }

    private var storedScale = Scale()

    /// A number of pixels per point, validated when decoded.
    private struct Scale: Hashable, Codable {
        /// The allowed range, which keeps the logical size of every image finite and positive.
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

    /// Creates the default options.
    public init() {}

    /// The accepted media types: the types of AFNetworking, and WebP, AVIF, and HEIC if they are built in.
    ///
    /// The types of AFNetworking have their registered spelling.
    ///
    /// To accept another type, use `.accepting("image/jxl")`; to accept all images, use `.accepting("image/*")`. An
    /// image whose format is not built in causes an error that names the trait.
    public static let mediaTypes: [MediaTypePattern] =
        [
            "image/png", "image/jpeg", "image/gif", "image/tiff", "image/bmp", "image/vnd.microsoft.icon",
            "image/x-xbitmap",
        ] + (ImageFormat.webp.isBuiltIn ? ["image/webp"] : []) + (ImageFormat.avif.isBuiltIn ? ["image/avif"] : [])
        + (ImageFormat.heic.isBuiltIn ? ["image/heic", "image/heif"] : [])
}

extension ImageOptions {
    /// The names of the stored options, which never change.
    private enum CodingKeys: CodingKey, CaseIterable {
        case alpha, depth, frames, maximumPixelSize, appliesOrientation, acceptsPartial, decoding, scale
    }

    /// Decodes options; missing members have their defaults.
    ///
    /// - Throws: `DecodingError` if a member is unknown or has an invalid value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.configurationContainer(keyedBy: CodingKeys.self)
        /// Replaces the default of an option, or keeps it if the option is missing.
        func read<Value: Decodable>(_ value: inout Value, _ key: CodingKeys) throws {
            if container.contains(key) { value = try container.decode(Value.self, forKey: key) }
        }
        /// Replaces the default of an option that is stored as one of two texts.
        func readText(_ value: inout Bool, _ key: CodingKeys, false low: String, true high: String) throws {
            guard container.contains(key) else { return }
            value = try container.superDecoder(forKey: key).decodeText("value", known: [low, high]) { text in
                [low: false, high: true][text]
            }
        }
        try readText(&premultipliesAlpha, .alpha, false: "straight", true: "premultiplied")
        try readText(&keeps16Bits, .depth, false: "eight", true: "source")
        try readText(&firstFrameOnly, .frames, false: "all", true: "first")
        try read(&maximumPixelSize, .maximumPixelSize)
        try read(&appliesOrientation, .appliesOrientation)
        try read(&acceptsPartial, .acceptsPartial)
        try read(&decoding, .decoding)
        try read(&storedScale, .scale)
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if premultipliesAlpha { try container.encode("premultiplied", forKey: .alpha) }
        if keeps16Bits { try container.encode("source", forKey: .depth) }
        if firstFrameOnly { try container.encode("first", forKey: .frames) }
        try container.encodeIfPresent(maximumPixelSize, forKey: .maximumPixelSize)
        if appliesOrientation { try container.encode(true, forKey: .appliesOrientation) }
        if acceptsPartial { try container.encode(true, forKey: .acceptsPartial) }
        if decoding != .standard { try container.encode(decoding, forKey: .decoding) }
        if storedScale != Scale() { try container.encode(storedScale, forKey: .scale) }
    }
}

/// The limits of images.
extension Limits {
    /// The maximum number of pixels of an image: 64 Mi, or 256 MiB of 8-bit RGBA.
    ///
    /// Pillow warns at 89 million, sharp stops at 268 million.
    public var pixels: Int {
        get { self[.pixels] }
        set { self[.pixels] = newValue }
    }

    /// The maximum number of pixels on one side of an image: 65,535.
    public var imageSide: Int {
        get { self[.imageSide] }
        set { self[.imageSide] = newValue }
    }

    /// The maximum number of frames of an image: 10,000.
    public var frames: Int {
        get { self[.frames] }
        set { self[.frames] = newValue }
    }

    /// The maximum number of pixels of all decoded frames together: 64 Mi.
    public var framePixels: Int {
        get { self[.framePixels] }
        set { self[.framePixels] = newValue }
    }

    /// The maximum number of metadata parts that are read: 1,000; further parts are skipped.
    ///
    /// libpng has the same limit.
    public var metadataChunks: Int {
        get { self[.metadataChunks] }
        set { self[.metadataChunks] = newValue }
    }

    /// The maximum number of bytes of one metadata part, such as a color profile: 1 MiB; a larger part is skipped.
    public var metadataBytes: Int {
        get { self[.metadataBytes] }
        set { self[.metadataBytes] = newValue }
    }

    /// The maximum number of images in an icon file: 256.
    public var iconEntries: Int {
        get { self[.iconEntries] }
        set { self[.iconEntries] = newValue }
    }

    /// The maximum number of pixels of all scans of a JPEG together: 1 Gi, or 89 scans of 12 million pixels.
    ///
    /// A scan of a few bytes refines a whole image, and 5,000 of them fit into 180 kB; typical files have ten scans. A
    /// scan of a small image counts as 4,096 pixels.
    public var scanPixels: Int {
        get { self[.scanPixels] }
        set { self[.scanPixels] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.pixels`.
    public static let pixels = Limits.Name("pixels", default: 64 << 20)

    /// The name of `Limits.imageSide`.
    public static let imageSide = Limits.Name("imageSide", default: 65_535)

    /// The name of `Limits.frames`.
    public static let frames = Limits.Name("frames", default: 10_000)

    /// The name of `Limits.framePixels`.
    public static let framePixels = Limits.Name("framePixels", default: 64 << 20)

    /// The name of `Limits.metadataChunks`.
    public static let metadataChunks = Limits.Name("metadataChunks", default: 1000)

    /// The name of `Limits.metadataBytes`.
    public static let metadataBytes = Limits.Name("metadataBytes", default: 1 << 20)

    /// The name of `Limits.iconEntries`.
    public static let iconEntries = Limits.Name("iconEntries", default: 256)

    /// The name of `Limits.scanPixels`.
    public static let scanPixels = Limits.Name("scanPixels", default: 1 << 30)
}
