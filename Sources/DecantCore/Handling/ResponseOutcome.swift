/// The outcome of one response, with figures for logs and metrics.
public struct ResponseOutcome: Sendable {
    /// The head of the response, and the request it answers.
    ///
    /// The URL is the ``ResponseContext/redactedURL``, which is safe to log. The context of the ``error`` has the
    /// complete URL.
    public let context: ResponseContext

    /// The type that the response was decoded as.
    public let output: any Sendable.Type

    /// The number of bytes of the body.
    public let bodyCount: Int

    /// The number of elements read from a stream, or nil for a whole body.
    public let elementCount: Int?

    /// The tolerated deviations, the repairs, and the notes; for an error, its findings.
    public let findings: [Finding]

    /// The error, or nil if the response was decoded.
    public let error: ResponseError?

    /// The time for validation and decoding, without the transfer; for a stream, the time from its head to its end.
    public let duration: Duration

    /// The time from the start of the request to the end of the body, or nil for a body that was passed as a whole.
    ///
    /// For a body that was passed as an asynchronous sequence, the time begins when reading begins.
    public let transferDuration: Duration?

    /// Creates an outcome and redacts its URL.
    ///
    /// - Parameters:
    ///   - context: The head of the response, and the request it answers.
    ///   - output: The type of the value, or of the elements of a stream.
    ///   - bodyCount: The number of bytes of the body.
    ///   - elementCount: The number of elements of a stream, or nil for a whole body.
    ///   - findings: The findings of the response or of the error.
    ///   - error: The error, or nil if the response was decoded.
    ///   - duration: The time that validation and decoding took.
    ///   - transferDuration: The time of the whole transfer, if known.
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
        self.output = output
        self.bodyCount = bodyCount
        self.elementCount = elementCount
        self.findings = findings
        self.error = error
        self.duration = duration
        self.transferDuration = transferDuration
    }
}

extension ResponseOutcome {
    /// Calls a function with the outcome of each response of an operation, and of its child tasks.
    ///
    /// ```swift
    /// let observer: ResponseHandling.Observer = { outcome in
    ///     if let error = outcome.error { print(error.code, outcome.context.url ?? "-") }
    /// }
    /// try await ResponseOutcome.withObserver(observer) { try await run() }
    /// ```
    ///
    /// To observe one serializer, use ``ResponseHandler/observed(by:)``. The members of a compound and the serializer of
    /// an error body are part of the whole outcome and are not observed separately. Without an observer, nothing is
    /// measured.
    ///
    /// - Parameters:
    ///   - observer: The function, or nil to observe nothing.
    ///   - operation: The operation.
    public static func withObserver<Value>(
        _ observer: ResponseHandling.Observer?,
        operation: () async throws -> Value
    ) async rethrows -> Value {
        try await $current.withValue(TaskObserver(call: observer), operation: operation)
    }

    /// Calls a function with the outcome of each response of a synchronous operation.
    ///
    /// - Parameters:
    ///   - observer: The function, or nil to observe nothing.
    ///   - operation: The operation.
    public static func withObserver<Value>(
        _ observer: ResponseHandling.Observer?,
        operation: () throws -> Value
    ) rethrows -> Value {
        try $current.withValue(TaskObserver(call: observer), operation: operation)
    }

    /// The observer of the task.
    static var observer: ResponseHandling.Observer? { current.call }

    @TaskLocal private static var current = TaskObserver()
}

/// The observer of a task.
///
/// Optimized code with a task-local value that is a function itself stops the process: see
/// `Documentation/upstream/TaskLocalFunction.swift`.
private struct TaskObserver: Sendable {
    var call: ResponseHandling.Observer?
}
