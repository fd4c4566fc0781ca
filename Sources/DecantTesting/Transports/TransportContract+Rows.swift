internal import DecantCore

extension TransportContract {
    /// All rows of the contract.
    public static let rows: [TransportRow] =
        whole + cut + limited + coded + redirected + statuses + malformed + cancelled + late + several + streams

    /// The fields of a text whose type clients do not examine: URLSession on Apple systems would hold back the head and
    /// the first 512 bytes.
    static let text = "Content-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\n"
    /// A head before chunks.
    static let chunkedHead = "HTTP/1.1 200 OK\r\n\(text)Transfer-Encoding: chunked\r\n\r\n"
    static let helloResponse = "HTTP/1.1 200 OK\r\n\(text)Content-Length: 5\r\n\r\nhello"
    static let hello = TransportRow.Expectation.value(Array("hello".utf8))

    static func transport(_ reason: String, after count: Int = 0) -> TransportRow.Expectation {
        let bytes = count.counted("byte")
        let progress = count > 0 ? " after \(bytes) of the body" : ""
        return .failure(.transportFailed, "the transfer failed\(progress): \(reason)", bodyCount: count)
    }

    static func transport(_ fault: TransferFault, after count: Int = 0) -> TransportRow.Expectation {
        transport(fault.description, after: count)
    }

