/// What a serializer knows while it decodes, and where it reports what it notices.
public struct DecodingContext: Sendable {
    /// The head of the response, and the request it answers.
    public let response: ResponseContext

    /// How much of anything is acceptable.
    public let limits: Limits

    /// What was noticed so far.
    public private(set) var findings: [Finding] = []

    /// Whether the body is that of a failure, whose status has been judged already.
    var isOfFailure = false

    /// Creates a context; needed only to call a serializer's `decode` directly.
    ///
    /// - Parameters:
    ///   - response: The head of the response, and the request it answers.
    ///   - limits: How much of anything is acceptable.
    public init(_ response: ResponseContext, limits: Limits = Limits()) {
        self.response = response
        self.limits = limits
    }

    /// The media type of the body, if it has one that can be parsed.
    public var mediaType: MediaType? { response.contentType.mediaType }

    /// Notes something that does not refuse the response.
    ///
    /// - Parameter finding: What was noticed.
    public mutating func report(_ finding: Finding) {
        findings.append(finding)
    }
}
