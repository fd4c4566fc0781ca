/// A response whose transfer has ended, complete or not.
package struct ReceivedResponse: Sendable {
    /// The head, if it was received, and the request.
    package let context: ResponseContext

    /// The findings about the head; a finding of severity `failure` rejects the response.
    package var headFindings: [Finding] = []

    /// The received bytes, or the decoded bytes if content codings were decoded during the transfer.
    package var body = ResponseBytes()

    /// The result of content decoding, if the body was decoded during the transfer.
    var decoded: DecodedBody?

    /// The reason the response is incomplete, or nil if it is complete.
    package var failure: TransferFailure?

    /// The time since the start of the request; nil unless an observer needs it.
    var duration: Duration?

    /// A hint for an error at the end of the body.
    package var hintAtEnd: String?

    /// Creates a response that failed without a body.
    package init(_ failure: TransferFailure, of request: ResponseContext, since start: ContinuousClock.Instant?) {
        context = request
        self.failure = failure
        duration = start.map { ContinuousClock.now - $0 }
    }

    init(
        context: ResponseContext,
        headFindings: [Finding],
        body: ResponseBytes,
        decoded: DecodedBody?,
        failure: TransferFailure?,
        duration: Duration?
    ) {
        self.context = context
        self.headFindings = headFindings
        self.body = body
        self.decoded = decoded
        self.failure = failure
        self.duration = duration
    }
}

/// The parts of a received response besides its head and its body.
///
/// A class, because most transfers have no details, and a context then stores only a nil reference.
final class TransferDetails: Sendable {
    let decoded: DecodedBody?
    let failure: TransferFailure?
    let duration: Duration?
    let hintAtEnd: String?

    init(_ received: ReceivedResponse) {
        decoded = received.decoded
        failure = received.failure
        duration = received.duration
        hintAtEnd = received.hintAtEnd
    }
}

extension DecodingContext {
    /// Creates a context for a response whose transfer has ended.
    package init(_ received: ReceivedResponse, limits: Limits) {
        self.init(received.context, limits: limits)
        headFindings = received.headFindings
        let isPlain = received.decoded == nil && received.failure == nil
        guard !isPlain || received.duration != nil || received.hintAtEnd != nil else { return }
        transfer = TransferDetails(received)
    }
}
