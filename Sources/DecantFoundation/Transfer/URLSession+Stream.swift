public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Fetches a response whose elements come as their bytes arrive.
    ///
    /// ```swift
    /// let events = try await session.stream(for: request, as: .serverSentEvents(.json(Delta.self)).until("[DONE]"))
    /// for try await event in events { print(event.data.text) }
    /// ```
    ///
    /// URLSession cannot be slowed down. What has come and was not read waits in memory, up to `Limits.waitingBytes`; beyond that the
    /// stream ends with the error `limitExceeded`. If a server may send faster than the program reads, use `HTTPClient.stream(for:as:)`
    /// of the product `DecantAsyncHTTPClient`, which reads no faster than the program. Cancelling the task ends the transfer, and so
    /// does leaving the loop if the stream is not used afterward.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - serializer: The serializer of the stream.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError` if no head comes, or if it is refused; with a bad status, its body is decoded.
    public func stream<Format: StreamFormat & ~Copyable>(
        for request: URLRequest,
        as serializer: StreamSerializer<Format>
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        let request = request.accepting(serializer.acceptValue, in: configuration)
        let (chunks, head) = await chunks(of: request, limits: serializer.handling.limits)
        guard head.failure == nil else { throw serializer.error(of: head, for: Format.Element.self) }
        return try await serializer.stream(of: chunks, for: head.context, noting: head.headFindings)
    }

    /// Fetches a response with a GET request whose elements come as their bytes arrive, as ``stream(for:as:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - serializer: The serializer of the stream.
    /// - Returns: The stream, whose head was accepted.
    /// - Throws: `ResponseError`, as ``stream(for:as:)`` does.
    public func stream<Format: StreamFormat & ~Copyable>(
        from url: URL,
        as serializer: StreamSerializer<Format>
    ) async throws(ResponseError) -> sending ResponseStream<Format> {
        try await stream(for: URLRequest(url: url), as: serializer)
    }
}
