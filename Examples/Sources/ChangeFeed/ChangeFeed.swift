import Decant
import DecantFoundation
import DecantTesting
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Follows a change feed, and reconnects as specified in WHATWG HTML §9.2.
///
/// The local server sends a few events for each request, cuts off one of the responses, and ends the feed with 204.
@main
struct ChangeFeed {
    struct Change: Decodable, Sendable {
        var name: String
    }

    static func main() async {
        do {
            let server = try standIn()
            guard let url = URL(string: server.origin + "/changes") else { return }
            let count = try await follow(URLRequest(url: url)) { change in print(change.name) }
            print("\(count) changes on \(server.requests.count) connections")
        } catch {
            print(error)
        }
    }

    /// Reads events until the server reports the end of the feed or rejects the request.
    ///
    /// Only a GET may be repeated automatically. After a lost connection or the end of a stream, the request is sent
    /// again after the reconnection time, with the last event ID. A status other than 200, or a body of another type,
    /// ends the feed permanently.
    static func follow(_ request: URLRequest, _ take: @Sendable (Change) -> Void) async throws(ResponseError) -> Int {
        let serializer = StreamSerializer.serverSentEvents(.json(Change.self)).statuses([200, 204])
        var (lastEventID, time, count, failures) = ("", Duration.seconds(3), 0, 0)
        while true {
            var request = request
            request.cachePolicy = .reloadIgnoringLocalCacheData
            if !lastEventID.isEmpty { request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID") }
            do throws(ResponseError) {
                let events = try await URLSession.shared.stream(for: request, as: serializer.acceptingAnyMediaType())
                guard events.context.status != .noContent else { return count }
                guard events.context.mediaType?.essence == "text/event-stream" else {
                    throw ResponseError(.unacceptableMediaType, "the feed is not an event stream")
                }
                failures = 0
                defer {
                    // Both outlive the connection, even a lost one.
                    if !events.lastEventID.isEmpty { lastEventID = events.lastEventID }
                    time = events.retry ?? time
                }
                for try await event in events {
                    take(event.data)
                    count += 1
                }
            } catch {
                guard error.code == .transportFailed || error.code == .truncatedBody else { throw error }
                failures += 1
                // Requests to a server that is down become less frequent, down to one a minute.
            }
            do {
                try await Task.sleep(for: min(time * (1 << min(failures, 5)), .seconds(60)))
            } catch {
                throw ResponseError(.cancelled, "the task was canceled", underlying: error)
            }
        }
    }

    /// Starts a server whose second response is cut off inside an event.
    private static func standIn() throws(ResponseError) -> LoopbackServer {
        try LoopbackServer { exchange in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
            if exchange.head.contains("Last-Event-ID: 4") {
                exchange.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            } else if exchange.head.contains("Last-Event-ID: 2") {
                exchange.send(head + "Content-Length: 100\r\n\r\nid: 3\ndata: {\"name\":\"three\"}\n\n")
            } else if exchange.head.contains("Last-Event-ID: 3") {
                exchange.send(head + "\r\nid: 4\ndata: {\"name\":\"four\"}\n\n")
            } else {
                exchange.send(head + "\r\nretry: 10\n\nid: 1\ndata: {\"name\":\"one\"}\n\n")
                exchange.send("id: 2\ndata: {\"name\":\"two\"}\n\ndata: {\"name\":\"never")
            }
            return false
        }
    }
}
