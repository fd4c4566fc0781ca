public import HTTPTypes

extension ResponseSerializer {
    /// Takes a saved response down the one path; what was noticed while it was parsed stands with the other findings.
    ///
    /// - Parameters:
    ///   - saved: The response.
    ///   - method: The method of the request, if known; the answer to HEAD never has a body.
    ///   - url: The URL of the request, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: ``ResponseError``, which says everything that is known.
    public func decodedResponse(
        _ saved: SavedResponse,
        method: HTTPRequest.Method? = nil,
        url: String? = nil
    ) throws(ResponseError) -> DecodedResponse<Output> {
        let noticed = saved.findings
        let context = saved.context(method: method, url: url)
        return try validating { context, _ in
            context.forbidsBody ? noticed.filter { $0.severity != .failure } : noticed
        }.decodedResponse(saved.body, for: context)
    }
}
