import Decant
import DecantTesting
import Testing

/// A stream format, with a body and its elements.
struct StreamRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mediaType: String
    let body: String

    /// The elements as text, each followed by a bar unless the client decides where elements end.
    let elements: String

    /// Reads the elements of a URL.
    let read: @Sendable (StreamClient, _ url: String) async throws(ResponseError) -> String

    init<Element>(
        _ name: String,
        _ serializer: StreamSerializer<Element>,
        _ mediaType: String,
        _ body: String,
        _ elements: String,
        _ text: @escaping @Sendable (Element) -> String
    ) {
        (testDescription, self.mediaType, self.body, self.elements) = (name, mediaType, body, elements)
        read = { (client, url) throws(ResponseError) in
            try await client.withStream(from: url, as: serializer) { (stream) throws(ResponseError) in
                var elements = ""
                for try await element in stream { elements += text(element) }
                return elements
            }
        }
    }

    static let all = [
        StreamRow(
            "server-sent events",
            .serverSentEvents,
            "text/event-stream",
            ": hi\nid: 7\nevent: a\ndata: one\ndata: two\n\ndata: three\r\n\r\n",
            "7 a one\ntwo|7 message three|"
        ) { "\($0.lastEventID) \($0.type) \($0.data)|" },
        StreamRow("JSON Lines", .jsonLines(Int.self), "application/x-ndjson", "1\n2\r\n\n3", "1|2|3|") { "\($0)|" },
        StreamRow(
            "JSON sequence",
            .jsonSequence([Int].self),
            "application/json-seq",
            "\u{1E}[1]\n\u{1E}[2,\n3]\n",
            "[1]|[2, 3]|"
        ) { "\($0)|" },
        StreamRow(
            "elements of a JSON array",
            .jsonElements(String.self, at: "/items"),
            "application/json",
            #"{"count": 2, "items": ["a]", "\u00e9"], "next": null}"#,
            "a]|é|"
        ) { "\($0)|" },
        StreamRow("lines", .lines, "text/plain", "one\r\ntwo\n\nfour", "one|two||four|") { "\($0)|" },
        StreamRow("XML events", .xmlEvents, "application/xml", "<a><b/>c &amp; d</a>", "<a><b></b>c & d</a>") { event in
            switch event {
            case .startElement(let name, _): "<\(name.written)>"
            case .endElement(let name): "</\(name.written)>"
            case .text(let text): text
            default: "?"
            }
        },
        StreamRow(
            "parts",
            .multipart,
            "multipart/mixed; boundary=b",
            "--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b\r\n\r\n\r\n--b--\r\n",
            "text/plain one| |"
        ) { "\($0.head.mediaType?.essence ?? "") \(String(decoding: $0.body, as: UTF8.self))|" },
        StreamRow(
            "chunks of parts",
            .multipartChunks,
            "multipart/mixed; boundary=b",
            "--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b\r\n\r\n\r\n--b--\r\n",
            "text/plain:one| :|"
        ) { event in
            switch event {
            case .head(let head): "\(head.mediaType?.essence ?? " "):"
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .end: "|"
            }
        },
        StreamRow("chunks", .chunks, "application/octet-stream", "\0\u{1}any bytes", "\0\u{1}any bytes") {
            String(decoding: $0, as: UTF8.self)
        },
    ]
}

/// Every format on every client, and the ends of a stream.
@Suite(.timeLimit(.minutes(10)))
struct StreamRowTests {
    private enum Ending: CaseIterable {
        case leaving, dropping, canceling
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    /// Reads server-sent events, and returns their number and the error.
    private static func read(_ url: String, on client: StreamClient) async -> (count: Int, error: ResponseError?) {
        var count = 0
        do throws(ResponseError) {
            try await client.withStream(from: url, as: .serverSentEvents) { (stream) throws(ResponseError) in
                for try await _ in stream { count += 1 }
            }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    @Test(arguments: StreamRow.all, StreamClient.Name.allCases)
    func readsTheElements(_ row: StreamRow, _ name: StreamClient.Name) async throws {
        let server = try LoopbackServer { exchange in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: \(row.mediaType)\r\n"
            if exchange.target == "/whole" {
                exchange.send(head + "Content-Length: \(row.body.utf8.count)\r\n\r\n")
                return exchange.send(row.body.utf8)
            }
            exchange.send(head + "Transfer-Encoding: chunked\r\n\r\n")
            for byte in row.body.utf8 {
                exchange.send("1\r\n".utf8 + [byte] + "\r\n".utf8)
                exchange.pause(.microseconds(200))
            }
            return exchange.send("0\r\n\r\n")
        }
        let client = StreamClient(shared: name)
        #expect(try await row.read(client, server.origin + "/whole") == row.elements)
        #expect(try await row.read(client, server.origin + "/slow") == row.elements)
    }

    @Test(arguments: StreamClient.Name.allCases)
    func keepsTheElementsBeforeACut(_ name: StreamClient.Name) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n10\r\ndata: 1\n\ndata: 2\r\n")
            // A client may drop bytes that arrive together with the end.
            exchange.pause(.seconds(2))
            return false
        }
        let client = StreamClient(shared: name)
        let (count, error) = await Self.read(server.origin + "/", on: client)
        #expect(count == 1)
        #expect(error?.message == "the transfer failed after 16 bytes and 1 element: the connection was lost")
    }

    @Test(arguments: StreamClient.Name.allCases)
    func decodesTheBodyOfABadStatus(_ name: StreamClient.Name) async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 429 No\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"a\":\"why\"}"
        )
        let client = StreamClient(shared: name)
        let error = await Self.read(server.origin + "/", on: client).error
        #expect(error?.code == .unacceptableStatus)
        #expect(try error?.errorBody(as: JSON.self)?.decode([String: String].self) == ["a": "why"])
    }

    /// An endless stream, whose connection ends with the reader.
    @Test(arguments: StreamClient.Name.allCases, Ending.allCases)
    private func endsTheConnection(_ name: StreamClient.Name, _ ending: Ending) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "\r\n")
            exchange.sendEndlessly("data: 1\n\n", pausing: .microseconds(100))
            return false
        }
        let client = StreamClient(shared: name)
        switch ending {
        case .leaving:
            let count = try await client.withStream(from: server.origin + "/", as: .serverSentEvents) {
                (stream) throws(ResponseError) in
                var count = 0
                for try await _ in stream {
                    count += 1
                    if count == 100 { break }
                }
                return count
            }
            #expect(count == 100)
        case .dropping:
            let status = try await client.withStream(from: server.origin + "/", as: .serverSentEvents) {
                (stream) throws(ResponseError) in stream.context.head?.status
            }
            #expect(status == .ok)
        case .canceling:
            let reader = Task { await Self.read(server.origin + "/", on: client) }
            while server.sentBytes < 1000 { try await Task.sleep(for: .milliseconds(1)) }
            reader.cancel()
            #expect(await reader.value.error?.code == .cancelled)
        }
        #expect(await eventually { server.openConnections == 0 })
    }
}

/// Waits until a condition holds, for thirty seconds at most.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<3000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return condition()
}
