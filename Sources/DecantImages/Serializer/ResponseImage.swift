public import DecantCore
import Synchronization

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

    /// Whether the pixels are there.
    public var isDecoded: Bool { source.isDecoded }

    /// The size in points: that of the picture as it is to be seen, over ``scale``.
    public var logicalSize: (width: Double, height: Double) {
        let size = ImagePixels.size(of: header.width, by: header.height, within: side)
        let (columns, rows) = header.orientation.swapsSides ? (size.height, size.width) : size
        return (Double(columns) / scale, Double(rows) / scale)
    }

    /// The picture with its pixels, which are made if they are not there; a picture that is damaged throws the same
    /// error each time.
    public func decoded() throws(ResponseError) -> DecodedImage {
        var image = try source.image()
        image.scale = scale
        return image
    }
}

/// The bytes of a picture, and what becomes of them once they are decoded.
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

    private let body: ResponseBody
    private let format: ImageFormat
    private let context: DecodingContext
    private let options: ImageOptions
    private let outcome = AtomicLazyReference<Outcome>()

    /// Takes the bytes of a response, with what is known about it before anything is decoded.
    init(_ body: ResponseBody, _ format: ImageFormat, _ context: DecodingContext, _ options: ImageOptions) {
        self.body = body
        self.format = format
        self.context = context
        self.options = options
    }

    var isDecoded: Bool { outcome.load() != nil }

    /// Decodes now, and reports what is noticed.
    func decode(in context: inout DecodingContext) throws(ResponseError) {
        let image = try DecodedImage(decoding: body, as: format, in: &context, options: options)
        _ = outcome.storeIfNil(Outcome(.success(image)))
    }

    /// The picture, decoded unless it is.
    ///
    /// That a task was cancelled says nothing about the picture, and is not kept.
    func image() throws(ResponseError) -> DecodedImage {
        if let outcome = outcome.load() { return try outcome.result.get() }
        let result = decode()
        if case .failure(let error) = result, error.code == .cancelled { throw error }
        return try outcome.storeIfNil(Outcome(result)).result.get()
    }

    private func decode() -> Result<DecodedImage, ResponseError> {
        var context = context
        do throws(ResponseError) {
            return .success(try DecodedImage(decoding: body, as: format, in: &context, options: options))
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
