import DecantCore
import Synchronization

/// The bytes of a picture, and what becomes of them once they are decoded.
///
/// One result is kept, by a reference that is set once and atomically; it is an error just as well as a picture.
final class ImageSource: Sendable {
    /// What became of the bytes.
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
