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
        try response(of: body, in: DecodingContext(context, limits: handling.limits))
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
        var decoding = DecodingContext(context, limits: handling.limits)
        return try value(of: body, in: &decoding)
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
