import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// Streams on AsyncHTTPClient, with and without an idle timeout.
@Suite(.timeLimit(.minutes(10)))
struct HTTPClientStreamTests {
    private static let client = AsyncHTTPClientTests.client

    private static let timeouts: [Duration?] = [nil, .seconds(300), .seconds(Int64.max)]

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

    /// A server that sends some bytes, then nothing until the client disconnects.
    private static func silent(after text: String) throws -> LoopbackServer {
        try LoopbackServer { exchange in
            exchange.send(text)
            exchange.waitForTheEnd()
            return false
        }
    }

    /// Reads a stream to its end, and returns the number of elements and the error.
    private static func read(
        _ url: String,
        as serializer: StreamSerializer<String> = .lines,
        on client: HTTPClient = Self.client,
        timeout: Duration? = nil
    ) async -> (count: Int, error: ResponseError?) {
        var count = 0
        do throws(ResponseError) {
            for try await _ in try await client.stream(from: url, as: serializer, timeout: timeout) { count += 1 }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    @Test(arguments: timeouts) func readsElementsAsTheyArrive(_ timeout: Duration?) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n")
            for line in 0..<100 { exchange.send("9\r\nline \(line + 100)\n\r\n") }
            return exchange.send("0\r\n\r\n")
        }
        var lines: [String] = []
        for try await line in try await Self.client.stream(from: server.origin, as: .lines, timeout: timeout) {
            lines.append(line)
        }
        #expect(lines == (100..<200).map { "line \($0)" })
    }

    @Test("Requests the media types of the stream and supported codings")
    func requestsTheStreamsMediaTypesAndSupported() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9\r\n\r\ndata: a\n\n"
        )
        var request = HTTPClientRequest(url: server.origin)
        request.method = .POST
        for try await event in try await Self.client.stream(for: request, as: .serverSentEvents) {
            #expect(event.data == "a")
        }
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST "))
        #expect(head.contains("\r\nAccept: text/event-stream"))
        #expect(head.contains("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"))
    }

    @Test func decodesTheBodyOfABadStatus() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 429 No\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"a\":\"why\"}"
        )
        let error = await Self.read(server.origin).error
        #expect(error?.code == .unacceptableStatus)
        #expect(try error?.errorBody(as: JSON.self)?.decode([String: String].self) == ["a": "why"])
    }

    @Test func reportsFindingsAboutTheHead() async throws {
        // The line "a" in a stored gzip block.
        let bytes: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x01, 0x02, 0x00, 0xFD, 0xFF,
            0x61, 0x0A, 0x07, 0xA1, 0xEA, 0xDD, 0x02, 0x00, 0x00, 0x00,
        ]
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "Transfer-Encoding: gzip, chunked\r\n\r\n19\r\n")
            exchange.send(bytes)
            return exchange.send("\r\n0\r\n\r\n")
        }
        let stream = try await Self.client.stream(from: server.origin, as: .lines)
        #expect(stream.findings.map(\.code) == [.irregularHead])
        for try await line in stream { #expect(line == "a") }
    }

    @Test func namesTheHostThatRefusesTheConnection() async {
        let error = await Self.read("http://127.0.0.1:1/").error
        #expect(error?.message == "the transfer failed: could not connect to 127.0.0.1:1")
        #expect(error?.isTransient == true)
        #expect(error?.context?.url == "http://127.0.0.1:1/")
    }

    @Test("A connection that is lost before the head is transient") func aConnectionThatIsLostBeforeTheHead()
        async throws
    {
        let server = try LoopbackServer("")
        let error = await Self.read(server.origin).error
        #expect(error?.message == "the transfer failed: the connection was lost")
        #expect(error?.isTransient == true)
    }

    @Test("Explains a damaged body that the client decompresses") func explainsADamagedBodyThatTheClient() async throws
    {
        let server = try LoopbackServer(
            Self.head + "Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n\u{1F}\u{8B}\u{8}\0\0\0\0\0\0\u{3}"
                + String(repeating: "\u{FF}", count: 10)
        )
        let error = await Self.read(server.origin, on: .shared).error
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix(": the compressed body is malformed") == true)
        #expect(error?.hint?.contains("decompression: .disabled") == true)
    }

    @Test("Observes a transfer that fails before its head once") func observesATransferThatFailsBeforeItsHead() async {
        let outcomes = Mutex<[ResponseOutcome]>([])
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome) } }
        let error = await Self.read("http://127.0.0.1:1/", as: .lines.observed(by: observer)).error
        #expect(error?.code == .transportFailed)
        #expect(outcomes.withLock { $0.map(\.error?.code) } == [.transportFailed])
        #expect(outcomes.withLock { $0.first?.output } == String.self)
    }
}

