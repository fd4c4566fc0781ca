/// A check of the caller's own, which sees the head and the body.
public struct ResponseValidator: Sendable {
    private let body: @Sendable (ResponseContext, ResponseBody) -> [Finding]

    /// Creates a check.
    ///
    /// - Parameter body: Looks at a response and gives what it notices; any ``Finding/Severity/failure`` refuses it.
    public init(_ body: @escaping @Sendable (ResponseContext, ResponseBody) -> [Finding]) {
        self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - context: The head of the response, and the request it answers.
    ///   - responseBody: The bytes as received.
    /// - Returns: What was noticed.
    public func findings(for context: ResponseContext, _ responseBody: ResponseBody) -> [Finding] {
        body(context, responseBody)
    }
}
