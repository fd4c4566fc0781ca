import Decant
import DecantFoundation
import DecantTesting
import Foundation

/// Follows a change feed, and reconnects as specified in WHATWG HTML §9.2.
@main
struct ChangeFeed {
    struct Change: Decodable, Sendable {
        var name: String
    }

    static func main() async throws {
        let server = try standIn()
        guard let url = URL(string: server.origin + "/changes") else { return }
        for try await event in URLSession.shared.events(from: url, as: .serverSentEvents(.json(Change.self))) {
            print(event.data.name)
        }
        print("\(server.requests.count) connections")
    }

    /// Starts a server that sends a few events for each request, cuts off one of the responses, and ends the
    /// feed with 204.
    private static func standIn() throws(ResponseError) -> LoopbackServer {
        try LoopbackServer { exchange in
            // Foundation on Linux writes names of fields as `Last-Event-Id`.
            let request = exchange.head.lowercased()
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"
            if request.contains("last-event-id: 4") {
                exchange.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            } else if request.contains("last-event-id: 2") {
                exchange.send(head + "Content-Length: 100\r\n\r\nid: 3\ndata: {\"name\":\"three\"}\n\n")
            } else if request.contains("last-event-id: 3") {
                exchange.send(head + "\r\nid: 4\ndata: {\"name\":\"four\"}\n\n")
            } else {
                exchange.send(head + "\r\nretry: 100\n\nid: 1\ndata: {\"name\":\"one\"}\n\n")
                exchange.send("id: 2\ndata: {\"name\":\"two\"}\n\ndata: {\"name\":\"never")
            }
            return false
        }
    }
}
