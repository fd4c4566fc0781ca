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
public struct ImageResponseSerializer: ResponseSerializer {
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

    /// Which responses are acceptable, and what is done to them before and beside decoding.
    public var handling = ResponseHandling(accepting: Self.mediaTypes)

    /// How the picture is decoded.
    public var options: ImageOptions

    /// When the pixels are made.
    public var decoding = ImageDecodingPolicy.standard

    /// How many pixels make one point of the logical size.
    public var scale = 1.0

    /// Creates a serializer.
    ///
    /// - Parameter options: How the picture is decoded.
    public init(_ options: ImageOptions = ImageOptions()) {
        self.options = options
    }

    /// Decodes the picture of a response whose status is bad.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
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
    ///   - context: What is known about the response; findings made on the way are reported to it.
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
        if decoding.isEager(for: header) { try source.decode(in: &context) }
        return ResponseImage(header, scale: scale, source, within: options.maximumPixelSize)
    }
}

extension ImageResponseSerializer {
    /// A serializer that makes pixels at another time.
    ///
    /// - Parameter decoding: When they are made.
    /// - Returns: The serializer.
    public func decoding(_ decoding: ImageDecodingPolicy) -> Self {
        var copy = self
        copy.decoding = decoding
        return copy
    }

    /// A serializer whose pictures have another logical size.
    ///
    /// - Parameter scale: How many pixels make one point; above 0.
    /// - Returns: The serializer.
    public func scale(_ scale: Double) -> Self {
        precondition(scale > 0, "a scale is above 0")
        var copy = self
        copy.scale = scale
        return copy
    }

    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func options(_ change: (inout ImageOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
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

    /// What any serializer says about what it accepts.
    private static func accept(_ serializer: some ResponseSerializer) -> String { serializer.acceptValue }
}
