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
    /// Nothing of it runs on the caller's actor, decoding neither. Cancelling the task stops the transfer, and so does a body
    /// that exceeds its limit. If the connection fails, the error has the head and the bytes that came.
    ///
    /// Three things cannot be changed from outside of Foundation on Linux: a connection that is cut within the head stops the
    /// process; a response with a status from 301 to 308 that leads nowhere comes without its body, and so looks truncated; and
    /// bytes keep coming for a moment after a transfer was stopped, which takes memory, though they are not collected.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - serializer: What the response is to become.
    ///   - progress: Hears how many bytes have come, on the queue on which URLSession reports.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, which says everything that is known: with the code `transportFailed` if the client could not
    ///   get a whole response, and `cancelled` if the task was cancelled.
    @concurrent
    public func value<Output>(
        for request: URLRequest,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await decodedResponse(for: request, as: serializer, progress: progress).value
    }

    /// Fetches a response and turns it into a value, or into an error that explains itself.
    ///
    /// It does what ``value(for:as:progress:)`` does with a GET request.
    ///
    /// - Parameters:
    ///   - url: What to ask for.
    ///   - serializer: What the response is to become.
    ///   - progress: Hears how many bytes have come, on the queue on which URLSession reports.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, which says everything that is known.
    @concurrent
    public func value<Output>(
        from url: URL,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await decodedResponse(for: URLRequest(url: url), as: serializer, progress: progress).value
    }

    /// Fetches a response and turns it into a value, and keeps the head and what was noticed.
    ///
    /// It does what ``value(for:as:progress:)`` does.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - serializer: What the response is to become.
    ///   - progress: Hears how many bytes have come, on the queue on which URLSession reports.
    /// - Returns: The value, with the head and what was noticed.
    /// - Throws: `ResponseError`, which says everything that is known.
    @concurrent
    public func decodedResponse<Output>(
        for request: URLRequest,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        let limits = serializer.handling.configuration.limits
        let outcome = await outcome(of: request, limits: limits, progress: progress)
        return try outcome.decoded(by: serializer, for: request)
    }

    /// Fetches a response and turns it into a value, and keeps the head and what was noticed.
    ///
    /// - Parameters:
    ///   - url: What to ask for.
    ///   - serializer: What the response is to become.
    ///   - progress: Hears how many bytes have come, on the queue on which URLSession reports.
    /// - Returns: The value, with the head and what was noticed.
    /// - Throws: `ResponseError`, which says everything that is known.
    @concurrent
    public func decodedResponse<Output>(
        from url: URL,
        as serializer: some ResponseSerializer<Output>,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        try await decodedResponse(for: URLRequest(url: url), as: serializer, progress: progress)
    }
}

extension URLRequest {
    /// The request with an `Accept` field, unless it or the configuration has one, or anything is acceptable.
    fileprivate func accepting(_ value: String, in configuration: URLSessionConfiguration) -> URLRequest {
        let common = configuration.httpAdditionalHeaders?.keys.contains { "\($0.base)".lowercased() == "accept" }
        guard self.value(forHTTPHeaderField: "Accept") == nil, common != true, value != "*/*" else { return self }
        var request = self
        request.setValue(value, forHTTPHeaderField: "Accept")
        return request
    }
}
