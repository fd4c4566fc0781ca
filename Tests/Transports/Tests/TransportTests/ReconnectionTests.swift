import Decant
import DecantFoundation
import DecantTesting
import Synchronization
import Testing

/// Events on one connection after another, on each client.
@Suite(.timeLimit(.minutes(10)))
struct ReconnectionTests {
    private enum State: CaseIterable {
        case connecting, reading, waiting
    }

    /// A server whose answers have an order.
    private final class Feed: Sendable {
        typealias Answer = @Sendable (LoopbackServer.Exchange, Feed) -> Bool

        private let received = Mutex(0)

        /// The number of events that the program has received.
        var eventCount: Int {
            get { received.withLock(\.self) }
            set { received.withLock { $0 = newValue } }
        }

        func count() { received.withLock { $0 += 1 } }

        /// Waits until the program has received a number of events: a client may drop those that arrive with an error.
        func wait(for count: Int, _ exchange: LoopbackServer.Exchange) {
            for _ in 0..<2000 where eventCount < count { exchange.pause(.milliseconds(5)) }
        }

        func server(_ answers: Answer...) throws(ResponseError) -> LoopbackServer {
            let next = Mutex(0)
            return try LoopbackServer { [self] exchange in
                let index = next.withLock { index in
                    defer { index += 1 }
                    return index
                }
                guard index < answers.count else { return exchange.send("HTTP/1.1 204 No Content\r\n\r\n") }
                return answers[index](exchange, self)
            }
        }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    private static func policy(_ time: Duration = .milliseconds(10)) -> ReconnectionPolicy {
        ReconnectionPolicy(reconnectionTime: time, jitter: 0)
    }

    private static func status(_ status: String, _ fields: String = "") -> Feed.Answer {
        { exchange, _ in exchange.send("HTTP/1.1 \(status)\r\n\(fields)Content-Length: 0\r\n\r\n") }
    }

    /// Reads all events, and returns their data and the error.
    private static func read(
        _ events: ReconnectingStream<ServerSentEvent<String>>,
        _ feed: Feed = Feed()
    ) async -> (data: String, error: ResponseError?) {
        var data = ""
        do throws(ResponseError) {
            for try await event in events {
                data += event.data
                feed.count()
            }
            return (data, nil)
        } catch {
            return (data, error)
        }
    }

    private static func lastEventIDs(_ server: LoopbackServer) -> [String] {
        server.requests.map { head in
            let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("last-event-id:") }
            return line.map { $0.dropFirst(14).drop { $0 == " " } }.map(String.init) ?? "-"
        }
    }

