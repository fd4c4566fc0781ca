/// The state of one decoding: the response's head, the limits, and the findings reported so far.
public struct DecodingContext: Sendable {
    /// The head of the response, and the request it answers.
    public let response: ResponseContext

    /// The limits on the response and its parts.
    public let limits: Limits

    /// The findings reported so far.
    public private(set) var findings: [Finding] = []

    /// Whether the body is that of a failure, whose status has been judged already.
    var isOfFailure = false

    /// The findings about the head as the client received it; a failure rejects the response.
    var headFindings: [Finding] = []

    /// The end of the transfer, if it has more than a head and a body.
    var transfer: TransferDetails?

    /// The body as received, for validation; a compound may have prepared the one that is decoded.
    var received: ResponseBytes?

    /// The body before content decoding, if it had a content coding.
    private(set) var coded: CodedBody?

    /// The reason for which the content codings could not be decoded.
    private(set) var codingFailure: ResponseError?

    /// Whether the serializer is a member of a compound, whose outcome is that of the compound.
    private(set) var isOfMember = false

    /// Whether the body is UTF-8 whatever its first bytes are, as the data of a server-sent event.
    package var isUTF8 = false

    /// Whether the value represents an empty body.
    var isOfEmptyBody = false

    /// The number of compounds, maps and error serializers that the current serializer is in.
    private var nesting = 0

    /// The greatest nesting of serializers.
    ///
    /// It bounds the stack, and nothing of a response, so it is not one of the ``Limits``.
    static let deepestNesting = 32

    /// Creates a context; needed only to call a serializer's `decode` directly.
    ///
    /// - Parameters:
    ///   - response: The head of the response, and the request it answers.
    ///   - limits: The limits on the response and its parts.
    public init(_ response: ResponseContext, limits: Limits = Limits()) {
        self.response = response
        self.limits = limits
    }

    /// The media type of the body, if it has one that can be parsed.
    public var mediaType: ResponseMediaType? { response.mediaType }

    /// Reports a finding that does not refuse the response.
    ///
    /// - Parameter finding: The finding to report.
    public mutating func report(_ finding: Finding) {
        findings.append(finding)
    }

    /// Reports findings that do not refuse the response.
    mutating func report(_ others: [Finding]) { findings.add(others) }

    /// Decodes the content codings of a body, unless that is done, and reports the findings.
    mutating func decodeCodings(of body: ResponseBytes) -> ResponseBytes {
        // A member of a compound gets the body that the compound has prepared, and validates the one that was received.
        guard received == nil else { return body }
        received = body
        let codings = response.codings(of: body)
        guard transfer?.decoded != nil || !codings.isEmpty else { return body }
        let decoded = transfer?.decoded ?? UndoneBody(body, codings, response, limits)
        findings += decoded.findings
        (coded, codingFailure) = (decoded.coded, decoded.failure)
        received = decoded.body
        return decoded.body
    }

    /// The context of a member of a compound, with limits and findings of its own.
    func forMember(limits: Limits) throws(ResponseError) -> DecodingContext {
        var context = DecodingContext(response, limits: limits)
        context.isOfMember = true
        context.isOfFailure = isOfFailure
        context.isUTF8 = isUTF8
        context.received = received
        context.coded = coded
        context.nesting = nesting
        try context.enterNested()
        return context
    }

    /// Runs a serializer that is part of another one.
    mutating func nested<Value>(
        _ body: (inout DecodingContext) throws(ResponseError) -> Value
    ) throws(ResponseError) -> Value {
        try enterNested()
        defer { nesting -= 1 }
        return try body(&self)
    }

    private mutating func enterNested() throws(ResponseError) {
        guard nesting < Self.deepestNesting else {
            let message = "compound, mapped and error serializers are nested more than \(Self.deepestNesting) deep"
            let hint = "this bound is fixed; put all members into one compound, and all steps into one map"
            throw ResponseError(.limitExceeded, message, hint: hint)
        }
        nesting += 1
    }
}
