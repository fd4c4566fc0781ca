#if DecantAsyncHTTPClient
public import AsyncHTTPClient
public import Decant
public import NIOCore
import NIOHTTP1

extension HTTPClient {
    /// Fetches a response and decodes it into a value.
    ///
    /// ```swift
    /// let user = try await HTTPClient.shared.value(
    ///     for: request,
    ///     as: .json(User.self).failure(.problemDetails),
    ///     timeout: .seconds(10)
    /// )
    /// ```
    ///
    /// Unless the request has them, it gets an `Accept` field with the media types of the serializer, and an
    /// `Accept-Encoding` field with the content codings of this build: gzip and deflate, and br and zstd with the
    /// traits of these names. The codings are decoded here, with the limits of the serializer. A client with
    /// decompression enabled, such as `shared`, decodes gzip and deflate before; the bytes, the length, and the media
    /// type distinguish the two cases.
    ///
    /// Each chunk of the body is requested once the previous one has been stored. When the task is canceled, the
    /// timeout expires, or the body exceeds its limit, the connection is closed. If the connection fails, the error has
    /// the head and the bytes received until then. Neither the transfer nor the decoding runs on the caller's actor.
    ///
    /// A connection that cannot be established is retried until the client's connect timeout (90 seconds for `shared`,
    /// 10 by default for other clients) or until `timeout`, whichever is first; the error then has the last cause.
    /// Disable `connectionPool.retryConnectionEstablishment` to get the first cause immediately.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - timeout: The maximum duration of the whole transfer, including the body. If it is nil, only the client's own
    ///     settings limit the time.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, with the code `transportFailed` if the client did not receive a complete response in
    ///   time, and `cancelled` if the task was canceled.
    @concurrent
    public func value<Output: Sendable>(
        for request: HTTPClientRequest,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        let deadline = TransferDeadline(after: timeout)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        var context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.value(of: received.body, in: &context)
    }

    /// Fetches a response with a GET request and decodes it, as ``value(for:as:timeout:progress:)`` does.
    ///
    /// ```swift
    /// let count = try await client.value(from: "https://example.com/users", as: .json([User].self).map { $0.count })
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the resource.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - timeout: The maximum duration of the whole transfer.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output: Sendable>(
        from url: String,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await value(for: HTTPClientRequest(url: url), as: serializer, timeout: timeout, progress: progress)
    }

    /// Fetches a response and decodes it, as ``value(for:as:timeout:progress:)`` does, and keeps the head and the
    /// findings.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - timeout: The maximum duration of the whole transfer.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: HTTPClientRequest,
        as serializer: any ResponseSerializer<Output>,
        timeout: Duration? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let deadline = TransferDeadline(after: timeout)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        let context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.response(of: received.body, in: context)
    }
}

// MARK: - Deadlines

extension HTTPClient {
    /// Fetches a response and decodes it, as ``value(for:as:timeout:progress:)`` does, with a deadline that several
    /// transfers can share.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - deadline: The time when the whole transfer, including the body, must have ended.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output: Sendable>(
        for request: HTTPClientRequest,
        as serializer: any ResponseSerializer<Output>,
        deadline: NIODeadline,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        let deadline = TransferDeadline(deadline)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        var context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.value(of: received.body, in: &context)
    }

    /// Fetches a response with a GET request and decodes it, as ``value(for:as:deadline:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL of the resource.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - deadline: The time when the whole transfer must have ended.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output: Sendable>(
        from url: String,
        as serializer: any ResponseSerializer<Output>,
        deadline: NIODeadline,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await value(for: HTTPClientRequest(url: url), as: serializer, deadline: deadline, progress: progress)
    }

    /// Fetches a response and decodes it, as ``value(for:as:deadline:progress:)`` does, and keeps the head and the
    /// findings.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - deadline: The time when the whole transfer must have ended.
    ///   - progress: A closure that is called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: HTTPClientRequest,
        as serializer: any ResponseSerializer<Output>,
        deadline: NIODeadline,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let deadline = TransferDeadline(deadline)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        let context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.response(of: received.body, in: context)
    }
}
#endif