    @Test(arguments: StreamClient.Name.reconnecting)
    func continuesAfterDropsAndTemporaryStatuses(_ name: StreamClient.Name) async throws {
        let feed = Feed()
        let server = try feed.server(
            Self.status("500 Internal Server Error"),
            { exchange, feed in
                exchange.send(Self.chunked + "12\r\nid: 1\ndata: a\n\nid:\r\n")
                feed.wait(for: 1, exchange)
                return false
            },
            { _, _ in false },
            Self.status("429 Too Many Requests", "Retry-After: 1\r\n"),
            { exchange, _ in
                // The event that was sent before, and a regular end.
                let body = "id: 1\ndata: a\n\nid: 2\ndata: b\n\n"
                return exchange.send(Self.head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            },
            { exchange, feed in
                exchange.send(Self.head + "\r\ndata: c\n\n")
                feed.wait(for: 4, exchange)
                exchange.resetAtTheEnd()
                return false
            },
            { exchange, _ in
                exchange.send(Self.head + "\r\nid\ndata: d\n\n")
                return false
            }
        )
        let start = ContinuousClock.now
        let events = StreamClient(shared: name)
            .events(from: server.origin + "/", as: .serverSentEvents, reconnection: Self.policy())
        let (data, error) = await Self.read(events, feed)
        #expect(data == "aabcd")
        #expect(error == nil)
        #expect(Self.lastEventIDs(server) == ["-", "-", "1", "1", "1", "2", "2", "-"])
        #expect(ContinuousClock.now - start >= .seconds(1))
    }

    @Test(arguments: StreamClient.Name.reconnecting)
    func anotherStatusEndsItWithItsBody(_ name: StreamClient.Name) async throws {
        let server = try Feed().server(Self.status("503 Service Unavailable")) { exchange, _ in
            let body = #"{"message":"the token has expired"}"#
            let head = "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n"
            return exchange.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
        }
        let events = StreamClient(shared: name)
            .events(from: server.origin + "/", as: .serverSentEvents, reconnection: Self.policy())
        let error = await Self.read(events).error
        #expect(error?.context?.status == .unauthorized)
        #expect(error?.serverMessage == "the token has expired")
        #expect(server.requests.count == 2)
    }

    @Test(arguments: StreamClient.Name.reconnecting)
    func aStalledConnectionIsALostOne(_ name: StreamClient.Name) async throws {
        let stall: Feed.Answer = { exchange, _ in
            exchange.send(Self.head + "\r\nid: é\ndata: a\n\n: no further bytes".latin1)
            exchange.waitForTheEnd()
            return false
        }
        let silence: Feed.Answer = { exchange, _ in
            exchange.waitForTheEnd()
            return false
        }
        let server = try Feed().server(stall, silence)
        let events = StreamClient(shared: name).events(
            from: server.origin + "/",
            as: .serverSentEvents,
            reconnection: Self.policy(),
            timeout: .seconds(1)
        )
        let (data, error) = await Self.read(events)
        #expect(data == "a")
        #expect(error == nil)
        #expect(Self.lastEventIDs(server) == ["-", "é", "é"])
        // The client may keep the connection of the last response.
        #expect(await eventually { server.openConnections <= 1 })
    }

    @Test(arguments: StreamClient.Name.reconnecting)
    func eachConnectionHasARequestOfItsOwn(_ name: StreamClient.Name) async throws {
        let server = try Feed().server(
            { exchange, _ in exchange.send(Self.head + "Content-Length: 0\r\n\r\n") },
            { exchange, _ in exchange.send(Self.head + "Content-Length: 16\r\n\r\nid: 6\ndata: a\n\n\n") }
        )
        let count = Mutex(0)
        let events = StreamClient(shared: name)
            .events(from: server.origin + "/", as: .serverSentEvents, reconnection: Self.policy()) {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return ["Authorization": "token\(number)", "Last-Event-ID": "5"]
            }
        #expect(await Self.read(events).error == nil)
        // The ID of the program applies until the stream sets one.
        #expect(Self.lastEventIDs(server) == ["5", "5", "6"])
        for (index, head) in server.requests.enumerated() {
            #expect(head.contains(": token\(index + 1)\r\n"))
            #expect(head.contains("ccept: text/event-stream"))
        }
    }

    @Test(arguments: StreamClient.Name.reconnecting)
    func aPOSTIsRepeatedOnlyIfTheProgramSaysSo(_ name: StreamClient.Name) async throws {
        let server = try Feed().server({ exchange, _ in exchange.send(Self.head + "Content-Length: 0\r\n\r\n") })
        let client = StreamClient(shared: name)
        var policy = Self.policy()
        let url = server.origin + "/"
        let refused = client.events(from: url, as: .serverSentEvents, reconnection: policy, method: "POST")
        #expect(await Self.read(refused).error?.message == "a POST request must not be repeated")
        #expect(server.requests.isEmpty)
        policy.repeatsAnyMethod = true
        let repeated = client.events(from: url, as: .serverSentEvents, reconnection: policy, method: "POST")
        #expect(await Self.read(repeated).error == nil)
        #expect(server.requests.map { $0.hasPrefix("POST ") } == [true, true])
    }

    /// A busy machine may delay a task, so the shortest of several times counts.
    @Test(arguments: StreamClient.Name.reconnecting, State.allCases)
    private func aCancellationEndsItWithinATenthOfASecond(_ name: StreamClient.Name, _ state: State) async throws {
        let client = StreamClient(shared: name)
        var times: [Duration] = []
        for _ in 0..<10 where times.allSatisfy({ $0 > .milliseconds(100) }) {
            let feed = Feed()
            let server = try feed.server { exchange, _ in
                switch state {
                case .connecting: break
                case .reading: exchange.send(Self.head + "\r\ndata: a\n\n")
                case .waiting: return exchange.send(Self.head + "Content-Length: 9\r\n\r\ndata: a\n\n")
                }
                exchange.waitForTheEnd()
                return false
            }
            let events = client.events(
                from: server.origin + "/",
                as: .serverSentEvents,
                reconnection: Self.policy(.seconds(3600))
            )
            let task = Task { await Self.read(events, feed) }
            while server.requests.isEmpty || state != .connecting && feed.eventCount == 0 {
                try await Task.sleep(for: .milliseconds(1))
            }
            // The end of a short response.
            try await Task.sleep(for: .milliseconds(50))
            let start = ContinuousClock.now
            task.cancel()
            #expect(await task.value.error?.code == .cancelled)
            times.append(ContinuousClock.now - start)
            if state != .waiting { #expect(await eventually { server.openConnections == 0 }) }
            server.stop()
        }
        #expect(times.contains { $0 <= .milliseconds(100) }, "\(times)")
    }
}

extension String {
    /// The bytes of the text in UTF-8, each as a scalar, which a server sends in ISO 8859-1.
    fileprivate var latin1: String {
        var text = ""
        for byte in utf8 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }
}
