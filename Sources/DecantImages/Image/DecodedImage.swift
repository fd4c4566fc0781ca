public import DecantCore

/// A picture as pixels: 8 bits a channel, red, green, blue and straight alpha, unless requested otherwise.
///
/// ```swift
/// let image = try DecodedImage(parsing: body)
/// let pixels = image.pixels.rgba8  // borrowed, not copied
/// ```
///
/// Colours are as the file stores them. Nothing is converted: a colour profile is handed on in ``iccProfile``, and the
/// gamma of a PNG is left alone.
public struct DecodedImage: Sendable, Hashable {
    /// The properties of the picture in the file.
    public internal(set) var header: ImageHeader
    /// The frames of an animation in order, each as shown, or the one picture; never empty.
    public internal(set) var frames: [ImageFrame]
    /// The number of times that an animation is shown; nil repeats it without end.
    public internal(set) var loopCount: Int? = 1
    /// The other pictures of an icon in the order of its file; the best one is ``pixels``.
    public internal(set) var alternatives: [DecodedImage] = []
    /// The pixel at which a cursor points.
    var hotPoint: ImagePoint?
    /// The bytes of the colour profile (ICC.1), if there is one.
    public internal(set) var iccProfile: [UInt8]?
    /// The bytes of the Exif data, beginning with the TIFF header, if there are any.
    public internal(set) var exif: [UInt8]?
    /// The meaning of the colour of a pixel that is not opaque.
    public internal(set) var alpha = ImageOptions.Alpha.straight
    /// The orientation still to be applied; up if it was applied as requested.
    public internal(set) var orientation: ImageOrientation
    /// Whether the file is truncated; pixels after its end are transparent, and frames after it are missing.
    public internal(set) var isPartial = false
    /// The number of pixels per point of the logical size.
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

    /// The width and the height in points: those of the picture as shown, over ``scale``.
    public var logicalSize: SIMD2<Double> {
        let (columns, rows) = orientation.swapsWidthAndHeight ? (height, width) : (width, height)
        return [Double(columns) / scale, Double(rows) / scale]
    }

    /// The pixel at which a cursor points, counted from the upper left, if the picture is a cursor.
    public var hotSpot: SIMD2<Int>? { hotPoint.map { [$0.x, $0.y] } }

    /// Decodes a picture.
    ///
    /// ```swift
    /// var options = ImageOptions()
    /// options.frames = .first
    /// options.maximumPixelSize = 256
    /// let image = try DecodedImage(parsing: bytes, options: options)
    /// print(image.width, image.height, image.pixels[0, 0])
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The bytes. A `ResponseBytes` is not copied.
    ///   - options: The ways in which it is decoded.
    ///   - limits: The bounds of sizes and numbers.
    /// - Throws: `ResponseError` with what is wrong, and where.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: ImageOptions = ImageOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: ResponseBytes(bytes), in: &context, options: options)
    }

    /// Decodes a picture of a response.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    ///   - options: The options for decoding.
    /// - Throws: `ResponseError` with what is wrong, and where.
    public init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: ImageOptions = ImageOptions()
    ) throws(ResponseError) {
        let format = try ImageFormat.chosen(for: body, in: &context)
        try self.init(parsing: body, as: format, in: &context, options: options)
    }

    /// Decodes a picture whose format is known.
    init(
        parsing body: ResponseBytes,
        as format: ImageFormat,
        in context: inout DecodingContext,
        options: ImageOptions
    ) throws(ResponseError) {
        guard let decoder = format.codec.decoder else { throw format.unsupported }
        self = try decoder.decode(ImageBytes(body, format), options, in: &context)
        if let side = options.maximumPixelSize { fit(within: side) }
        if options.appliesOrientation { turn() }
        if options.alpha == .premultiplied, alpha != .premultiplied { premultiply() }
    }

    /// Makes the pixels smaller that are too many, unless that was done while they were decoded.
    private mutating func fit(within side: Int) {
        if let point = hotPoint {
            let size = ImagePixels.size(of: width, by: height, within: side)
            hotPoint = ImagePoint(x: point.x * size.width / width, y: point.y * size.height / height)
        }
        for index in frames.indices { frames[index].pixels = frames[index].pixels.fitted(within: side, alpha) }
        for index in alternatives.indices { alternatives[index].fit(within: side) }
    }

    private mutating func turn() {
        for index in frames.indices {
            frames[index].pixels = frames[index].pixels.oriented(by: frames[index].orientation ?? orientation)
            frames[index].orientation = nil
        }
        orientation = .up
    }

    private mutating func premultiply() {
        for index in frames.indices { frames[index].pixels.premultiply() }
        for index in alternatives.indices { alternatives[index].premultiply() }
        alpha = .premultiplied
    }
}

/// One frame of an animation as shown, a page, or a whole picture that does not move.
public struct ImageFrame: Sendable, Hashable {
    /// The treatment of a frame before the next one is drawn; it has already been applied in ``pixels``.
    public enum Disposal: String, Sendable, Hashable, Codable {
        /// The frame stays.
        case keep
        /// Its area becomes transparent.
        case clear
        /// Its area is restored to the previous pixels.
        case restore
    }

    /// The whole canvas with the frame drawn on it; or a page of a TIFF, which may be of another size than the first one.
    public internal(set) var pixels: ImagePixels
    /// The time that the frame is shown, exactly as in the file; programs that show it replace very short times by 100 ms.
    public internal(set) var delay = Duration.zero
    /// The treatment of the frame after its time, as in the file.
    public internal(set) var disposal = Disposal.keep
    /// The columns of the canvas that the frame draws on, as stored, counted from the left.
    public var columns: Range<Int> { area.x..<area.x + area.width }
    /// The rows of the canvas that the frame draws on, as stored, counted from the top.
    public var rows: Range<Int> { area.y..<area.y + area.height }
    /// The part of the canvas that the frame draws on.
    package internal(set) var area: ImageArea

    /// Whether this is a picture for programs that do not animate, and not part of the animation (PNG §11.3.6).
    ///
    /// It can only be the first frame.
    public internal(set) var isStill = false

    /// The orientation still to be applied, if it differs from ``DecodedImage/orientation``.
    ///
    /// Only pages of a TIFF differ.
    public internal(set) var orientation: ImageOrientation?

    init(_ pixels: ImagePixels, area: ImageArea? = nil) {
        self.pixels = pixels
        self.area = area ?? ImageArea(width: pixels.width, height: pixels.height)
    }
}

/// A rectangle of pixels, counted from the upper left.
package struct ImageArea: Sendable, Hashable {
    /// The first column.
    package let x: Int
    /// The first row.
    package let y: Int
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int

    init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A pixel of a picture, counted from the upper left.
struct ImagePoint: Sendable, Hashable {
    /// The column.
    let x: Int
    /// The row.
    let y: Int
}
