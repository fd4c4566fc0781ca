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
        case eight

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
    public var depth = Depth.eight

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

    private enum CodingKeys: String, CodingKey {
        case alpha, depth, frames, maximumPixelSize, appliesOrientation, acceptsPartial, decoding
        case storedScale = "scale"
    }

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
