public import HTTPTypes

extension ResponseSerializer {
    /// Validates and decodes a response.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func serialize(_ bytes: some Sequence<UInt8>, for context: ResponseContext) throws(ResponseError) -> Output {
        try serialize(ResponseBody(bytes), for: context)
    }

    /// Validates and decodes a response, and keeps what was noticed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func decodedResponse(_ bytes: some Sequence<UInt8>, for context: ResponseContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try decodedResponse(ResponseBody(bytes), for: context)
    }

    /// Validates and decodes a response, and keeps what was noticed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a body.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func decodedResponse(
        _ bytes: some Sequence<UInt8>,
        for response: HTTPResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil
    ) throws(ResponseError) -> DecodedResponse<Output> {
        try decodedResponse(ResponseBody(bytes), for: ResponseContext(response, method: method, url: url))
    }

    /// Decodes bytes that did not come by HTTP, and keeps what was noticed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - mediaType: Their media type, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func decodedResponse(_ bytes: some Sequence<UInt8>, mediaType: MediaType?) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try decodedResponse(ResponseBody(bytes), for: ResponseContext(mediaType: mediaType))
    }
}
