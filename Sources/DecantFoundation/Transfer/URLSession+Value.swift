public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Fetches a response and turns it into a value, or into an error that explains itself.
    ///
    /// ```swift
    /// let user = try await session.value(for: request, as: .json(User.self).failure(.json(Problem.self)))
    /// ```
    ///
    /// The request asks for what the serializer accepts, unless it or the session's configuration has an `Accept` field.
    /// Neither the transfer nor the decoding runs on the caller's actor. When the task is cancelled, or the body exceeds its
    /// limit, the call throws at once, the transfer is cancelled, and bytes that still come are dropped as they arrive. If the
    /// connection fails, the error has the head and the bytes that came.
    ///
    /// On Linux, Foundation and libcurl have faults that no code around them can change:
    /// - A connection that is cut within the head stops the process, and so do trailers, fields after the last chunk.
    /// - So does a `Content-Length` from 9223372036854775296 to 9223372036854775807, also in a redirection, unless the body is
    ///   chunked. Longer numbers are taken for no length.
    /// - A body that is cut within its content coding, with a `Content-Length` that counts the bytes that were sent, counts as
    ///   complete: libcurl removes the coding without an error. A format with an end, such as JSON, fails then, with a hint;
    ///   text and bytes are a value that is too short. Only a gzip body of less than 20 bytes is known to be truncated.
    /// - A response with a status from 301 to 308 that leads nowhere comes without its body, and so looks truncated.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, with the code `transportFailed` if the client could not get a whole response, and `cancelled`
    ///   if the task was cancelled.
    @concurrent
    public func value<Output>(
        for request: URLRequest,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await response(for: request, as: serializer, progress: progress).value
    }

    /// Fetches a response with a GET request and turns it into a value, as ``value(for:as:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the response.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func value<Output>(
        from url: URL,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await response(for: URLRequest(url: url), as: serializer, progress: progress).value
    }

    /// Fetches a response and turns it into a value, as ``value(for:as:progress:)`` does, and keeps the head and the findings.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: URLRequest,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        let handling = serializer.handling
        let received = await outcome(of: request, handling, progress: progress)
        return try serializer.response(of: received.body, in: DecodingContext(received, limits: handling.limits))
    }

    /// Fetches a response with a GET request and turns it into a value, and keeps the head and the findings.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the response.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:progress:)`` does.
    @concurrent
    public func response<Output>(
        from url: URL,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        try await response(for: URLRequest(url: url), as: serializer, progress: progress)
    }
}

extension URLRequest {
    /// The request with an `Accept` field, unless it or the configuration has one, or anything is acceptable.
    func accepting(_ value: String, in configuration: URLSessionConfiguration) -> URLRequest {
        let common = configuration.httpAdditionalHeaders?.keys.contains { "\($0.base)".lowercased() == "accept" }
        guard self.value(forHTTPHeaderField: "Accept") == nil, common != true, value != "*/*" else { return self }
        var request = self
        request.setValue(value, forHTTPHeaderField: "Accept")
        return request
    }
}
