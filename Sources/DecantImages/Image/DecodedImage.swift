/// A picture as pixels: 8 bits a channel, red, green, blue and straight alpha, unless asked for otherwise.
///
/// ```swift
/// let image = try DecodedImage(decoding: body)
/// let pixels = image.pixels.rgba8  // lent, not copied
/// ```
///
/// Colours are as the file stores them. Nothing is converted: a colour profile is handed on in ``iccProfile``, and the
/// gamma of a PNG is left alone.
public struct DecodedImage: Sendable, Hashable {
    /// What the file says about the picture.
    public internal(set) var header: ImageHeader

    /// The frames of an animation in order, each as it is to be seen, or the one picture; never empty.
    public internal(set) var frames: [ImageFrame]

    /// How often an animation is shown; nil is for ever.
    public internal(set) var loopCount: Int? = 1

    /// The other pictures of an icon in the order of its file; the best one is ``pixels``.
    public internal(set) var alternatives: [DecodedImage] = []

    /// Where a cursor points, in pixels from the upper left.
    public internal(set) var hotSpot: ImagePoint?

    /// The bytes of the colour profile (ICC.1), if there is one.
    public internal(set) var iccProfile: [UInt8]?

    /// The bytes of the Exif data, beginning with the TIFF header, if there are any.
    public internal(set) var exif: [UInt8]?

    /// What the colour of a pixel that is not opaque means.
    public internal(set) var alpha = ImageOptions.Alpha.straight

    /// How the pixels are yet to be turned; up if that was asked for and done.
    public internal(set) var orientation: ImageOrientation

    /// Whether the file was cut off; pixels behind that are transparent, frames behind it are missing.
    public internal(set) var isPartial = false

    /// How many pixels make one point of the logical size.
    public var scale = 1.0

    init(_ header: ImageHeader, _ frames: [ImageFrame]) {
        self.header = header
        self.frames = frames
        orientation = header.orientation
    }

    /// The format.
    public var format: ImageFormat { header.format }

    /// The pixels of the first frame.
    public var pixels: ImagePixels { frames[0].pixels }

    /// The width of the decoded pixels.
    public var width: Int { pixels.width }

    /// The height of the decoded pixels.
    public var height: Int { pixels.height }

    /// The size in points: that of the picture as it is to be seen, over ``scale``.
    public var logicalSize: ImageSize {
        let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
        return ImageSize(width: Double(columns) / scale, height: Double(rows) / scale)
    }
}
