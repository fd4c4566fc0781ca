/// A response whose transfer has ended, complete or not.
package struct ReceivedResponse: Sendable {
    /// The head, if it was received, and the request.
    package let context: ResponseContext

    /// The findings about the head; a failure rejects the response.
    package var headFindings: [Finding] = []

    /// The received bytes; after content decoding, if that was done while they arrived.
    package var body = ResponseBytes()

    /// The decoded body, if that was done while it arrived.
    var decoded: UndoneBody?

    /// The reason why the response is incomplete, if it is.
    package var failure: TransferFailure?

    /// The time since the start of the request, if an observer wants it.
    var duration: Duration?

    /// A hint for an error at the end of the body.
    package var hintAtEnd: String?

    /// Creates a response of which only the request is known.
    package init(_ failure: TransferFailure, of request: ResponseContext, since start: ContinuousClock.Instant?) {
        (context, self.failure) = (request, failure)
        duration = start.map { ContinuousClock.now - $0 }
    }

    /// Creates a response from its parts.
    init(
        context: ResponseContext,
        headFindings: [Finding],
        body: ResponseBytes,
        decoded: UndoneBody?,
        failure: TransferFailure?,
        duration: Duration?
    ) {
        (self.context, self.headFindings, self.body) = (context, headFindings, body)
        (self.decoded, self.failure, self.duration) = (decoded, failure, duration)
    }
}

/// The parts of a received response besides its head and its body.
///
/// An object, because most transfers need none, and each context would make room for it otherwise.
final class TransferDetails: Sendable {
    let decoded: UndoneBody?
    let failure: TransferFailure?
    let duration: Duration?
    let hintAtEnd: String?

    init(_ received: ReceivedResponse) {
        (decoded, failure) = (received.decoded, received.failure)
        (duration, hintAtEnd) = (received.duration, received.hintAtEnd)
    }
}

extension DecodingContext {
    /// Creates the context of a response whose transfer has ended.
    package init(_ received: ReceivedResponse, limits: Limits) {
        self.init(received.context, limits: limits)
        headFindings = received.headFindings
        let isPlain = received.decoded == nil && received.failure == nil
        guard !isPlain || received.duration != nil || received.hintAtEnd != nil else { return }
        transfer = TransferDetails(received)
    }
}
