import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantFoundation
import Foundation
import NIOHTTP1

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A streaming client: one of the three clients, or AsyncHTTPClient with an idle timeout.
enum StreamClient: Sendable {
    enum Name: String, CaseIterable, Codable {
        case urlSession, asyncHTTPClient, asyncHTTPClientWithSilence, nio

        /// The clients with events that reconnect.
        static let reconnecting = [urlSession, asyncHTTPClient, asyncHTTPClientWithSilence]
    }

    case urlSession(URLSession)
    case asyncHTTPClient(HTTPClient, silence: Duration?)
    case nio

    /// Creates a client without a connection.
    init(_ name: Name) {
        switch name {
        case .urlSession: self = .urlSession(URLSession.forResponses(configuration: .ephemeral))
        case .asyncHTTPClient: self = .asyncHTTPClient(HTTPClient(configuration: .forUntrustedServers), silence: nil)
        case .asyncHTTPClientWithSilence:
            self = .asyncHTTPClient(HTTPClient(configuration: .forUntrustedServers), silence: .seconds(300))
        case .nio: self = .nio
        }
    }

    /// The client that the tests share.
    init(shared name: Name) {
        switch name {
        case .urlSession: self = .urlSession(URLSessionTests.session)
        case .asyncHTTPClient: self = .asyncHTTPClient(AsyncHTTPClientTests.client, silence: nil)
        case .asyncHTTPClientWithSilence:
            self = .asyncHTTPClient(AsyncHTTPClientTests.client, silence: .seconds(300))
        case .nio: self = .nio
        }
    }

    /// Passes a stream to a closure.
    func withStream<Element, Result>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        _ use: (sending ResponseStream<Element>) async throws(ResponseError) -> Result
    ) async throws(ResponseError) -> Result {
        switch self {
        case .urlSession(let session):
            guard let url = URL(string: url) else { throw ResponseError(.rejected, "no URL") }
            return try await use(session.stream(from: url, as: serializer))
        case .asyncHTTPClient(let client, let silence):
            return try await use(client.stream(from: url, as: serializer, timeout: silence))
        case .nio:
            return try await NIOFetch(url: url).withStream(as: serializer, use)
        }
    }

    /// Returns the events of a URL.
    ///
    /// - Parameters:
    ///   - timeout: The time of silence after which a connection is a lost one, or nil for that of the client.
    ///   - fields: The fields of each request.
    func events<Element>(
        from url: String,
        as serializer: StreamSerializer<Element>,
        reconnection: ReconnectionPolicy,
        method: String = "GET",
        timeout: Duration? = nil,
        fields: @escaping @Sendable () async throws -> [String: String] = { [:] }
    ) -> ReconnectingStream<Element> {
        switch self {
        case .urlSession(let session):
            return session.events(as: serializer, reconnection: reconnection) {
                guard let url = URL(string: url) else { throw ResponseError(.rejected, "no URL") }
                var request = URLRequest(url: url)
                request.httpMethod = method
                if let timeout { request.timeoutInterval = timeout / .seconds(1) }
                for (name, value) in try await fields() { request.setValue(value, forHTTPHeaderField: name) }
                return request
            }
        case .asyncHTTPClient(let client, let silence):
            return client.events(as: serializer, reconnection: reconnection, timeout: timeout ?? silence) {
                var request = HTTPClientRequest(url: url)
                request.method = HTTPMethod(rawValue: method)
                for (name, value) in try await fields() { request.headers.add(name: name, value: value) }
                return request
            }
        case .nio: preconditionFailure("the adapter for SwiftNIO has no events")
        }
    }

    /// Closes the connections that the client keeps.
    func shutDown() async throws {
        switch self {
        case .urlSession(let session): session.invalidateAndCancel()
        case .asyncHTTPClient(let client, _): try await client.shutdown()
        case .nio: break
        }
    }
}
