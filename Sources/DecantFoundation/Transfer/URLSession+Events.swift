public import Decant
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Returns the events of a server, on one connection after another.
    ///
    /// ```swift
    /// for try await event in session.events(for: request, as: .serverSentEvents(.json(Change.self))) {
    ///     print(event.data.name)
    /// }
    /// ```
    ///
    /// `ReconnectingStream` says when it connects again, and what ends it. Each connection is that of
    /// ``stream(for:as:)``, without a cache. A connection without bytes for the `timeoutInterval` of the request, 60
    /// seconds by default, is a lost one.
    ///
    /// - Parameters:
    ///   - request: The request. Its `Last-Event-ID` field, if it has one, applies until an event sets another ID.
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays, the failures, and the method of the request.
    public func events<Element>(
        for request: URLRequest,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy()
    ) -> ReconnectingStream<Element> {
        events(as: serializer, reconnection: reconnection) { request }
    }

    /// Returns the events of a server that are requested with GET, as ``events(for:as:reconnection:)`` does.
    ///
    /// - Parameters:
    ///   - url: The URL of the events.
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays and the failures.
    public func events<Element>(
        from url: URL,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy()
    ) -> ReconnectingStream<Element> {
        events(for: URLRequest(url: url), as: serializer, reconnection: reconnection)
    }

    /// Returns the events of a server, with a new request for each connection, such as one with current credentials.
    ///
    /// - Parameters:
    ///   - serializer: A serializer of server-sent events.
    ///   - reconnection: The rules for the delays, the failures, and the method of the request.
    ///   - request: A closure that returns the request; it then gets the `Last-Event-ID` field. Its error ends the
    ///     events, unless it is a `ResponseError` after which a connection is made again.
    public func events<Element>(
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy = ReconnectionPolicy(),
        request: @escaping @Sendable () async throws -> URLRequest
    ) -> ReconnectingStream<Element> {
        ReconnectingStream(reconnection, request) { (request, lastEventID) throws(ResponseError) in
            var request = request
            try reconnection.checkMethod(request.httpMethod ?? "GET")
            let id = lastEventID ?? request.value(forHTTPHeaderField: "Last-Event-ID") ?? ""
            request.setValue(id.isEmpty ? nil : id, forHTTPHeaderField: "Last-Event-ID")
            request.cachePolicy = .reloadIgnoringLocalCacheData
            return try await self.stream(for: request, as: serializer.resuming(after: id))
        }
    }
}
