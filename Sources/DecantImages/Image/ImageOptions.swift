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

    /// The number of pixels that make one point of the logical size of a response's picture; above 0.
    public var scale = 1.0

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
