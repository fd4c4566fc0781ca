public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Fetches a response and decodes it into a value.
    ///
    /// ```swift
    /// let user = try await session.value(for: request, as: .json(User.self).failure(.json(Problem.self)))
    /// ```
    ///
    /// The request gets an `Accept` field with the media types of the serializer, unless the request or the session's
    /// configuration has one. Neither the transfer nor the decoding runs on the caller's actor. When the task is
    /// canceled, or the body exceeds its limit, the call throws immediately, the transfer is canceled, and bytes that
    /// still arrive are dropped. If the connection fails, the error has the head and the bytes received until then.
    ///
    /// On Linux, bugs of Foundation can stop the process or hide that a body is truncated: see <doc:DecantFoundation>.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, with the code `transportFailed` if the client did not receive a complete response,
    ///   and `cancelled` if the task was canceled.
    @concurrent
    public func value<Output: Sendable>(
        for request: URLRequest,
        as serializer: any ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await response(for: request, as: serializer, progress: progress).value
    }

    /// Fetches a response with a GET request and decodes it into a value, as ``value(for:as:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL of the resource.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func value<Output: Sendable>(
        from url: URL,
        as serializer: any ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await response(for: URLRequest(url: url), as: serializer, progress: progress).value
    }

    /// Fetches a response and decodes it, as ``value(for:as:progress:)`` does, and keeps the head and the findings.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: URLRequest,
        as serializer: any ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        let handling = serializer.handling
        let received = await outcome(of: request, handling, progress: progress)
        return try serializer.response(of: received.body, in: DecodingContext(received, limits: handling.limits))
    }

    /// Fetches a response with a GET request and decodes it, and keeps the head and the findings.
    ///
    /// - Parameters:
    ///   - url: The URL of the resource.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func response<Output>(
        from url: URL,
        as serializer: any ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        try await response(for: URLRequest(url: url), as: serializer, progress: progress)
    }
}

extension URLRequest {
    /// Returns the request with an `Accept` field, unless it or the configuration has one, or any media type is
    /// acceptable.
    func accepting(_ value: String, in configuration: URLSessionConfiguration) -> URLRequest {
        let common = configuration.httpAdditionalHeaders?.keys.contains { "\($0.base)".lowercased() == "accept" }
        guard self.value(forHTTPHeaderField: "Accept") == nil, common != true, value != "*/*" else { return self }
        var request = self
        request.setValue(value, forHTTPHeaderField: "Accept")
        return request
    }
}
