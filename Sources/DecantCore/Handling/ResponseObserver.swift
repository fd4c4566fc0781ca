/// The outcome of one response: a value or an error, with figures for logs and metrics.
public struct ResponseOutcome: Sendable {
    /// The head of the response, and the request it answers.
    ///
    /// The URL is ``ResponseContext/redactedURL``, so that the outcome can be logged. That of the error's context is complete.
    public let context: ResponseContext

    /// The type that the response was decoded as.
    public let output: any Sendable.Type

    /// The number of bytes of the body.
    public let bodyCount: Int

    /// The number of elements of a stream that were read; nil for a whole body.
    public let elementCount: Int?

    /// Deviations that were tolerated, repairs that were made, and notes; of an error, its findings.
    public let findings: [Finding]

    /// The error, or nil if there is a value.
    public let error: ResponseError?

    /// The time that validation and decoding took, without the transfer; of a stream, the time from its head to its end.
    public let duration: Duration

    /// The time from the start of the request to the end of the body; nil for a body that was passed as a whole.
    ///
    /// For a body that was passed as an asynchronous sequence, the time begins when reading does.
    public let transferDuration: Duration?

    /// Creates an outcome, whose URL is redacted.
    ///
    /// - Parameters:
    ///   - context: The head of the response, and the request it answers.
    ///   - output: The type of the value, or of the elements.
    ///   - bodyCount: The number of bytes of the body.
    ///   - elementCount: The number of elements of a stream.
    ///   - findings: The findings; of an error, those that it has.
    ///   - error: The error, if there is one.
    ///   - duration: The time that validation and decoding took.
    ///   - transferDuration: The time of the whole transfer, if it is known.
    package init(
        _ context: ResponseContext,
        output: any Sendable.Type,
        bodyCount: Int,
        elementCount: Int? = nil,
        findings: [Finding],
        error: ResponseError?,
        duration: Duration,
        transferDuration: Duration? = nil
    ) {
        self.context = context.redacted
        (self.output, self.bodyCount, self.elementCount) = (output, bodyCount, elementCount)
        (self.findings, self.error) = (findings, error)
        (self.duration, self.transferDuration) = (duration, transferDuration)
    }
}

/// A function of the program that is called with the outcome of each response.
///
/// A program sets it once, for all serializers of a task and its child tasks:
///
/// ```swift
/// let observer = ResponseObserver { outcome in
///     if let error = outcome.error { print(error.code, outcome.context.url ?? "-") }
/// }
/// try await ResponseObserver.$current.withValue(observer) { try await run() }
/// ```
///
/// ``ResponseHandler/observed(by:)`` sets it for one serializer. Members of a compound and the serializer of an error body
/// are part of the outcome of the whole and are not observed on their own. Without an observer nothing is measured.
public struct ResponseObserver: Sendable {
    /// The observer of serializers that have none of their own.
    @TaskLocal public static var current: ResponseObserver?

    private let body: @Sendable (ResponseOutcome) -> Void

    /// Creates an observer.
    ///
    /// - Parameter body: Called once for each response, in the task that decodes it, before the value is returned or the error
    ///   thrown; for a stream, at its end. It should return soon.
    public init(_ body: @escaping @Sendable (ResponseOutcome) -> Void) {
        self.body = body
    }

    /// Calls the function.
    package func observe(_ outcome: ResponseOutcome) {
        body(outcome)
    }
}
