public import DecantCore

/// A decoded image: by default 8 bits per channel of red, green, blue, and straight alpha.
///
/// ```swift
/// let image = try DecodedImage(parsing: body)
/// let pixels = image.pixels.rgba8  // borrowed, not copied
/// ```
///
/// Colors are not converted. A color profile is available as ``iccProfile``, and the gamma of a PNG is ignored.
public struct DecodedImage: Sendable, Hashable {
    /// The properties of the image in the file.
    public internal(set) var header: ImageHeader
    /// The frames of an animation in order, each as shown, or the single image; never empty.
    public internal(set) var frames: [ImageFrame]
    /// The number of times to show an animation; nil repeats it forever.
    public internal(set) var loopCount: Int? = 1
    /// The other images of an icon, in the order of its file; the best one is ``pixels``.
    public internal(set) var alternatives: [DecodedImage] = []
    /// The pixel that a cursor points at, counted from the upper left, or nil for other images.
    public internal(set) var hotSpot: SIMD2<Int>?
    /// The bytes of the color profile (ICC.1), or nil without one.
    public internal(set) var iccProfile: [UInt8]?
    /// The bytes of the Exif data, starting with the TIFF header, or nil without any.
    public internal(set) var exif: [UInt8]?
    /// Whether the colors of the pixels are multiplied by alpha.
    public internal(set) var isPremultiplied = false
    /// The orientation that remains to be applied; `.up` if decoding applied it.
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

    /// The width and height in points, after orientation, divided by ``scale``.
    public var logicalSize: SIMD2<Double> {
        let (columns, rows) = orientation.swapsWidthAndHeight ? (height, width) : (width, height)
        return [Double(columns) / scale, Double(rows) / scale]
    }

    /// Decodes an image.
    ///
    /// ```swift
    /// var options = ImageOptions()
    /// options.firstFrameOnly = true
    /// options.maximumPixelSize = 256
    /// let image = try DecodedImage(parsing: bytes, options: options)
    /// print(image.width, image.height, image.pixels[0, 0])
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The contents of an image file. A `ResponseBytes` is not copied.
    ///   - options: The options for decoding.
    ///   - limits: The limits on sizes and counts.
    /// - Throws: `ResponseError` with the reason and the location of the error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: ImageOptions = ImageOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(parsing: ResponseBytes(bytes), in: &context, options: options)
    }

    /// Decodes the image of a response.
    ///
    /// - Parameters:
    ///   - body: The contents of an image file.
    ///   - context: The response head, the request, and the codings; receives the findings.
    ///   - options: The options for decoding.
    /// - Throws: `ResponseError` with the reason and the location of the error.
    public init(
        parsing body: ResponseBytes,
        in context: inout DecodingContext,
        options: ImageOptions = ImageOptions()
    ) throws(ResponseError) {
        let format = try ImageFormat.chosen(for: body, in: &context)
        try self.init(parsing: body, as: format, in: &context, options: options)
    }

    /// Decodes an image with a known format.
    init(
        parsing body: ResponseBytes,
        as format: ImageFormat,
        in context: inout DecodingContext,
        options: ImageOptions
    ) throws(ResponseError) {
        guard let decoder = format.codec.decoder else { throw format.unsupported }
        self = try decoder.decode(ImageBytes(body, format), options, in: &context)
        apply(options)
    }

    /// Applies the options that a decoder leaves to all formats.
    mutating func apply(_ options: ImageOptions) {
        if let side = options.maximumPixelSize { fit(within: side) }
        if options.appliesOrientation { turn() }
        if options.premultipliesAlpha, !isPremultiplied { premultiply() }
    }

    /// Scales down the pixels that exceed a side, unless the decoder already did.
    private mutating func fit(within side: Int) {
        if let hotSpot {
            let size = ImagePixels.size(of: width, by: height, within: side)
            self.hotSpot = [hotSpot.x * size.width / width, hotSpot.y * size.height / height]
        }
        for index in frames.indices {
            frames[index].pixels = frames[index].pixels.fitted(within: side, isPremultiplied: isPremultiplied)
        }
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
        isPremultiplied = true
    }
}

/// A frame of an animation as shown, a page, or a still image.
public struct ImageFrame: Sendable, Hashable {
    /// The complete canvas with the frame drawn on it, or a page of a TIFF, whose size may differ from the first page.
    public internal(set) var pixels: ImagePixels
    /// The time to show the frame, exactly as in the file; viewers commonly replace very short times with 100 ms.
    public internal(set) var delay = Duration.zero
    /// The columns of the canvas that the frame draws on, as stored, counted from the left.
    public var columns: Range<Int> { area.x..<area.x + area.width }
    /// The rows of the canvas that the frame draws on, as stored, counted from the top.
    public var rows: Range<Int> { area.y..<area.y + area.height }
    /// The part of the canvas that the frame draws on.
    var area: ImageArea

    /// Whether this is a still image for viewers without animation support (PNG §11.3.6).
    ///
    /// A still image is not part of the animation, and can only be the first frame.
    public internal(set) var isStill = false

    /// The orientation that remains to be applied, if it differs from ``DecodedImage/orientation``.
    ///
    /// Only pages of a TIFF can differ.
    public internal(set) var orientation: ImageOrientation?

    init(_ pixels: ImagePixels, area: ImageArea? = nil) {
        self.pixels = pixels
        self.area = area ?? ImageArea(width: pixels.width, height: pixels.height)
    }
}

/// A rectangle of pixels, counted from the upper left.
struct ImageArea: Sendable, Hashable {
    /// The first column.
    var x = 0
    /// The first row.
    var y = 0
    /// The number of columns.
    var width: Int
    /// The number of rows.
    var height: Int
}
