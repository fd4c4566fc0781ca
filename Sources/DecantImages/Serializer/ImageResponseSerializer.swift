public import DecantCore

#if canImport(os)
import os
#else
import Synchronization
#endif

/// A serializer that decodes a body as an image.
///
/// ```swift
/// let image = try ImageResponseSerializer().value(of: bytes, for: response)
/// let thumbnail = try ImageResponseSerializer().decoding(.eager).scale(2).value(of: bytes, for: response).decoded()
/// ```
///
/// The first bytes determine the format, or else the media type; a contradiction is reported as a finding. The header
/// is read and checked against the limits before any allocation. This is the counterpart of AFNetworking's
/// `AFImageResponseSerializer`, with the same rule for the images that are decoded immediately.
public struct ImageResponseSerializer: StoredFormatSerializer {
    /// The checks of a response, and the custom steps around decoding.
    public var handling = ResponseHandling.images

    /// The options for decoding.
    public var options: ImageOptions

    /// Creates a serializer.
    ///
    /// - Parameter options: The options for decoding.
    public init(options: ImageOptions = ImageOptions()) {
        self.options = options
    }

    /// Decodes the image of a response with an unacceptable status.
    ///
    /// - Parameters:
    ///   - body: The contents of an image file.
    ///   - context: The response head, the request, and the codings; receives the findings.
    /// - Throws: `ResponseError` as from ``decode(_:in:)``.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }

    /// Reads the header, and decodes the pixels immediately if the policy requires it.
    ///
    /// - Parameters:
    ///   - body: The contents of an image file.
    ///   - context: The response head, the request, and the codings; receives the findings.
    /// - Throws: `ResponseError` with the location of the error.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> ResponseImage
    {
        let format = try ImageFormat.chosen(for: body, in: &context)
        guard let decoder = format.codec.decoder else { throw format.unsupported }
        let bytes = ImageBytes(body, format)
        let header = try decoder.header(bytes)
        let (width, height) = decoder.minSize(of: header, options)
        try ImageBudget.check(width: width, height: height, context.limits, in: bytes, at: 0)
        let source = ImageSource(body, format, context, options)
        if options.decoding.isEager(for: header) { try source.decode(in: &context) }
        return ResponseImage(header, scale: options.scale, source, within: options.maximumPixelSize)
    }
}

