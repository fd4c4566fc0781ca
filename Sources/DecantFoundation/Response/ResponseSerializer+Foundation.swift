public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension ResponseSerializer {
    /// Validates and decodes a response that URLSession gave.
    ///
    /// ```swift
    /// let (data, response) = try await session.data(for: request)
    /// let user = try JSONResponseSerializer(User.self).serialize(data, for: response, request: request)
    /// ```
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - response: The response; one that is not of HTTP has no status to check.
    ///   - request: The request it answers, if known.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, which says everything that is known.
    public func serialize(_ data: Data, for response: URLResponse, request: URLRequest? = nil) throws(ResponseError)
        -> Output
    {
        try decodedResponse(data, for: response, request: request).value
    }

    /// Validates and decodes a response that URLSession gave, and keeps what was noticed.
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - response: The response; one that is not of HTTP has no status to check.
    ///   - request: The request it answers, if known.
    /// - Returns: The value, with what was noticed.
    /// - Throws: `ResponseError`, which says everything that is known.
    public func decodedResponse(_ data: Data, for response: URLResponse, request: URLRequest? = nil)
        throws(ResponseError) -> DecodedResponse<Output>
    {
        let url = (request?.url ?? response.url)?.absoluteString
        let known = ResponseContext(mediaType: nil, method: request?.method, url: url)
        return try observing(bodyCount: data.count, in: known) { () throws(ResponseError) in
            try ReceivedResponse(response, request: request).decoded(ResponseBody(data), by: self)
        }
    }
}
