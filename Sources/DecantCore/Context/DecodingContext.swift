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

    /// The body as received, for validation; a compound may have prepared the one that is decoded.
    var received: ResponseBody?

    /// The body before its content codings were undone, if they were.
    private(set) var coded: CodedBody?

    /// The body whose codings were undone while it arrived, if they were.
    var undone: UndoneBody?

    /// The reason for which the codings could not be undone.
    private(set) var codingFailure: ResponseError?

    /// Whether the value represents an empty body.
    var isOfEmptyBody = false

    /// The number of compounds, maps and error serializers that the current serializer is in.
    private var nesting = 0

    /// The greatest nesting of serializers.
    ///
    /// It bounds the stack, and nothing of a response, so it is not one of the ``Limits``.
    private static let deepestNesting = 32

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
    public var mediaType: MediaType? { response.contentType.mediaType }

    /// Reports a finding that does not refuse the response.
    ///
    /// - Parameter finding: The finding to report.
    public mutating func report(_ finding: Finding) {
        findings.append(finding)
    }

    /// Undoes the content codings of a body, and reports the findings.
    mutating func undoCodings(of body: ResponseBody) -> ResponseBody {
        let codings = response.codings(of: body)
        guard undone != nil || !codings.isEmpty else { return body }
        let undone = self.undone ?? UndoneBody(body, codings, response, limits)
        findings += undone.findings
        (coded, codingFailure) = (undone.coded, undone.failure)
        return undone.body
    }

    /// The context of a member of a compound, with limits and findings of its own.
    func forMember(limits: Limits) throws(ResponseError) -> DecodingContext {
        var context = DecodingContext(response, limits: limits)
        context.isOfFailure = isOfFailure
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

extension ResponseSerializer {
    package func checkSize(of body: ResponseBody) throws(ResponseError) {
        let limit = handling.configuration.limits.bodyBytes
        guard body.count <= limit else {
            let message = "the body has \(body.count.counted("byte")), more than the limit of \(limit)"
            throw ResponseError(.limitExceeded, message, offset: limit, limit: .bodyBytes)
        }
    }

    /// Runs all checks, the caller's too; returns tolerated deviations, and throws a failure with all findings.
    package func validated(_ body: ResponseBody, in context: ResponseContext) throws(ResponseError) -> [Finding] {
        let handling = handling
        let builtIn = handling.configuration.validation.findings(for: context, body)
        let findings = handling.validators.reduce(builtIn) { $0 + $1(context, body) }
        guard findings.contains(where: { $0.severity == .failure }), let error = ResponseError(refusing: findings)
        else {
            return findings
        }
        throw error
    }

    package func isEmpty(_ body: ResponseBody) -> Bool {
        switch handling.configuration.emptyBody {
        case .noBytes: body.isEmpty
        case .whiteSpace: body.isEmpty || body.isWhiteSpace
        }
    }

    package func prepared(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> ResponseBody
    {
        let handling = handling
        guard !handling.configuration.preparation.isEmpty || !handling.preparations.isEmpty else { return body }
        var body = body
        for step in handling.configuration.preparation { body = step.apply(to: body, in: &context) }
        do {
            for step in handling.preparations { body = try step(body, &context) }
        } catch {
            throw ResponseError(caused: "the body could not be prepared", by: error)
        }
        return body
    }

    /// Decodes; an error is located in the bytes that were decoded, which a preparation may have changed.
    func decodeLocated(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        do throws(ResponseError) {
            return try decode(body, in: &context)
        } catch {
            var located = error
            located.locate(in: body.whole)
            throw located
        }
    }
}
