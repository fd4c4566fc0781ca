#if DecantAsyncHTTPClient
public import AsyncHTTPClient
public import Decant
public import NIOCore
import NIOHTTP1

extension HTTPClient {
    /// Fetches a response and turns it into a value, or into an error that explains itself.
    ///
    /// ```swift
    /// let user = try await HTTPClient.shared.value(
    ///     for: request,
    ///     as: .json(User.self).failure(.problemDetails),
    ///     timeout: .seconds(10)
    /// )
    /// ```
    ///
    /// The request asks for what the serializer accepts and for the content codings that this build undoes, unless it has an
    /// `Accept` or an `Accept-Encoding` field. The codings are undone here: gzip and deflate always, br and zstd with the
    /// traits of these names, with the limits of the serializer. A client whose own decompression is on, as that of `shared`
    /// is, undoes gzip and deflate before; the bytes, the length and the media type distinguish the two.
    ///
    /// Each piece of the body is asked for when the one before is in its memory. When the task is cancelled, the time is up,
    /// or the body exceeds its limit, the connection is closed. If it fails, the error has the head and the bytes that
    /// came. Neither the transfer nor the decoding runs on the caller's actor.
    ///
    /// A connection that cannot be made is tried again until the client's connect timeout (90 seconds for `shared`, 10 by
    /// default for other clients) or the timeout here, whichever is first; the error then has the last cause. Turn
    /// `connectionPool.retryConnectionEstablishment` off to get the first cause at once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - timeout: The time after which the whole transfer ends at the latest, the body included; without one, a server
    ///     may take as long as the client's own settings allow.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, with the code `transportFailed` if the client could not get a whole response in time, and
    ///   `cancelled` if the task was cancelled.
    @concurrent
    public func value<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
        timeout: Duration? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        let deadline = TransferDeadline(after: timeout)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        var context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.value(of: received.body, in: &context)
    }

    /// Fetches a response with a GET request and turns it into a value, as ``value(for:as:timeout:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the response.
    ///   - timeout: The time after which the whole transfer ends at the latest.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output>(
        from url: String,
        as serializer: some ResponseSerializer<Output>,
        timeout: Duration? = nil,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await value(for: HTTPClientRequest(url: url), as: serializer, timeout: timeout, progress: progress)
    }

    /// Fetches a response and turns it into a value, as ``value(for:as:timeout:progress:)`` does, and keeps the head and the
    /// findings.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - timeout: The time after which the whole transfer ends at the latest.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
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
    /// Fetches a response and turns it into a value, as ``value(for:as:timeout:progress:)`` does, until a deadline, which
    /// several transfers may share.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - deadline: The time at which the whole transfer ends at the latest, the body included.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
        deadline: NIODeadline,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        let deadline = TransferDeadline(deadline)
        let received = await ClientTransfer(of: request, by: self, as: serializer, deadline, progress).received()
        var context = DecodingContext(received, limits: serializer.handling.limits)
        return try serializer.value(of: received.body, in: &context)
    }

    /// Fetches a response with a GET request and turns it into a value, as ``value(for:as:deadline:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the response.
    ///   - deadline: The time at which the whole transfer ends at the latest.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func value<Output>(
        from url: String,
        as serializer: some ResponseSerializer<Output>,
        deadline: NIODeadline,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await value(for: HTTPClientRequest(url: url), as: serializer, deadline: deadline, progress: progress)
    }

    /// Fetches a response and turns it into a value, as ``value(for:as:deadline:progress:)`` does, and keeps the head and the
    /// findings.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - deadline: The time at which the whole transfer ends at the latest.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value, with the head and the findings.
    /// - Throws: `ResponseError`, as ``value(for:as:timeout:progress:)`` does.
    @concurrent
    public func response<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
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
