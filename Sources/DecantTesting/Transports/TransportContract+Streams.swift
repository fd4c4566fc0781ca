internal import DecantCore
import DecantStreams

extension TransportContract {
    /// Transfers with a deadline whose error has a more specific cause.
    static let late: [TransportRow] = [
        TransportRow("refused", "", transport("could not connect to 127.0.0.1:1")).with {
            $0.url = "http://user:secret@127.0.0.1:1/"
            $0.timeout = .seconds(5)
        },
        TransportRow("unknown-host", "", transport(.hostNotFound)).with {
            $0.url = "http://name.invalid/"
            $0.timeout = .seconds(10)
        },
        TransportRow("cut-before-deadline", transport(.connectionLost, after: 5)) { exchange in
            exchange.send("\(chunkedHead)5\r\nhello\r\n")
            return true
        }.then { _ in false }.with { $0.timeout = .seconds(60) },
    ]

    /// Several simultaneous transfers.
    static let several: [TransportRow] = [
        TransportRow("several", .value([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20))) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)Content-Length: \(1 << 20)\r\n\r\n")
            return exchange.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20))
        }.times(8),
        TransportRow("several-over-limit", .failure(.limitExceeded, nil, bodyCount: nil), answer: endless)
            .with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 100_000 } }.times(8),
        TransportRow("several-cancelled", .failure(.cancelled, nil, bodyCount: nil), answer: endless)
            .with { $0.serializer = $0.serializer.limits { $0.bodyBytes = .max } }.cancelled(.withinTheBody).times(8),
        TransportRow("several-streams", .value(Array(lines.utf8)), answer: dripping).streamed().times(8),
        TransportRow("several-streams-cancelled", .failure(.cancelled, nil, bodyCount: nil)) { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(text)\r\none\n")
            exchange.waitForTheEnd()
            return false
        }.streamed().cancelled(.withinTheBody).times(8),
    ]

    /// Bodies that are read as lines while they arrive.
    static let streams: [TransportRow] =
        [
            TransportRow("stream", .value(Array(lines.utf8)), answer: dripping).streamed(),
            row("stream-gzip-lines", "gzip", stored(Array(lines.utf8)), .value(Array(lines.utf8))).streamed(),
            TransportRow("stream-cut", failure(.connectionLost)) { exchange in
                exchange.send("\(chunkedHead)6\r\none\ntw\r\n")
                return true
            }.then { _ in false }.streamed(),
            TransportRow("stream-reset", failure(.connectionLost)) { exchange in
                exchange.send("\(chunkedHead)6\r\none\ntw\r\n")
                exchange.resetAtTheEnd()
                return true
            }.then { _ in false }.streamed(),
            TransportRow("stream-bad-chunk", failure(.malformedFraming)) { exchange in
                exchange.send("\(chunkedHead)6\r\none\ntw\r\n")
                return true
            }.then { $0.send("xyz\r\n") }.streamed(),
            TransportRow("stream-endless-line", .failure(.limitExceeded, nil, bodyCount: nil), answer: endless)
                .streamed().with { $0.limits.itemBytes = 100_000 },
        ] + expanding + likeBodies

    /// Rows of whole bodies that also apply to streams.
    private static var likeBodies: [TransportRow] {
        (coded + statuses + cancelled).map { row in row.asStream.with { $0.limits.itemBytes = 100_000 } }
    }

    /// A line of 12.8 MB in blocks of four bytes, each repeating one byte (RFC 8878 §3.1.1.2.2).
    private static var expanding: [TransportRow] {
        guard ContentCoding.zstd.isBuiltIn else { return [] }
        let block: [UInt8] = [2, 0, 0x10, UInt8(ascii: "a")]
        // A frame whose window has the size of one block, without a content size.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38] + Array(repeatElement(block, count: 100).joined())
        return [
            row("stream-expanding-line", "zstd", frame, .failure(.limitExceeded, nil, bodyCount: nil))
                .streamed().with { $0.limits.itemBytes = 100_000 }
        ]
    }

    private static let lines = "one\ntwo\nthree"

    /// Returns the failure of a stream that ends after one and a half lines.
    private static func failure(_ fault: TransferFault) -> TransportRow.Expectation {
        let message = "the transfer failed after 6 bytes and 1 element: \(fault.description)"
        return .failure(.transportFailed, message, bodyCount: nil)
    }

    private static let dripping: LoopbackServer.Answer = { exchange in
        exchange.send("HTTP/1.1 200 OK\r\n\(text)Content-Length: \(lines.utf8.count)\r\n\r\n")
        for byte in lines.utf8 {
            exchange.send([byte])
            exchange.pause(.milliseconds(1))
        }
        return true
    }

    private static let endless: LoopbackServer.Answer = { exchange in
        exchange.send("HTTP/1.1 200 OK\r\n\(text)\r\n")
        exchange.sendEndlessly(String(repeating: "x", count: 10_000))
        return false
    }
}
