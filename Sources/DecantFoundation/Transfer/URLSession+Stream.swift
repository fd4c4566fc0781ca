public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Fetches a response and returns its elements as their bytes arrive.
    ///
    /// ```swift
    /// let events = try await session.stream(for: request, as: .serverSentEvents(.json(Delta.self)).until("[DONE]"))
    /// for try await event in events { print(event.data.text) }
    /// ```
    ///
    /// URLSession has no back-pressure. Unread bytes are buffered up to `Limits.waitingBytes`; beyond that, the stream
    /// ends with the error `limitExceeded`. If a server may send faster than the program reads, use
    /// `HTTPClient.stream(for:as:)` of the product `DecantAsyncHTTPClient`, which reads no faster than the program. The
    /// transfer ends when the task is canceled, or when the program leaves the loop and no longer uses the stream.
    ///
    /// On Apple systems, URLSession may hold back the head and the first 512 bytes of a body that is plain text or has no
    /// media type, unless the head has the field `X-Content-Type-Options: nosniff`.
    ///
    /// - Returns: The stream. Its head has been validated.
    /// - Throws: `ResponseError` if no head arrives, or if it is rejected; for an unacceptable status, the error body
    ///   is decoded.
    public func stream<Element>(
        for request: URLRequest,
        as serializer: StreamSerializer<Element>
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        let (chunks, head) = await chunks(of: request, limits: serializer.handling.limits)
        guard head.failure == nil else { throw serializer.error(of: head, for: Element.self) }
        return try await serializer.stream(of: chunks, for: head.context, noting: head.headFindings)
    }

    /// Fetches a response with a GET request and returns its elements as they arrive, as ``stream(for:as:)`` does.
    ///
    /// - Returns: The stream. Its head has been validated.
    /// - Throws: `ResponseError`, as ``stream(for:as:)`` does.
    public func stream<Element>(
        from url: URL,
        as serializer: StreamSerializer<Element>
    ) async throws(ResponseError) -> sending ResponseStream<Element> {
        try await stream(for: URLRequest(url: url), as: serializer)
    }
}