// MARK: - Silence

extension HTTPClientStreamTests {
    @Test func timesOutWithoutAHead() async throws {
        let server = try Self.silent(after: "")
        let (count, error) = await Self.read(server.origin, timeout: .milliseconds(500))
        #expect(count == 0)
        #expect(error?.message == "the transfer failed: the request timed out after 0.5 seconds")
        #expect(error?.isTransient == true)
    }

    @Test func timesOutWithoutData() async throws {
        let server = try Self.silent(after: Self.head + "\r\none\ntw")
        let (count, error) = await Self.read(server.origin, timeout: .seconds(5))
        #expect(count == 1)
        #expect(error?.code == .transportFailed)
        let reason = "the request timed out after 5 seconds of silence"
        #expect(error?.message == "the transfer failed after 6 bytes and 1 element: \(reason)")
        #expect(await Self.isFree(server))
    }

    @Test func aWaitingReaderIsNotASilentServer() async throws {
        let server = try LoopbackServer(Self.head + "Content-Length: 8\r\n\r\none\ntwo\n")
        var lines: [String] = []
        for try await line in try await Self.client.stream(from: server.origin, as: .lines, timeout: .seconds(5)) {
            lines.append(line)
            try await Task.sleep(for: .seconds(6))
        }
        #expect(lines == ["one", "two"])
    }

    @Test func aServerThatSendsOccasionallyIsNotSilent() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "Content-Length: 20\r\n\r\n")
            for _ in 0..<10 {
                exchange.pause(.milliseconds(1200))
                exchange.send("a\n")
            }
            return false
        }
        let (count, error) = await Self.read(server.origin, timeout: .seconds(10))
        #expect(count == 10)
        #expect(error == nil)
    }
}

// MARK: - Back-pressure and the end of connections

extension HTTPClientStreamTests {
    /// Waits until a server has no open connection.
    private static func isFree(_ server: LoopbackServer) async -> Bool {
        for _ in 0..<3000 {
            if server.openConnections == 0 { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    /// The system's buffers hold several megabytes.
    ///
    /// The server would send 256 MiB to a client that keeps reading.
    @Test(arguments: timeouts) func aServerIsNoFasterThanTheReader(_ timeout: Duration?) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "\r\n")
            exchange.sendEndlessly(String(repeating: "0123456\n", count: 1000))
            return false
        }
        let stream = try await Self.client.stream(from: server.origin, as: .lines, timeout: timeout)
        for try await line in stream {
            #expect(line == "0123456")
            guard stream.elementCount < 10 else { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(server.sentBytes < 64 << 20)
        #expect(stream.receivedBytes < 1 << 20)
    }

    @Test(arguments: timeouts) func closesTheConnectionOfADroppedStream(_ timeout: Duration?) async throws {
        let server = try Self.silent(after: Self.head + "\r\none\n")
        for isRead in [true, false] {
            let stream = try await Self.client.stream(from: server.origin, as: .lines, timeout: timeout)
            guard isRead else { continue }
            var lines = stream.makeAsyncIterator()
            #expect(try await lines.next() == "one")
        }
        #expect(await Self.isFree(server))
        #expect(server.connections == 2)
    }

    @Test(arguments: timeouts) func closesTheConnectionOfACanceledReader(_ timeout: Duration?) async throws {
        let server = try Self.silent(after: Self.head + "\r\none\n")
        let (begun, source) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for try await _ in try await Self.client.stream(from: server.origin, as: .lines, timeout: timeout) {
                source.finish()
            }
        }
        for await _ in begun {}
        task.cancel()
        let error = await #expect(throws: ResponseError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(await Self.isFree(server))
    }
}
