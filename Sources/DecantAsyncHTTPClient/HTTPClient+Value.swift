#if DecantAsyncHTTPClient
public import AsyncHTTPClient
public import Decant
public import NIOCore
import NIOHTTP1

extension HTTPClient {
    /// Fetches a response and turns it into a value, or into an error that explains itself.
    ///
    /// ```swift
    /// let user = try await HTTPClient.shared.value(for: request, as: .json(User.self).failure(.problemDetails))
    /// ```
    ///
    /// The request asks for what the serializer accepts and for the content codings that this build undoes, unless it has an
    /// `Accept` or an `Accept-Encoding` field. The codings are undone here: gzip and deflate always, br and zstd with the
    /// traits of these names, with the limits of the serializer. A client whose own decompression is on, as that of `shared`
    /// is, undoes gzip and deflate before; the bytes, the length and the media type distinguish the two.
    ///
    /// Each piece of the body is asked for when the one before is in its memory. When the task is cancelled, the deadline
    /// passes, or the body exceeds its limit, the connection is closed. If it fails, the error has the head and the bytes that
    /// came. Neither the transfer nor the decoding runs on the caller's actor.
    ///
    /// A host that refuses connections is tried again until the client's connect timeout has passed, unless its
    /// `connectionPool.retryConnectionEstablishment` is off.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the response.
    ///   - deadline: The time at which the whole transfer ends at the latest, the body included.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, with the code `transportFailed` if the client could not get a whole response in time, and
    ///   `cancelled` if the task was cancelled.
    @concurrent
    public func value<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
        deadline: NIODeadline = .distantFuture,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        try await decodedResponse(for: request, as: serializer, deadline: deadline, progress: progress).value
    }

    /// Fetches a response with a GET request and turns it into a value, as ``value(for:as:deadline:progress:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the response.
    ///   - deadline: The time at which the whole transfer ends at the latest.
    ///   - progress: Called with the number of bytes received.
    /// - Returns: The value.
    /// - Throws: `ResponseError`, as ``value(for:as:deadline:progress:)`` does.
    @concurrent
    public func value<Output>(
        from url: String,
        as serializer: some ResponseSerializer<Output>,
        deadline: NIODeadline = .distantFuture,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> Output {
        let request = HTTPClientRequest(url: url)
        return try await decodedResponse(for: request, as: serializer, deadline: deadline, progress: progress).value
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
    /// - Throws: `ResponseError`, as ``value(for:as:deadline:progress:)`` does.
    @concurrent
    public func decodedResponse<Output>(
        for request: HTTPClientRequest,
        as serializer: some ResponseSerializer<Output>,
        deadline: NIODeadline = .distantFuture,
        progress: ProgressHandler? = nil
    ) async throws(ResponseError) -> DecodedResponse<Output> {
        let request = request.accepting(serializer.acceptValue)
        let transfer = ClientTransfer(
            client: self,
            request: request,
            limits: serializer.handling.configuration.limits,
            deadline: deadline,
            progress: progress
        )
        let outcome = await transfer.outcome()
        let count = outcome.received.body.count
        return try serializer.observing(bodyCount: count, in: outcome.context) { () throws(ResponseError) in
            try serializer.noting(outcome.findings).decodedTransfer(
                of: outcome.received,
                outcome.failure,
                in: outcome.context
            )
        }
    }
}

extension HTTPClientRequest {
    /// The request with `Accept` and `Accept-Encoding` fields, unless it has them; without `Accept` if anything is acceptable.
    fileprivate func accepting(_ value: String) -> HTTPClientRequest {
        var request = self
        if value != "*/*", !headers.contains(name: "Accept") { request.headers.add(name: "Accept", value: value) }
        if !headers.contains(name: "Accept-Encoding") {
            request.headers.add(name: "Accept-Encoding", value: ContentCoding.acceptValue)
        }
        return request
    }
}
#endif
