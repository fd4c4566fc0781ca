#if DecantAsyncHTTPClient
public import AsyncHTTPClient
public import Decant
import DecantNIO

extension HTTPClient {
    /// Fetches a response and returns its elements as their bytes arrive.
    ///
    /// ```swift
    /// let events = try await HTTPClient.shared.stream(
    ///     for: request,
    ///     as: .serverSentEvents(.json(Delta.self)).until("[DONE]"),
    ///     timeout: .seconds(30)
    /// )
    /// for try await event in events { print(event.data.text) }
    /// ```
    ///
    /// The next chunk of the body is requested once the elements of the previous one have been consumed, so a server
    /// can be no faster than the program. The `Accept` and `Accept-Encoding` fields name the media types of the
    /// serializer and the content codings of this build, as with ``value(for:as:timeout:progress:)``. The connection is
    /// closed when the task is canceled, when an error occurs, and when the last copy of the stream is released.
    ///
    /// - Parameters:
    ///   - request: The request. It gets an `Accept` field from the serializer, unless it has one.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - timeout: The maximum time to wait for the head, and for each chunk. If it is nil, only the client's own
    ///     settings limit the time.
    /// - Returns: The stream. Its head has been validated.
    /// - Throws: `ResponseError` if no head arrives, or if it is rejected; for an unacceptable status, the error body
    ///   is decoded.
    public func stream<Element>(
        for request: HTTPClientRequest,
        as serializer: StreamSerializer<Element>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        let transfer = ClientTransfer(of: request, by: self, as: serializer, TransferDeadline(after: timeout))
        let (response, head): (HTTPClientResponse, ReceivedHead)
        do throws(TransferFailure) {
            (response, head) = try await transfer.head()
        } catch {
            throw serializer.error(of: transfer.failed(error), for: Element.self)
        }
        let chunks = ClientChunks(of: response.body, silence: timeout)
        return try await serializer.stream(of: chunks, for: transfer.context(of: head), noting: head.findings)
    }

    /// Fetches a response with a GET request and returns its elements, as ``stream(for:as:timeout:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL of the resource.
    ///   - serializer: The serializer of the response, with its validation and limits.
    ///   - timeout: The maximum time to wait for the head, and for each chunk.
    /// - Returns: The stream. Its head has been validated.
    /// - Throws: `ResponseError`, as ``stream(for:as:timeout:)`` does.
    public func stream<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        timeout: Duration? = nil
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        try await stream(for: HTTPClientRequest(url: url), as: serializer, timeout: timeout)
    }
}
#endif
