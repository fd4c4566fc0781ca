import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting
import Foundation
import NIOCore
import Testing

/// A malformed response results in an error that names the malformed part, and never lasts forever.
@Suite(.timeLimit(.minutes(10)))
struct MalformedResponseTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"

    private func error(
        of server: LoopbackServer,
        on client: HTTPClient = AsyncHTTPClientTests.plainClient,
        timeout: Duration? = nil
    ) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await client.value(from: server.origin, as: .string, timeout: timeout)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "5\r\nhello\r\nxyz\r\n", "5\r\nhelloworld\r\n0\r\n\r\n", "5\r\nhello\r\n-1\r\n", "5\r\nhello\r\n\r\n\r\n",
        "5\r\nhello\r\nfffffffffffffffffff\r\n", "5\r\nhello\r\n0\r\nX Y: 1\r\n\r\n",
    ])
    func aMalformedChunkIsNotAMalformedHead(_ body: String) async throws {
        let error = await error(of: try LoopbackServer(Self.chunked + body))
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix(TransferFault.malformedFraming.description) == true)
        #expect(error?.status == .ok)
    }

    /// The client either accepts a bare line feed or rejects it as malformed framing.
    @Test("A bare line feed after a chunk size is not a malformed head") func aBareLineFeedAfterAChunkSize()
        async throws
    {
        let error = await error(of: try LoopbackServer(Self.chunked + "5\nhello\n0\n\n"))
        #expect(error == nil || error?.message.hasSuffix(TransferFault.malformedFraming.description) == true)
    }

    @Test func endlessTrailersAreTooMany() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.chunked + "5\r\nhello\r\n0\r\n")
            exchange.sendEndlessly(String(repeating: "X-A: b\r\n", count: 100))
            return false
        }
        let error = await error(of: server)
        #expect(error?.message.hasSuffix(TransferFault.oversizedFields.description) == true)
        #expect(error?.status == .ok)
    }

    @Test(arguments: [
        "X-A: \(String(repeating: "x", count: 90_000))\r\n", String(repeating: "X-A: b\r\n", count: 1500),
    ])
    func aHeadWithTooManyFieldsIsTooLarge(_ fields: String) async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n")
        let error = await error(of: server)
        #expect(error?.message == "the transfer failed: \(TransferFault.oversizedFields.description)")
        #expect(error?.status == nil)
    }

    @Test(
        "A status below 100 is an error for untrusted servers",
        arguments: ["000", "001", "042", "099"],
        ["Content-Length: 5\r\n\r\nhello", "\r\n", "\r\nhello"]
    )
    func aStatusBelow100IsAnErrorForUntrusted(_ status: String, _ rest: String) async throws {
        let server = try LoopbackServer("HTTP/1.1 \(status) X\r\n\(rest)")
        let error = await error(of: server, on: AsyncHTTPClientTests.client)
        #expect(error?.message == "the transfer failed: \(TransferFault.malformedHead.description)")
    }

    /// Endless responses.
    ///
    /// The server sends at most 256 MiB.
    private static let endless: [(String, String)] = [
        ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
        ("HTTP/1.1 200 ", "xxxxxxxx"),
        (chunked + "5;", "xxxxxxxx"),
        (chunked, "00000000"),
    ]

    @Test("Other bytes are limited with the configuration for untrusted servers", arguments: endless)
    func otherBytesAreLimitedWithTheConfiguration(_ start: String, _ text: String) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(start)
            exchange.sendEndlessly(String(repeating: text, count: 500))
            return false
        }
        let error = await error(of: server, on: AsyncHTTPClientTests.client)
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix("more than 262144 bytes came without a head or a part of the body") == true)
        #expect(server.sentBytes < 64 << 20)
    }

    @Test(arguments: endless)
    func otherBytesEndAtTheDeadlineOfAnyClient(_ start: String, _ text: String) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(start)
            exchange.sendEndlessly(String(repeating: text, count: 500), pausing: .milliseconds(20))
            return false
        }
        let error = await error(of: server, timeout: .seconds(1))
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix("the request timed out after 1 second") == true)
    }

    @Test("Large bodies in small chunks pass the configuration for untrusted servers")
    func largeBodiesInSmallChunksPass() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + Self.chunked)
            exchange.send(String(repeating: "1\r\na\r\n", count: 200_000))
            return exchange.send("0\r\n\r\n")
        }
        let client = AsyncHTTPClientTests.client
        #expect(try await client.value(from: server.origin, as: .string).utf8.count == 200_000)
        #expect(try await client.value(from: server.origin, as: .string).utf8.count == 200_000)
    }

    // MARK: Decompression by the client

    /// The letter “a” 200,000 times, in 230 bytes.
    private static let bomb =
        "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IM/kABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAK8Bm1Np"
        + "4EANAwA="

    /// The `shared` client decodes gzip itself.
    @Test(
        "Explains bodies that the client cannot decompress",
        arguments: [
            ("damaged-gzip", "the compressed body is malformed"), ("cut-gzip", "the compressed body is truncated"),
            ("gzip-members", "the body has data after its compressed part"),
            ("raw-deflate", "the compressed body is malformed"),
        ]
    )
    func explainsBodiesThatTheClientCannot(_ name: String, _ reason: String) async throws {
        let row = try #require(TransportContract.rows.first { $0.name == name })
        let contract = TransportContract { (row) throws(ResponseError) in
            do throws(ResponseError) {
                return try await HTTPClient.shared.response(
                    for: HTTPClientRequest(url: row.url),
                    as: row.serializer
                )
            } catch {
                #expect(error.code == .transportFailed)
                #expect(error.message.hasSuffix(": \(reason)"))
                #expect(error.hint?.hasPrefix("the client decodes content codings itself; ") == true)
                throw error
            }
        }
        #expect(await contract.violation(of: row) != nil || name == "cut-gzip")
    }

    @Test("Explains that a body expands beyond the limit of the client") func explainsThatABodyExpandsBeyondTheLimit()
        async throws
    {
        let bytes = try #require(Data(base64Encoded: Self.bomb))
        let server = try LoopbackServer { exchange in
            exchange.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: \(bytes.count)\r\n\r\n"
            )
            return exchange.send(bytes)
        }
        let error = await error(of: server, on: .shared)
        #expect(error?.code == .transportFailed)
        #expect(error?.message.hasSuffix("the body expands beyond the client's limit of decompression") == true)
        #expect(error?.hint?.hasPrefix("the client decodes content codings itself; ") == true)
        #expect(try await AsyncHTTPClientTests.client.value(from: server.origin, as: .string).utf8.count == 200_000)
    }
}
