public import HTTPTypes

extension ResponseSerializer {
    /// Validates and decodes a response, step by step: content codings, limit, validation, empty-body rule, preparation, decoding.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func decodedResponse(_ body: ResponseBody, for context: ResponseContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        let decoding = DecodingContext(context, limits: handling.limits)
        guard handling.isObserved else { return try decodedResponse(body, in: decoding) }
        return try observing(bodyCount: body.count, in: context) { () throws(ResponseError) in
            try decodedResponse(body, in: decoding)
        }
    }

    /// Decodes a response in a context without findings.
    package func decodedResponse(_ body: ResponseBody, in context: consuming DecodingContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        var decoding = context
        let value = try decodedValue(body, in: &decoding)
        return DecodedResponse(
            value: value,
            context: decoding.response,
            findings: decoding.findings,
            isEmpty: decoding.isOfEmptyBody
        )
    }

    /// Decodes a response in a context without findings, which has them afterwards.
    func decodedValue(_ body: ResponseBody, in decoding: inout DecodingContext) throws(ResponseError) -> Output {
        let handling = handling
        let context = decoding.response
        // A member of a compound gets the body that the compound has prepared, and validates the one that was received.
        let body = decoding.received == nil ? decoding.undoCodings(of: body) : body
        let received = decoding.received ?? body
        decoding.received = received
        do throws(ResponseError) {
            try checkSize(of: body, received, decoding)
            decoding.report(try handling.validated(received, in: context))
            if let failure = decoding.codingFailure { throw failure }
            return try decodeContent(context.forbidsBody ? ResponseBody() : body, handling, in: &decoding)
        } catch {
            throw completed(error, body: received, decoding: decoding)
        }
    }

    /// Rejects a body that is larger than the limit or whose content codings exceed one, unless the status is the reason to
    /// reject the response.
    private func checkSize(of body: ResponseBody, _ received: ResponseBody, _ decoding: DecodingContext)
        throws(ResponseError)
    {
        do throws(ResponseError) {
            if let failure = decoding.codingFailure, failure.code == .limitExceeded { throw failure }
            try handling.checkSize(of: body)
        } catch {
            // The members of a compound that decodes the body of a failure do not look at the status.
            guard !decoding.isOfFailure else { throw error }
            throw statusRefusal(of: received, in: decoding.response) ?? error
        }
    }

    /// Prepares and decodes a body that was validated, unless it is empty before or after the preparation.
    private func decodeContent(
        _ body: ResponseBody,
        _ handling: ResponseHandling,
        in decoding: inout DecodingContext
    ) throws(ResponseError) -> Output {
        decoding.isOfEmptyBody = handling.isEmpty(body)
        guard !decoding.isOfEmptyBody else { return try decodeEmptyBody(body, in: &decoding) }
        let prepared = try handling.prepared(body, in: &decoding)
        decoding.isOfEmptyBody = handling.isEmpty(prepared)
        guard !decoding.isOfEmptyBody else { return try decodeEmptyBody(prepared, in: &decoding) }
        return try decodeLocated(prepared, in: &decoding)
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

extension ResponseSerializer {
    /// Validates and decodes a response.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func serialize(_ body: ResponseBody, for context: ResponseContext) throws(ResponseError) -> Output {
        guard !handling.isObserved else { return try decodedResponse(body, for: context).value }
        var decoding = DecodingContext(context, limits: handling.limits)
        return try decodedValue(body, in: &decoding)
    }

    /// Validates and decodes a response.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func serialize(
        _ bytes: some Sequence<UInt8>,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil
    ) throws(ResponseError) -> Output {
        try serialize(ResponseBody(bytes), for: ResponseContext(response, method: method, url: url))
    }

    /// Decodes bytes that did not come by HTTP; no status is checked, and the media type only if it is known.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - mediaType: Their media type, if known.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func serialize(_ bytes: some Sequence<UInt8>, mediaType: MediaType?) throws(ResponseError) -> Output {
        try serialize(ResponseBody(bytes), for: ResponseContext(mediaType: mediaType))
    }
}

extension ResponseSerializer {
    /// Validates and decodes a response.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func serialize(_ bytes: some Sequence<UInt8>, for context: ResponseContext) throws(ResponseError) -> Output {
        try serialize(ResponseBody(bytes), for: context)
    }

    /// Validates and decodes a response, and keeps the findings.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func decodedResponse(_ bytes: some Sequence<UInt8>, for context: ResponseContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try decodedResponse(ResponseBody(bytes), for: context)
    }

    /// Validates and decodes a response, and keeps the findings.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a body.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func decodedResponse(
        _ bytes: some Sequence<UInt8>,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil
    ) throws(ResponseError) -> DecodedResponse<Output> {
        try decodedResponse(ResponseBody(bytes), for: ResponseContext(response, method: method, url: url))
    }

    /// Decodes bytes that were not received by HTTP, and keeps the findings.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - mediaType: Their media type, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError`` if the response is not acceptable or cannot be decoded.
    public func decodedResponse(_ bytes: some Sequence<UInt8>, mediaType: MediaType?) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try decodedResponse(ResponseBody(bytes), for: ResponseContext(mediaType: mediaType))
    }
}

/// A value together with the findings about its response.
public struct DecodedResponse<Output: Sendable>: Sendable {
    /// The value.
    public let value: Output

    /// The head of the response, and the request it answers.
    public let context: ResponseContext

    /// Deviations that were tolerated, repairs that were made, and notes; never a failure.
    public let findings: [Finding]

    /// Whether the value represents an empty body.
    public let isEmpty: Bool
}
