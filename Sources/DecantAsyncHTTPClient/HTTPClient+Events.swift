#if DecantAsyncHTTPClient
public import AsyncHTTPClient
public import Decant
import NIOHTTP1

extension HTTPClient {
    /// Returns the events of a server, on one connection after another.
    ///
    /// ```swift
    /// for try await event in client.events(for: request, as: .serverSentEvents(.json(Change.self))) {
    ///     print(event.data.name)
    /// }
    /// ```
    ///
    /// `ReconnectingStream` says when it connects again, and what ends it. Each connection is that of
    /// ``stream(for:as:timeout:)``.
    ///
    /// - Parameters:
    ///   - request: The request. Its `Last-Event-ID` field, if it has one, applies until an event sets another ID.
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays, the failures, and the method of the request.
    ///   - timeout: The maximum time to wait for the head, and for each chunk. A connection that takes longer is a lost
    ///     one. If it is nil, only the client's own settings limit the time.
    public func events<Element>(
        for request: HTTPClientRequest,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil
    ) -> ReconnectingStream<Element> {
        events(as: serializer, reconnection: reconnection, timeout: timeout) { request }
    }

    /// Returns the events of a server that are requested with GET, as ``events(for:as:reconnection:timeout:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL of the events.
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays and the failures.
    ///   - timeout: The maximum time to wait for the head, and for each chunk.
    public func events<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil
    ) -> ReconnectingStream<Element> {
        events(for: HTTPClientRequest(url: url), as: serializer, reconnection: reconnection, timeout: timeout)
    }

    /// Returns the events of a server, with a new request for each connection, such as one with current credentials.
    ///
    /// - Parameters:
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays, the failures, and the method of the request.
    ///   - timeout: The maximum time to wait for the head, and for each chunk.
    ///   - request: A closure that returns the request; it then gets the `Last-Event-ID` field. Its error ends the
    ///     events, unless it is a `ResponseError` after which a connection is made again.
    public func events<Element>(
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        timeout: Duration? = nil,
        request: @escaping @Sendable () async throws -> HTTPClientRequest
    ) -> ReconnectingStream<Element> {
        ReconnectingStream(reconnection, request) { (request, lastEventID) throws(ResponseError) in
            var request = request
            try reconnection.checkMethod(request.method.rawValue)
            let id = lastEventID ?? request.headers.first(name: "Last-Event-ID") ?? ""
            request.headers.remove(name: "Last-Event-ID")
            if !id.isEmpty { request.headers.add(name: "Last-Event-ID", value: id) }
            return try await self.stream(for: request, as: serializer.resuming(after: id), timeout: timeout)
        }
    }
}
#endif
