import DecantTesting
import Testing

/// The requests that a server of tests reads, in chunks of any size.
@Suite struct RequestReaderTests {
    private struct Reading: Equatable {
        var bodies: [String] = []
        var failure: RequestReader.Failure?
        var permits = 0
    }

    private static func reading(_ text: String, every size: Int) -> Reading {
        let bytes = Array(text.utf8)
        var start = 0
        var reader = RequestReader {
            defer { start = min(bytes.count, start + size) }
            return Array(bytes[start..<min(bytes.count, start + size)])
        }
        var reading = Reading()
        do throws(RequestReader.Failure) {
            while true {
                let head = try reader.head()
                let body = try reader.body(of: head) { reading.permits += 1 }
                reading.bodies.append(String(decoding: body, as: UTF8.self))
            }
        } catch {
            reading.failure = error
        }
        return reading
    }

    private static let sizes = [1, 2, 7, 100_000]

    private static func request(_ fields: String..., body: String = "") -> String {
        "POST / HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    private static let complete: [(text: String, bodies: [String])] = [
        (request(), [""]),
        (request("Content-Length: 0"), [""]),
        (request("Content-Length: 5", body: "hello"), ["hello"]),
        (request("content-length:5", body: "a\r\n\r\n"), ["a\r\n\r\n"]),
        (request("Content-Length: 005\t", "Content-Length:  5", body: "hello"), ["hello"]),
        (request("Transfer-Encoding: Chunked", body: "5\r\nhello\r\n0\r\n\r\n"), ["hello"]),
        (request("Transfer-Encoding: chunked", body: "0\r\n\r\n"), [""]),
        (
            request("Transfer-Encoding: chunked", body: "1;a=b\r\nh\r\n00A ; x\r\n0123456789\r\n0\r\nA: b\r\n\r\n"),
            ["h0123456789"]
        ),
    ]

    @Test(arguments: complete, sizes) func readsTheBodyOfARequest(_ row: (text: String, bodies: [String]), size: Int) {
        #expect(Self.reading(row.text, every: size) == Reading(bodies: row.bodies, failure: .closed))
    }

    @Test(arguments: sizes) func readsTheRequestsAfterABody(size: Int) {
        let text = Self.complete.map(\.text).joined()
        let bodies = Self.complete.flatMap(\.bodies)
        #expect(Self.reading(text, every: size) == Reading(bodies: bodies, failure: .closed))
    }

    private static let malformed = [
        // Lengths.
        request("Content-Length: +5", body: "hello"), request("Content-Length: 5x", body: "hello"),
        request("Content-Length:", body: "hello"), request("Content-Length: 5, 5", body: "hello"),
        request("Content-Length: 5", "Content-Length: 6", body: "hello"), request("Content-Length: -1"),
        request("Content-Length: ٥", body: "hello"), request("Content-Length: 0x5", body: "hello"),
        // Codings.
        request("Content-Length: 5", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
        request("Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n"), request("Transfer-Encoding: identity"),
        request("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: "0\r\n\r\n"),
        request("Transfer-Encoding: \u{B}chunked", body: "0\r\n\r\n"),
        // Lines.
        request("Content-Length : 5", body: "hello"), request(" Content-Length: 5", body: "hello"),
        request("A: b", " Content-Length: 5", body: "hello"), request("no colon"), request(": 5"),
        request("A: b\nContent-Length: 5", body: "hello"), request("A: b\rContent-Length: 5", body: "hello"),
        request("A\0: b"),
        // Chunks.
        request("Transfer-Encoding: chunked", body: "\r\n"), request("Transfer-Encoding: chunked", body: "x\r\n"),
        request("Transfer-Encoding: chunked", body: "5\nhello\r\n"),
        request("Transfer-Encoding: chunked", body: "-5\r\n"),
        request("Transfer-Encoding: chunked", body: "5\r\nhello\n\n0\r\n\r\n"),
        request("Transfer-Encoding: chunked", body: "5\r\nhello!\r\n0\r\n\r\n"),
        request("Transfer-Encoding: chunked", body: "5 5\r\nhello\r\n0\r\n\r\n"),
        request("Transfer-Encoding: chunked", body: "0x5\r\nhello\r\n0\r\n\r\n"),
        request("Transfer-Encoding: chunked", body: "1;" + String(repeating: "a", count: 70_000)),
        request("Transfer-Encoding: chunked", body: "0\r\n" + String(repeating: "A: b\r\n", count: 20_000)),
    ]

    @Test(arguments: malformed.indices, [7, 100_000])
    func rejectsARequestWhoseLengthIsNotCertain(index: Int, size: Int) {
        #expect(Self.reading(Self.malformed[index], every: size) == Reading(failure: .badRequest))
    }

    @Test(arguments: [
        request("Content-Length: 16777217"), request("Content-Length: 9223372036854775808"),
        request("Content-Length: 99999999999999999999999999"),
        request("Transfer-Encoding: chunked", body: "1000001\r\n"),
        request("Transfer-Encoding: chunked", body: "8000000000000000\r\n"),
        request("Transfer-Encoding: chunked", body: "1\r\na\r\n1000000\r\n"),
        request("Transfer-Encoding: chunked", body: "ffffffffffffffffffffffff\r\n"),
        request("Expect: 100-continue", "Content-Length: 16777217"),
    ])
    func rejectsABodyOverTheLimit(text: String) {
        #expect(Self.reading(text, every: 100) == Reading(failure: .contentTooLarge))
    }

    @Test func readsABodyAtTheLimit() {
        let body = String(repeating: "a", count: RequestReader.maxBodyBytes)
        let text = Self.request("Content-Length: \(body.utf8.count)", body: body)
        #expect(Self.reading(text + Self.request(), every: 1 << 16).bodies.map(\.utf8.count) == [body.utf8.count, 0])
    }

    @Test func rejectsAnEndlessHead() {
        let text = "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 200_000)
        #expect(Self.reading(text, every: 1 << 16) == Reading(failure: .headTooLarge))
    }

    @Test(arguments: [
        "", "GET / HTTP/1.1\r\n", request("Content-Length: 5", body: "hell"),
        request("Transfer-Encoding: chunked", body: "5\r\nhello\r\n"),
        request("Transfer-Encoding: chunked", body: "0\r\n"),
    ])
    func endsWithAnIncompleteRequest(text: String) {
        #expect(Self.reading(text, every: 3) == Reading(failure: .closed))
    }

    @Test func permitsABodyThatThePeerHolds() {
        let waiting = Self.request("Expect: 100-Continue", "Content-Length: 5")
        #expect(Self.reading(waiting + "hello", every: waiting.utf8.count).permits == 1)
        let chunks = Self.request("Expect: 100-continue", "Transfer-Encoding: chunked")
        #expect(Self.reading(chunks + "0\r\n\r\n", every: chunks.utf8.count).permits == 1)
        // The peer does not wait, has no body, or does not know interim responses.
        #expect(Self.reading(waiting + "hello", every: waiting.utf8.count + 1).permits == 0)
        let empty = Self.request("Expect: 100-continue")
        #expect(Self.reading(empty, every: empty.utf8.count).permits == 0)
        let earlier = waiting.replacing("HTTP/1.1", with: "HTTP/1.0")
        #expect(Self.reading(earlier + "hello", every: earlier.utf8.count).permits == 0)
    }
}
