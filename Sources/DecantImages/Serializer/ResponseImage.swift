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

    /// What the pixels are made to fit into.
    private let side: Int?

    init(_ header: ImageHeader, scale: Double, _ source: ImageSource, within side: Int?) {
        self.header = header
        self.scale = scale
        self.source = source
        self.side = side
    }

    /// Whether the pixels are there.
    public var isDecoded: Bool { source.isDecoded }

    /// The size in points: that of the picture as it is to be seen, over ``scale``.
    public var logicalSize: ImageSize {
        let size = ImagePixels.size(of: header.width, by: header.height, within: side)
        let (columns, rows) = header.orientation.swapsSides ? (size.height, size.width) : size
        return ImageSize(width: Double(columns) / scale, height: Double(rows) / scale)
    }

    /// The picture with its pixels, which are made if they are not there.
    ///
    /// - Returns: The picture.
    /// - Throws: ``ResponseError`` if the picture is damaged or beyond the limits, the same one each time; and if
    ///   the task was cancelled.
    public func decoded() throws(ResponseError) -> DecodedImage {
        var image = try source.image()
        image.scale = scale
        return image
    }
}
