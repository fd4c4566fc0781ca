public import DecantCore

/// The picture of a response: its header, and its pixels at once or when they are first asked for.
///
/// ```swift
/// let picture = try ImageResponseSerializer().serialize(bytes, for: response)
/// print(picture.header.width, picture.isDecoded)
/// let pixels = try picture.decoded().pixels
/// ```
///
/// Copies share one result: whichever task asks first makes it, without a lock. Tasks that ask at the same moment may each
/// decode, and all are given the same one.
public struct ResponseImage: Sendable {
    /// What the first bytes say.
    public let header: ImageHeader

    /// How many pixels make one point of the logical size.
    public let scale: Double

    private let source: ImageSource

    init(_ header: ImageHeader, scale: Double, _ source: ImageSource) {
        self.header = header
        self.scale = scale
        self.source = source
    }

    /// Whether the pixels are there.
    public var isDecoded: Bool { source.isDecoded }

    /// The size in points: that of the picture as it is to be seen, over ``scale``.
    public var logicalSize: ImageSize {
        let swaps = header.orientation.swapsSides
        let (columns, rows) = swaps ? (header.height, header.width) : (header.width, header.height)
        return ImageSize(width: Double(columns) / scale, height: Double(rows) / scale)
    }

    /// The picture with its pixels, which are made if they are not there.
    ///
    /// - Returns: The picture.
    /// - Throws: ``ResponseError`` if the picture is damaged or beyond the limits; the same one each time.
    public func decoded() throws(ResponseError) -> DecodedImage {
        var image = try source.image()
        image.scale = scale
        return image
    }
}
