public import DecantCore

extension DecodedImage {
    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. A ``ResponseBody`` is not copied.
    ///   - options: The ways in which it is decoded.
    ///   - limits: The bounds of sizes and numbers.
    /// - Throws: ``ResponseError`` with what is wrong, and where.
    public init(
        decoding bytes: some Sequence<UInt8>,
        options: ImageOptions = ImageOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        var context = DecodingContext(ResponseContext(mediaType: nil), limits: limits)
        try self.init(decoding: ResponseBody(bytes), in: &context, options: options)
    }

    /// Decodes a picture of a response.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings made on the way are reported to it.
    ///   - options: How it is decoded.
    /// - Throws: ``ResponseError`` with what is wrong, and where.
    public init(
        decoding body: ResponseBody,
        in context: inout DecodingContext,
        options: ImageOptions = ImageOptions()
    ) throws(ResponseError) {
        let format = try ImageFormat.chosen(for: body, in: &context)
        try self.init(decoding: body, as: format, in: &context, options: options)
    }

    /// Decodes a picture whose format is known.
    init(
        decoding body: ResponseBody,
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
        if let point = hotSpot {
            let size = ImagePixels.size(of: width, by: height, within: side)
            hotSpot = ImagePoint(x: point.x * size.width / width, y: point.y * size.height / height)
        }
        for index in frames.indices { frames[index].pixels = frames[index].pixels.fitted(within: side, alpha) }
        for index in alternatives.indices { alternatives[index].fit(within: side) }
    }

    private mutating func turn() {
        for index in frames.indices {
            frames[index].pixels = frames[index].pixels.turned(frames[index].orientation ?? orientation)
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
