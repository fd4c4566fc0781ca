internal import DecantCore

extension TransportContract {
    /// Responses with content codings.
    static let coded: [TransportRow] =
        [
            row("gzip", "gzip", gzip),
            row("x-gzip", "x-gzip", gzip),
            row("gzip-members", "gzip", gzip + gzip, .value(Array("hellohello".utf8))),
            row("deflate", "deflate", [0x78, 0x9C] + block + [0x06, 0x2C, 0x02, 0x15]),
            row("raw-deflate", "deflate", block),
            row("two-codings", "gzip, gzip", stored(gzip)),
            TransportRow("transfer-coding", hello) { exchange in
                exchange.send("HTTP/1.1 200 OK\r\n\(text)Transfer-Encoding: gzip, chunked\r\n\r\n")
                exchange.send("\(String(gzip.count, radix: 16))\r\n")
                exchange.send(gzip)
                return exchange.send("\r\n0\r\n\r\n")
            },
            row("identity", "identity", Array("hello".utf8)),
            row("cut-gzip", "gzip", Array(gzip.dropLast(9)), .failure(.truncatedBody, nil, bodyCount: nil)),
            row(
                "damaged-gzip",
                "gzip",
                gzip.dropLast(8) + [0, 0, 0, 0, 5, 0, 0, 0],
                .failure(.malformedBody, nil, bodyCount: nil)
            ),
            row(
                "unknown-coding",
                "compress",
                [0x1F, 0x9D, 0x90, 0x68],
                .failure(.unsupportedFormat, nil, bodyCount: nil)
            ),
            TransportRow("gzip-bomb", .failure(.limitExceeded, nil, bodyCount: nil)) { exchange in
                exchange.send(head("gzip", nil))
                exchange.send([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
                let block = [0] + length + [UInt8](repeating: UInt8(ascii: "a"), count: 0xFFFF)
                for _ in 0..<64 where !exchange.send(block) { return false }
                return false
            }.with { $0.serializer = $0.serializer.limits { $0.bodyBytes = 100_000 } },
        ] + optional

    /// Rows for the codings that traits enable.
    private static var optional: [TransportRow] {
        var rows: [TransportRow] = []
        if ContentCoding.brotli.isBuiltIn {
            rows.append(row("br", "br", [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03]))
        }
        if ContentCoding.zstd.isBuiltIn {
            let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0]
            rows.append(row("zstd", "zstd", frame + Array("hello".utf8)))
        }
        return rows
    }

    private static let length: [UInt8] = [0xFF, 0xFF, 0, 0]

    /// The text `hello` in a stored block (RFC 1951 §3.2.4).
    private static let block: [UInt8] = [1, 5, 0, 0xFA, 0xFF] + Array("hello".utf8)

    private static let gzip = stored(Array("hello".utf8))

    /// Returns the bytes in the gzip format (RFC 1952), without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)]
        let checksum = crc(bytes)
        let trailer = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: checksum >> $0) } + count + [0, 0]
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + count + count.map { ~$0 } + bytes + trailer
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    static func head(_ coding: String, _ count: Int?) -> String {
        let length = count.map { "Content-Length: \($0)\r\n" } ?? ""
        return "HTTP/1.1 200 OK\r\n\(text)Content-Encoding: \(coding)\r\n\(length)\r\n"
    }

    /// Returns a row whose body is in a content coding.
    static func row(
        _ name: String,
        _ coding: String,
        _ bytes: [UInt8],
        _ expectation: TransportRow.Expectation = .value(Array("hello".utf8))
    ) -> TransportRow {
        TransportRow(name, expectation) { exchange in
            exchange.send(head(coding, bytes.count))
            exchange.send(bytes)
            return false
        }
    }
}