    /// Complete responses.
    private static let whole: [TransportRow] = [
        TransportRow("content-length", helloResponse, hello),
        TransportRow("until-close", "HTTP/1.1 200 OK\r\n\(text)Connection: close\r\n\r\nhello", hello),
        TransportRow("http-1.0", "HTTP/1.0 200 OK\r\n\(text)\r\nhello", hello),
        TransportRow("no-bytes", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .value([])),
        TransportRow("no-content", "HTTP/1.1 204 No Content\r\n\r\n", .value([])),
        TransportRow("head", "HTTP/1.1 200 OK\r\n\(text)Content-Length: 5\r\n\r\n", .value([]))
            .with { $0.method = "HEAD" },
        TransportRow("chunked", "\(chunkedHead)2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n", hello),
        TransportRow(
            "trailers",
            "HTTP/1.1 200 OK\r\n\(text)Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                + "5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
            hello
        ),
        TransportRow(
            "interim",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + helloResponse,
            hello
        ),
        TransportRow("slow", hello) { exchange in
            for byte in helloResponse.utf8 {
                exchange.send([byte])
                exchange.pause(.milliseconds(1))
            }
            return false
        },
        TransportRow("large", .value([UInt8](repeating: UInt8(ascii: "a"), count: 8 << 20))) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)Content-Length: \(8 << 20)\r\n\r\n")
            return exchange.send([UInt8](repeating: UInt8(ascii: "a"), count: 8 << 20))
        },
        TransportRow(
            "surplus",
            "HTTP/1.1 200 OK\r\n\(text)Content-Length: 5\r\nConnection: close\r\n\r\nhello, world",
            hello
        ),
    ]

    /// Responses that end early.
    private static let cut: [TransportRow] = [
        TransportRow("no-answer", "", transport(.connectionLost)),
        TransportRow("cut-head", "HTTP/1.1 200 OK\r\nContent-Le", transport(.connectionLost)),
        TransportRow(
            "cut-length",
            "HTTP/1.1 200 OK\r\n\(text)Content-Length: 50\r\n\r\nhello",
            .failure(.truncatedBody, "the body is truncated at 5 of 50 bytes", bodyCount: 5)
        ),
        TransportRow("cut-chunk", "\(chunkedHead)5\r\nhello\r\n5\r\nwor", transport(.connectionLost, after: 8)),
        TransportRow("cut-before-last-chunk", "\(chunkedHead)5\r\nhello\r\n", transport(.connectionLost, after: 5)),
        TransportRow("reset", transport(.connectionLost)) { exchange in
            exchange.resetAtTheEnd()
            return false
        },
        TransportRow("reset-in-body", transport(.connectionLost, after: 5)) { exchange in
            exchange.send("\(chunkedHead)5\r\nhello\r\n")
            // A reset discards the bytes that the client has not read.
            exchange.pause(.milliseconds(300))
            exchange.resetAtTheEnd()
            return false
        },
        TransportRow(
            "cut-error-body",
            "HTTP/1.1 503 Busy\r\n\(text)Content-Length: 50\r\n\r\nlater",
            .failure(.unacceptableStatus, nil, bodyCount: 5)
        ),
        TransportRow(
            "immense-length",
            "HTTP/1.1 200 OK\r\n\(text)Content-Length: 9223372036854775807\r\n\r\nhello",
            .failure(.truncatedBody, "the body is truncated at 5 of 9223372036854775807 bytes", bodyCount: 5)
        ),
        TransportRow("silent", transport(.timedOut)) { exchange in
            exchange.waitForTheEnd()
            return false
        }.with { $0.timeout = .seconds(1) },
        // The timeout is long enough for the five bytes to arrive, even on a busy machine.
        TransportRow("silent-body", transport(.timedOut, after: 5)) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)\r\nhello")
            exchange.waitForTheEnd()
            return false
        }.with { $0.timeout = .seconds(5) },
        TransportRow("dripping", .failure(.transportFailed, nil, bodyCount: nil)) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)\r\n")
            while exchange.send("x") { exchange.pause(.milliseconds(200)) }
            return false
        }.with { $0.timeout = .seconds(2) },
    ]

    /// Responses that exceed a limit.
    private static let limited: [TransportRow] = [
        TransportRow("announced-too-large", overLimit(100)) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)Content-Length: 1000000\r\n\r\n")
            return exchange.send([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        }.with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 100 } },
        TransportRow("one-byte-too-large", helloResponse, overLimit(4))
            .with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 4 } },
        TransportRow("endless", overLimit(100_000)) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)\r\n")
            exchange.sendEndlessly(String(repeating: "x", count: 10_000))
            return false
        }.with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 100_000 } },
        TransportRow("endless-chunks", overLimit(100_000)) { exchange in
            exchange.send(chunkedHead)
            exchange.sendEndlessly("1000\r\n\(String(repeating: "x", count: 4096))\r\n")
            return false
        }.with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 100_000 } },
    ]

    private static func overLimit(_ limit: Int) -> TransportRow.Expectation {
        .failure(.limitExceeded, "the body has more than \(limit) bytes (limit bodyBytes)", bodyCount: nil)
    }

    /// Redirections.
    private static let redirected: [TransportRow] = [
        TransportRow("redirect", hello) { exchange in
            guard exchange.target == "/start" else {
                return exchange.send(helloResponse)
            }
            return exchange.send("HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
        },
        TransportRow("redirect-loop", transport(.tooManyRedirections)) { exchange in
            exchange.send("HTTP/1.1 302 Found\r\nLocation: \(exchange.target)x\r\nContent-Length: 0\r\n\r\n")
        },
        TransportRow(
            "redirect-nowhere",
            "HTTP/1.1 302 Found\r\n\(text)Content-Length: 5\r\n\r\nhello",
            .failure(.unacceptableStatus, "expected status 200-299, but received 302 Found", bodyCount: 5)
        ),
    ]

    /// Responses with a rejected status.
    static let statuses: [TransportRow] = [
        TransportRow(
            "bad-status",
            "HTTP/1.1 404 Not Found\r\n\(text)Content-Length: 5\r\n\r\nhello",
            .failure(.unacceptableStatus, "expected status 200-299, but received 404 Not Found", bodyCount: 5)
        ),
        // A status below 100 is invalid (RFC 9110 §15).
        TransportRow(
            "low-status",
            "HTTP/1.1 099 X\r\n\(text)Content-Length: 5\r\n\r\nhello",
            transport(.malformedHead)
        ),
    ]

    /// Responses that are not HTTP.
    private static let malformed: [TransportRow] = [
        TransportRow("no-http", "no http at all\r\n\r\n", transport(.malformedHead)),
        TransportRow("bad-chunk", transport(.malformedFraming, after: 5)) { exchange in
            exchange.send("\(chunkedHead)5\r\nhello\r\n")
            return true
        }.then { $0.send("xyz\r\n") },
    ]

    /// Responses whose caller is canceled.
    static let cancelled: [TransportRow] = [
        TransportRow("cancelled-before-head", .failure(.cancelled, "the task was canceled", bodyCount: 0)) {
            exchange in
            exchange.waitForTheEnd()
            return false
        }.cancelled(.beforeTheHead),
        TransportRow("cancelled-in-body", .failure(.cancelled, "the task was canceled", bodyCount: 5)) { exchange in
            // A line, so that a stream has an element to arrive.
            exchange.send("HTTP/1.1 200 OK\r\n\(text)Content-Length: 50\r\n\r\nhell\n")
            exchange.waitForTheEnd()
            return false
        }.cancelled(.withinTheBody),
    ]
}
