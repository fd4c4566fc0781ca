public import HTTPTypes

extension ResponseSerializer {
    /// Takes a response down the one path: limit, validation, empty-body rule, preparation, decoding.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - context: The head of the response, and the request it answers.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func decodedResponse(_ body: ResponseBody, for context: ResponseContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        try decodedResponse(body, in: DecodingContext(context, limits: handling.configuration.limits))
    }

    /// Decodes a response in a context in which nothing has been noticed yet.
    func decodedResponse(_ body: ResponseBody, in decoding: DecodingContext) throws(ResponseError)
        -> DecodedResponse<Output>
    {
        let context = decoding.response
        var decoding = decoding
        do throws(ResponseError) {
            try checkSize(of: body)
            let content = context.forbidsBody ? ResponseBody() : body
            for finding in try validated(body, in: context) { decoding.report(finding) }
            if isEmpty(content) {
                return DecodedResponse(
                    value: try valueOfEmptyBody(),
                    context: context,
                    findings: decoding.findings,
                    isEmpty: true
                )
            }
            let prepared = try prepared(content, in: &decoding)
            let value = try decodeLocated(prepared, in: &decoding)
            return DecodedResponse(value: value, context: context, findings: decoding.findings, isEmpty: false)
        } catch {
            throw completed(error, body: body, decoding: decoding)
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
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func serialize(_ body: ResponseBody, for context: ResponseContext) throws(ResponseError) -> Output {
        try decodedResponse(body, for: context).value
    }

    /// Validates and decodes a response.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body: an array, `Data`, a slice, a buffer's readable view.
    ///   - response: The head of the response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request as text, if known.
    /// - Returns: The value.
    /// - Throws: ``ResponseError``, which says everything that is known.
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
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func serialize(_ bytes: some Sequence<UInt8>, mediaType: MediaType?) throws(ResponseError) -> Output {
        try serialize(ResponseBody(bytes), for: ResponseContext(mediaType: mediaType))
    }
}
