public import HTTPTypes

/// The state of one decoding operation: the head of the response, the limits, and the findings reported so far.
public struct DecodingContext: Sendable {
    /// The head of the response, and the request it answers.
    public let response: ResponseContext

    /// The limits on the response and its parts.
    public let limits: Limits

    /// The findings reported so far.
    public private(set) var findings: [Finding] = []

    /// Whether the body is an error body, whose status was already checked.
    var decodesErrorBody = false

    /// The findings about the received response; a finding of severity `failure` rejects it.
    ///
    /// Their offsets are relative to the body before content decoding.
    package var headFindings: [Finding] = []

    /// The details of the transfer, or nil if the response has only a head and a body.
    var transfer: TransferDetails?

    /// The body for validation, after content decoding and before the preparation steps of a compound.
    var received: ResponseBytes?

    /// The body after the preparation steps, or nil if there are none or they have not run.
    var prepared: ResponseBytes?

    /// The body before content decoding, or nil if it had no content coding.
    private(set) var coded: CodedBody?

    /// The error that stopped content decoding.
    package var codingFailure: ResponseError?

    /// Whether the serializer is a member of a compound; only the compound reports an outcome.
    private(set) var isMember = false

    /// Whether the body is UTF-8 regardless of its first bytes, such as the data of a server-sent event.
    package var isUTF8 = false

    /// The number of multipart bodies around the body.
    package var partNesting = 0

    /// Whether the value represents an empty body.
    var bodyIsEmpty = false

    /// The number of compounds, maps, and error serializers that enclose the current serializer.
    private var nesting = 0

    /// Whether the context has only a head: no findings about it, and no details of a transfer.
    var hasOnlyHead: Bool { transfer == nil && received == nil && headFindings.isEmpty && !decodesErrorBody }

    /// The maximum nesting of serializers.
    ///
    /// It bounds the stack, not a property of the response, so it is not one of the ``Limits``.
    static let maxNesting = 32

    /// Creates a context; needed only to call the `decode` method of a serializer directly.
    ///
    /// - Parameters:
    ///   - response: The head of the response, and the request it answers.
    ///   - limits: The limits on the response and its parts.
    public init(_ response: ResponseContext, limits: Limits = Limits()) {
        self.response = response
        self.limits = limits
    }

    /// The media type of the body, or nil if it is missing or malformed.
    public var mediaType: ResponseMediaType? { response.mediaType }

    /// Whether the head names UTF-8 in its usual spellings, or no charset.
    package var declaresPlainUTF8: Bool { response.declaresPlainUTF8 }

    /// Returns an error with the head of the response and the length of the body.
    ///
    /// Needed only for an error that occurs after the serializer has returned, such as one of a value that decodes on
    /// first access. An error that `decode` throws is completed by the caller.
    public func completed(_ error: ResponseError, bodyCount: Int) -> ResponseError {
        var details = error.details
        details.context = response
        details.bodyCount = bodyCount
        var error = error
        error.details = details
        return error
    }

    /// Reports a finding that does not reject the response.
    public mutating func report(_ finding: Finding) {
        findings.append(finding)
    }

    /// Reports findings that do not reject the response.
    mutating func report(_ others: [Finding]) { findings.add(others) }

    /// Decodes the content codings of a body, unless they are already decoded, and reports the findings.
    mutating func decodeCodings(of body: ResponseBytes) -> ResponseBytes {
        // The compound of this member has already decoded the content codings.
        guard received == nil else { return body }
        received = body
        guard transfer?.decoded != nil || !response.codings(of: body).isEmpty else { return body }
        let decoded = transfer?.decoded ?? DecodedBody(body, response, limits)
        findings += decoded.findings
        coded = decoded.coded
        codingFailure = decoded.failure
        received = decoded.body
        return decoded.body
    }

    /// Returns a context for a member of a compound, with separate limits and findings.
    func forMember(limits: Limits) throws(ResponseError) -> DecodingContext {
        var context = DecodingContext(response, limits: limits)
        context.isMember = true
        context.decodesErrorBody = decodesErrorBody
        context.isUTF8 = isUTF8
        context.partNesting = partNesting
        context.received = received
        context.coded = coded
        context.nesting = nesting
        try context.enterNested()
        return context
    }

    /// Runs a serializer that is nested in the current one.
    mutating func nested<Value>(
        _ body: (inout DecodingContext) throws(ResponseError) -> Value
    ) throws(ResponseError) -> Value {
        try enterNested()
        defer { nesting -= 1 }
        return try body(&self)
    }

    private mutating func enterNested() throws(ResponseError) {
        guard nesting < Self.maxNesting else {
            let message = "compound, mapped and error serializers are nested more than \(Self.maxNesting) deep"
            let hint: Hint = "this bound is fixed; put all members into one compound, and all steps into one map"
            throw ResponseError(.limitExceeded, message, at: nil, hint: hint)
        }
        nesting += 1
    }
}

/// A type that can be converted to the head of a response.
///
/// Serializers accept an `HTTPResponse`, a ``ResponseContext`` with the request and the state of the content codings,
/// and a ``ResponseMediaType`` for bytes that were not received over HTTP. With `DecantFoundation`, they also accept a
/// `URLResponse`. To use the response type of another client, conform it to this protocol and implement one property.
public protocol ResponseContextConvertible: Sendable {
    /// The head of the response, with the known parts of the request.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/malformedHead`` if the value is not a valid head.
    var responseContext: ResponseContext { get throws(ResponseError) }
}

extension ResponseContext: ResponseContextConvertible {
    /// The context itself.
    public var responseContext: ResponseContext { self }
}

extension HTTPResponse: ResponseContextConvertible {
    /// A context with this head and no request.
    ///
    /// The bytes, the length, and the media type decide whether the body still has content codings.
    public var responseContext: ResponseContext { ResponseContext(self) }
}

extension ResponseMediaType: ResponseContextConvertible {
    /// A context without a head; no status is checked.
    public var responseContext: ResponseContext { ResponseContext(mediaType: self) }
}

extension ResponseContextConvertible {
    /// The head of the response; if it cannot be converted, its known parts and the error.
    @inlinable var conversion: (response: ResponseContext, error: ResponseError?) {
        do throws(ResponseError) {
            return (try responseContext, nil)
        } catch {
            return (error.context ?? ResponseContext(mediaType: nil), error)
        }
    }
}

extension DecodingContext {
    /// Adds the findings about the head; a head that could not be converted counts as a failed transfer.
    @usableFromInline
    mutating func addHead(_ error: ResponseError?) {
        if let error {
            transfer = TransferDetails(ReceivedResponse(rejecting: error))
        } else {
            headFindings = response.headFindings
        }
    }
}

extension ReceivedResponse {
    /// Creates a response whose head could not be converted.
    package init(rejecting error: ResponseError) {
        self.init(.rejected(error), of: error.context ?? ResponseContext(mediaType: nil), since: nil)
    }
}

extension ReceivedHead {
    /// Creates a head.
    ///
    /// - Throws: `ResponseError` with the code `malformedHead` if the status is not a number from 0 to 999.
    package init(status: Int, fields: ReceivedFields) throws(ResponseError) {
        guard let head = ReceivedHead(code: status, fields: fields) else {
            throw ResponseError(.malformedHead, "expected a status from 0 to 999, but received \(status)")
        }
        self = head
    }
}