extension ImageResponseSerializer {
    /// Returns a serializer with modified options.
    ///
    /// - Parameter change: A closure that modifies the current options.
    public func options(_ change: (inout ImageOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// Returns a serializer with a policy for when the pixels are decoded.
    ///
    /// - Parameter decoding: The policy; the default is ``ImageDecodingPolicy/standard``.
    public func decoding(_ decoding: ImageDecodingPolicy) -> Self {
        options { $0.decoding = decoding }
    }

    /// Returns a serializer with a scale for the logical size of images.
    ///
    /// ```swift
    /// let icon = try await session.value(for: request, as: .image.scale(2))
    /// print(icon.logicalSize.x)
    /// ```
    ///
    /// - Parameter scale: The number of pixels per point, from 0.001 to 1,000.
    public func scale(_ scale: Double) -> Self {
        options { $0.scale = scale }
    }

    /// The value of an `Accept` field for the formats that this build decodes (RFC 9110 §12.5.1).
    public var acceptValue: String {
        let builtIn = Set(ImageFormat.builtIn.map(\.mediaType.essence))
        var copy = self
        copy.handling.configuration.mediaTypes?.removeAll { pattern in
            let format = ResponseMediaType(parsing: pattern.description).flatMap { ImageFormat($0) }
            return format.map { !builtIn.contains($0.mediaType.essence) } ?? false
        }
        return Self.accept(copy)
    }

    /// Returns the `Accept` value of the protocol extension, which the property of this type shadows.
    private static func accept(_ serializer: some ResponseSerializer) -> String { serializer.acceptValue }
}

extension ResponseSerializer where Self == ImageResponseSerializer {
    /// A serializer of images, which decodes pixels immediately unless the image is large.
    public static var image: Self { ImageResponseSerializer() }

    /// Creates a serializer of images with options.
    ///
    /// - Parameter options: The options for decoding.
    public static func image(options: ImageOptions) -> Self { ImageResponseSerializer(options: options) }
}

/// The image of a response: its header, and its pixels, which are decoded immediately or on first access.
///
/// ```swift
/// let image = try ImageResponseSerializer().value(of: bytes, for: response)
/// print(image.header.width, image.isDecoded)
/// let pixels = try image.decoded().pixels
/// ```
///
/// All copies share one decoded image, and no lock is held while it is decoded. If several tasks access it first at the
/// same time, each may decode it, but all receive the same result.
public struct ResponseImage: Sendable {
    /// The properties of the image that its first bytes contain.
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

    /// The width and height in points, after orientation, divided by ``scale``.
    public var logicalSize: SIMD2<Double> {
        let size = ImagePixels.size(of: header.width, by: header.height, within: side)
        let (columns, rows) = header.orientation.swapsWidthAndHeight ? (size.height, size.width) : size
        return [Double(columns) / scale, Double(rows) / scale]
    }

    /// Returns the image with its pixels, decoded if necessary.
    ///
    /// For a damaged image, every call throws the same error.
    public func decoded() throws(ResponseError) -> DecodedImage {
        var image = try source.image()
        image.scale = scale
        return image
    }
}

/// The bytes of an image, and the result of decoding them.
///
/// The first result, an image or an error, is kept.
final class ImageSource: Sendable {
    private typealias Outcome = Result<DecodedImage, ResponseError>

    private let body: ResponseBytes
    private let format: ImageFormat
    private let context: DecodingContext
    private let options: ImageOptions
    // The lock of Apple's systems: `Mutex` needs macOS 15 or iOS 18.
    #if canImport(os)
    private let outcome = OSAllocatedUnfairLock<Outcome?>(initialState: nil)
    #else
    private let outcome = Mutex<Outcome?>(nil)
    #endif

    /// Creates a source from the bytes of a response, with the findings so far.
    init(_ body: ResponseBytes, _ format: ImageFormat, _ context: DecodingContext, _ options: ImageOptions) {
        self.body = body
        self.format = format
        self.context = context
        self.options = options
    }

    var isDecoded: Bool { outcome.withLock { $0 != nil } }

    /// Decodes the image immediately, and reports the findings.
    func decode(in context: inout DecodingContext) throws(ResponseError) {
        let image = try DecodedImage(parsing: body, as: format, in: &context, options: options)
        outcome.withLock { $0 = .success(image) }
    }

    /// Returns the image, and decodes it if necessary.
    ///
    /// A cancellation error is thrown, but not stored, because it is independent of the image.
    func image() throws(ResponseError) -> DecodedImage {
        if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
        let result = decode()
        if case .failure(let error) = result, error.code == .cancelled { throw error }
        let first = outcome.withLock { kept in
            kept = kept ?? result
            return kept ?? result
        }
        return try first.get()
    }

    private func decode() -> Outcome {
        var context = context
        do throws(ResponseError) {
            return .success(try DecodedImage(parsing: body, as: format, in: &context, options: options))
        } catch {
            return .failure(context.completed(error, bodyCount: body.count))
        }
    }
}

/// A policy for when the pixels of a response are decoded.
public enum ImageDecodingPolicy: Sendable, Hashable, Codable {
    /// Decodes before the serializer returns.
    case eager

    /// Decodes on first access; the serializer only reads the header.
    case lazy

    /// Decodes before the serializer returns if the image has at most this many pixels and at most 8 bits per channel.
    ///
    /// Other images are decoded on first access.
    case upTo(pixels: Int)

    /// The rule of AFNetworking: up to 1,048,576 pixels with at most 8 bits per channel.
    public static let standard = upTo(pixels: 1 << 20)

    /// Returns whether an image with a header is decoded immediately.
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
    /// - Throws: `DecodingError.dataCorrupted` if the text is not a policy.
    public init(from decoder: any Decoder) throws {
        if let former = try? Former(from: decoder), let policy = former.policy {
            self = policy
            return
        }
        self = try decoder.decodeText("policy", known: ["eager", "lazy", "\(Self.prefix)NUMBER"]) { text in
            switch text {
            case "eager": .eager
            case "lazy": .lazy
            case _ where text.hasPrefix(Self.prefix): Int(text.dropFirst(Self.prefix.count)).map(Self.upTo(pixels:))
            default: nil
            }
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

    /// A policy in the form of version 0.1.0: an object with the name of the case.
    private struct Former: Decodable {
        struct Nothing: Decodable {}
        struct Bound: Decodable { let pixels: Int }

        let eager: Nothing?
        let lazy: Nothing?
        let upTo: Bound?

        var policy: ImageDecodingPolicy? {
            upTo.map { .upTo(pixels: $0.pixels) } ?? (eager != nil ? .eager : lazy != nil ? .lazy : nil)
        }
    }
}

extension ResponseHandling {
    /// The default for images.
    ///
    /// Its storage is shared by all serializers until one is modified.
    static let images = ResponseHandling(accepting: ImageOptions.mediaTypes)
}
