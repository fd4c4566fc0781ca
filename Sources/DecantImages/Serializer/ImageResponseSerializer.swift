public import DecantCore
import Synchronization

/// Decodes a body as a picture.
///
/// ```swift
/// let picture = try ImageResponseSerializer().value(of: bytes, for: response)
/// let thumbnail = try ImageResponseSerializer().decoding(.eager).scale(2).value(of: bytes, for: response).decoded()
/// ```
///
/// The first bytes decide about the format, then the media type; where they contradict each other, there is a finding. The
/// header is read and held against the limits before anything is allocated. The counterpart of AFNetworking's
/// `AFImageResponseSerializer`, with its rule for what is decoded at once.
public struct ImageResponseSerializer: FormatResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.images

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
    /// - Throws: `ResponseError` as from ``decode(_:in:)``.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }

    /// Reads the header, and decodes the picture at once if the policy requires it.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: The picture.
    /// - Throws: `ResponseError` with the place where decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ResponseImage
    {
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
    /// ```swift
    /// let icon = try await session.value(for: request, as: .image.scale(2))
    /// print(icon.logicalSize.x)
    /// ```
    ///
    /// - Parameter scale: The number of pixels per point; above 0.
    /// - Returns: The serializer.
    public func scale(_ scale: Double) -> Self {
        options { $0.scale = scale }
    }

    /// The value of an `Accept` field that asks for the formats that this build decodes (RFC 9110 §12.5.1).
    public var acceptValue: String {
        let builtIn = Set(ImageFormat.builtIn.map(\.mediaType.essence))
        var copy = self
        copy.handling.configuration.mediaTypes?.removeAll { pattern in
            let known = ResponseMediaType(parsing: pattern.description).flatMap { ImageFormat($0) }
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

/// The picture of a response: its header, and its pixels at once or when they are first requested.
///
/// ```swift
/// let picture = try ImageResponseSerializer().value(of: bytes, for: response)
/// print(picture.header.width, picture.isDecoded)
/// let pixels = try picture.decoded().pixels
/// ```
///
/// Copies share one result: whichever task asks first makes it, without a lock. Tasks that ask at the same moment may each
/// decode, and all are given the same one.
public struct ResponseImage: Sendable {
    /// The properties that the first bytes show.
    public let header: ImageHeader

    /// The number of pixels per point of the logical size.
    public let scale: Double

    private let source: ImageSource

    /// The side of the square that the pixels have to fit into.
    private let side: Int?

    init(_ header: ImageHeader, scale: Double, _ source: ImageSource, within side: Int?) {
        self.header = header
        self.scale = scale
        self.source = source
        self.side = side
    }

    /// Whether the pixels are decoded.
    public var isDecoded: Bool { source.isDecoded }

    /// The width and the height in points: those of the picture as shown, over ``scale``.
    public var logicalSize: SIMD2<Double> {
        let size = ImagePixels.size(of: header.width, by: header.height, within: side)
        let (columns, rows) = header.orientation.swapsWidthAndHeight ? (size.height, size.width) : size
        return [Double(columns) / scale, Double(rows) / scale]
    }

    /// The picture with its pixels, decoded if necessary; a picture that is damaged throws the same
    /// error each time.
    public func decoded() throws(ResponseError) -> DecodedImage {
        var image = try source.image()
        image.scale = scale
        return image
    }
}

/// The bytes of a picture, and the result of decoding them.
///
/// One result is kept, by a reference that is set once and atomically; it is an error just as well as a picture.
final class ImageSource: Sendable {
    /// The result of decoding the bytes.
    private final class Outcome: Sendable {
        let result: Result<DecodedImage, ResponseError>

        init(_ result: Result<DecodedImage, ResponseError>) {
            self.result = result
        }
    }

    private let body: ResponseBytes
    private let format: ImageFormat
    private let context: DecodingContext
    private let options: ImageOptions
    private let outcome = AtomicLazyReference<Outcome>()

    /// Takes the bytes of a response, with the findings so far.
    init(_ body: ResponseBytes, _ format: ImageFormat, _ context: DecodingContext, _ options: ImageOptions) {
        self.body = body
        self.format = format
        self.context = context
        self.options = options
    }

    var isDecoded: Bool { outcome.load() != nil }

    /// Decodes now, and reports the findings.
    func decode(in context: inout DecodingContext) throws(ResponseError) {
        let image = try DecodedImage(parsing: body, as: format, in: &context, options: options)
        _ = outcome.storeIfNil(Outcome(.success(image)))
    }

    /// Returns the picture, and decodes it if necessary.
    ///
    /// The cancellation of a task is independent of the picture, and is not kept.
    func image() throws(ResponseError) -> DecodedImage {
        if let outcome = outcome.load() { return try outcome.result.get() }
        let result = decode()
        if case .failure(let error) = result, error.code == .cancelled { throw error }
        return try outcome.storeIfNil(Outcome(result)).result.get()
    }

    private func decode() -> Result<DecodedImage, ResponseError> {
        var context = context
        do throws(ResponseError) {
            return .success(try DecodedImage(parsing: body, as: format, in: &context, options: options))
        } catch {
            var failure = error
            failure.details.context = context.response
            failure.details.bodyCount = body.count
            return .failure(failure)
        }
    }
}

/// A policy for when the pixels of a response are decoded.
public enum ImageDecodingPolicy: Sendable, Hashable, Codable {
    /// Before the serializer returns.
    case eager

    /// On first access; the serializer reads the header only.
    case lazy

    /// Before the serializer returns if the image has at most a number of pixels and at most 8 bits a channel, else on
    /// first access.
    case upTo(pixels: Int)

    /// The rule of AFNetworking: up to 1,048,576 pixels of at most 8 bits a channel.
    public static let standard = upTo(pixels: 1 << 20)

    /// Returns whether an image with a header is decoded at once.
    func isEager(for header: ImageHeader) -> Bool {
        switch self {
        case .eager: return true
        case .lazy: return false
        case .upTo(let pixels):
            let (count, overflow) = header.width.multipliedReportingOverflow(by: header.height)
            return !overflow && count <= pixels && header.bitsPerChannel <= 8
        }
    }
}

extension ImageDecodingPolicy {
    /// Decodes a policy from its text.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a policy.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        switch text {
        case "eager": self = .eager
        case "lazy": self = .lazy
        default:
            guard text.hasPrefix(Self.prefix), let pixels = Int(text.dropFirst(Self.prefix.count)) else {
                let message = "“\(text)” is not a policy for decoding images"
                throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
            }
            self = .upTo(pixels: pixels)
        }
    }

    /// Encodes the policy as `eager`, `lazy`, or `pixels <= 1048576`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .eager: try container.encode("eager")
        case .lazy: try container.encode("lazy")
        case .upTo(let pixels): try container.encode("\(Self.prefix)\(pixels)")
        }
    }

    private static let prefix = "pixels <= "
}

extension ResponseHandling {
    /// The default for images, which all serializers share until one changes its own.
    static let images = ResponseHandling(ImageOptions.responseConfiguration)
}
