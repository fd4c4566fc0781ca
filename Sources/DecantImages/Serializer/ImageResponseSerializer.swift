public import DecantCore

/// Decodes a body as a picture.
///
/// ```swift
/// let picture = try ImageResponseSerializer().serialize(bytes, for: response)
/// let thumbnail = try ImageResponseSerializer().decoding(.eager).scale(2).serialize(bytes, for: response).decoded()
/// ```
///
/// The first bytes decide about the format, then the media type; where they contradict each other, there is a finding. The
/// header is read and held against the limits before anything is allocated. The counterpart of AFNetworking's
/// `AFImageResponseSerializer`, with its rule for what is decoded at once.
public struct ImageResponseSerializer: FormatResponseSerializer {
    /// The checks of a response, and the steps before and beside decoding.
    public var handling = ResponseHandling(accepting: ImageOptions.mediaTypes)

    /// The ways in which the picture is decoded.
    public var options: ImageOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: The ways in which the picture is decoded.
    public init(options: ImageOptions = ImageOptions()) {
        self.options = options
    }

    /// Decodes the picture of a response whose status is bad.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The picture.
    /// - Throws: ``ResponseError`` as from ``decode(_:in:)``.
    public func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }

    /// Reads the header, and decodes the picture at once if that is the rule.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: The picture.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> ResponseImage {
        let format = try ImageFormat.chosen(for: body, in: &context)
        guard let decoder = format.codec.decoder else { throw format.unsupported }
        let bytes = ImageBytes(body, format)
        let header = try decoder.header(bytes)
        let (width, height) = decoder.leastSize(of: header, options)
        try ImageBudget.check(width: width, height: height, context.limits, in: bytes, at: 0)
        let source = ImageSource(body, format, context, options)
        if options.decoding.isEager(for: header) { try source.decode(in: &context) }
        return ResponseImage(header, scale: options.scale, source, within: options.maximumPixelSize)
    }
}

extension ImageResponseSerializer {
    /// A serializer that makes pixels at another time.
    ///
    /// - Parameter decoding: The time at which they are decoded.
    /// - Returns: The serializer.
    public func decoding(_ decoding: ImageDecodingPolicy) -> Self {
        options { $0.decoding = decoding }
    }

    /// A serializer whose pictures have another logical size.
    ///
    /// - Parameter scale: The number of pixels per point; above 0.
    /// - Returns: The serializer.
    public func scale(_ scale: Double) -> Self {
        precondition(scale > 0, "a scale is above 0")
        return options { $0.scale = scale }
    }

    /// The value of an `Accept` field that asks for the formats that this build decodes (RFC 9110 §12.5.1).
    public var acceptValue: String {
        let builtIn = Set(ImageFormat.builtIn.map(\.mediaType.essence))
        var copy = self
        copy.handling.configuration.validation.mediaTypes?.removeAll { pattern in
            let known = MediaType(parsing: pattern.description).flatMap { ImageFormat($0) }
            return known.map { !builtIn.contains($0.mediaType.essence) } ?? false
        }
        return Self.accept(copy)
    }

    /// Returns the `Accept` value of any serializer.
    private static func accept(_ serializer: some ResponseSerializer) -> String { serializer.acceptValue }
}

extension ResponseSerializer where Self == ImageResponseSerializer {
    /// A picture, decoded at once unless it is large.
    public static var image: Self { ImageResponseSerializer() }

    /// A picture, with options.
    ///
    /// - Parameter options: The ways in which the picture is decoded.
    /// - Returns: A serializer of pictures.
    public static func image(options: ImageOptions) -> Self { ImageResponseSerializer(options: options) }
}
