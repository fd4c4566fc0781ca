import Decant
import DecantCaptures
import FlyingSocks
import Foundation

extension DemoRow {
    /// Responses whose codings the command decodes itself; URLSession would decode them first.
    static let codings: [DemoRow] = [
        users("40 users in gzip", gzip, "gzip", .value("40 users", findings: [.contentCoding])),
        users("40 users in brotli", brotli, "br", value("40 users", of: .brotli)),
        users("40 users in Zstandard", zstd, "zstd", value("40 users", of: .zstd)),
        DemoRow(
            received: "two gzip members in a row",
            .json(bytes: members, coding: "gzip"),
            as: .json(Demo.User.self),
            ".json(User.self)",
            .value(#"User(id: 7, name: "Ada")"#, findings: [.contentCoding, .contentCoding])
        ),
        users(
            "a truncated gzip body",
            gzip.dropLast(40),
            "gzip",
            .failure(.truncatedBody, ["gzip: the compressed data is truncated", "codings: gzip"])
        ),
        users(
            "a gzip bomb: more than 64 MiB of zeros",
            bomb,
            "gzip",
            .failure(.limitExceeded, ["the decoded body has more than 67108864 bytes"])
        ),
    ]

    /// Returns a row for a list of users whose codings are still applied.
    private static func users(
        _ title: String,
        _ bytes: [UInt8],
        _ coding: String,
        _ expectation: DemoExpectation
    ) -> DemoRow {
        DemoRow(
            received: title,
            .json(bytes: bytes, coding: coding),
            as: .json([Demo.User].self),
            ".json([User].self)",
            expectation,
            show: { "\($0.count) users" }
        )
    }

    /// Returns the expectation for a coding, which depends on whether it is built in.
    private static func value(_ text: String, of coding: ContentCoding) -> DemoExpectation {
        coding.isBuiltIn
            ? .value(text, findings: [.contentCoding]) : .failure(.unsupportedFormat, [coding.rawValue])
    }

    private static func coded(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

    /// The users, compressed by `gzip -9`.
    private static let gzip = coded(
        "H4sIAAAAAAACA4XTuwoCMRCF4VdZUls4M+u1U7x0FmInFuNmkcU1QsRCxHfXwuIU7rEL/GRIPpL9MzQxTAvpFSH5pf4swyx6"
            + "ePWKb1Eom+bc+v0G1aDOPR89494Sp7aeIA0g7a7pAWkIaXFN3kaII4jr7FUNbQxt67HBo0ygrbKnqsZrSB/yMt5OdcbarSOc"
            + "R7iPECAhQkKJhBkJQxKupFRJyRviSsqVlCgpUVKqpExJmZJyJaNK1q1kf74aVzKiZETJqJIxJWNKxpXKX0qHN6phmEmPBAAA"
    )

    /// The users, compressed by `brotli`.
    private static let brotli = coded(
        "G44EoKwK7ObwO8FWC4GbbwVqBzW31KnVdO6ZY6IBZhKGdEQ+sOpej7G9iTzDGkqnL1lgugIE/t+/6Vf8eLfOFQ8DbtFXqi28"
            + "bwvDAAshxOkMDQg99en/Gd9CBnOOm4GwAvW9sZPXobZMalLoeiK5p3v9OtfrabqTWr0jhe5H33wo0L/Ve3jFlXxYvbzCk+UU"
            + "UECKFDlixCiACzU0pFK5WKwhD2ZkRKPxcDijyTUG"
    )

    /// The users, compressed by `zstd`.
    private static let zstd = coded(
        "KLUv/WSPA0UGAGJHGRxQb3NDruWjR8YuduJwskd4561h3WS9LsjGzKxgjyYzMzMz07Zt227btu1jkWkhAGWQ+0sU3tYZBAb9"
            + "KQYrupMOgoqTGgH36Gn+Dnk35ER5JGkLK+aCXw8qB9nkDhVT5eBqaHEEMiBQ41DQAbQQD8MYeZ+QhVI8IrPlfUTGSObcLJTh"
            + "EZko7fNmKRYFBeZOxDATbilReCSEbESiiCBeCBmPbwgvA8TAyryaa9QNe+bJCNCUmeuG0FzOkLmMydzA2Jt7Z2MMaqXltg=="
    )

    /// A user, cut off after 12 bytes.
    private static let members = coded(
        "H4sIAAAAAAACA6tWykxRslIw11FQygMAH4h8oAwAAAAfiwgAAAAAAAIDS8xNVbJSUHJMSVSqBQApcbtIDAAAAA=="
    )

    /// An endless gzip member: matches of 258 zeros, 2,064 for every 13 bytes.
    private static let bomb: [UInt8] = {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let period: [UInt8] = [5, 163, 96, 20, 140, 130, 81, 48, 10, 70, 193, 40, 24]
        return header + [98, 24] + Array(repeatElement(period, count: 33_000).joined())
    }()
}

extension DemoRow {
    /// Creates a row whose response is read from a socket, with its codings still applied.
    fileprivate init<Output>(
        received title: String,
        _ response: DemoResponse,
        as serializer: some ResponseSerializer<Output>,
        _ code: String,
        _ expectation: DemoExpectation,
        show: @escaping @Sendable (Output) -> String = { "\($0)" }
    ) {
        self.init(title, response, code, expectation) { url in
            let saved = try SavedResponse(ResponseBytes(await Self.bytes(from: url)))
            let decoded = try saved.response(as: serializer, isDecoded: false)
            return .value(show(decoded.value), findings: decoded.findings)
        }
    }

    /// Reads the whole response, up to the end of the connection.
    private static func bytes(from url: URL) async throws -> [UInt8] {
        let port = UInt16(exactly: url.port ?? 0) ?? 0
        let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
        defer { try? socket.close() }
        try await socket.write(
            Data("GET \(url.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
        )
        var bytes: [UInt8] = []
        do {
            while true {
                let chunk = try await socket.read(atMost: 4096)
                if chunk.isEmpty { return bytes }
                bytes += chunk
            }
        } catch SocketError.disconnected {
            return bytes
        }
    }
}
