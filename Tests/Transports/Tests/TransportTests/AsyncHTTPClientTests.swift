import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantNIO
import DecantTesting
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

/// The kit's table on AsyncHTTPClient, without exceptions.
@Suite(.timeLimit(.minutes(10)))
struct AsyncHTTPClientTests {
    /// The shared clients, which are never shut down because they live as long as the tests.
    static let client = newClient()

    /// A client of a program that does not use `forUntrustedServers`.
    static let plainClient = HTTPClient(configuration: configuration(of: HTTPClient.Configuration()))

    static func newClient() -> HTTPClient {
        HTTPClient(configuration: configuration(of: .forUntrustedServers))
    }

    private static func configuration(of base: HTTPClient.Configuration) -> HTTPClient.Configuration {
        var configuration = base
        // Do not retry a refused connection until the connect timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    static let contract = contract(of: client, silence: .seconds(300))
    static let plainContract = contract(of: plainClient)

    /// The rows of a plain client.
    ///
    /// The client takes a head with a status below 100 for an interim one, and stops the process.
    private static let plainRows = TransportContract.rows.filter { row in
        row.name != "low-status" && row.name != "stream-low-status"
    }

    static func contract(of client: HTTPClient, silence: Duration? = nil) -> TransportContract {
        TransportContract { (row, line) throws(ResponseError) in
            let serializer = StreamSerializer.lines.limits { $0 = row.limits }
            for try await text in try await client.stream(from: row.url, as: serializer, timeout: silence) {
                line(text)
            }
        } fetch: { (row) throws(ResponseError) in
            var request = HTTPClientRequest(url: row.url)
            request.method = HTTPMethod(rawValue: row.method)
            return try await client.response(
                for: request,
                as: row.serializer,
                timeout: row.timeout,
                progress: row.progress
            )
        }
    }

    @Test(arguments: TransportContract.rows)
    func keepsTheContract(_ row: TransportRow) async {
        let violation = await Self.contract.violation(of: row)
        #expect(violation == nil)
    }

    @Test(arguments: plainRows)
    func keepsTheContractWithAPlainClient(_ row: TransportRow) async {
        let violation = await Self.plainContract.violation(of: row)
        #expect(violation == nil)
    }

    // Documentation/upstream has a minimal reproduction. When this test fails, remove the exception.
    @Test func aStatusBelow100StopsAPlainClient() async {
        await #expect(processExitsWith: .failure) {
            Task {
                try await Task.sleep(for: .seconds(60))
                exit(0)
            }
            guard let row = TransportContract.rows.first(where: { $0.name == "low-status" }) else { exit(0) }
            _ = await Self.plainContract.violation(of: row)
            exit(0)
        }
    }

    private func error(
        of url: String,
        as serializer: some ResponseSerializer = DataResponseSerializer(),
        on client: HTTPClient = Self.client
    ) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await client.value(from: url, as: serializer)
            return nil
        } catch {
            return error
        }
    }

    @Test("Requests the accepted media types and supported codings") func requestsTheAcceptedMediaTypes() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
        )
        #expect(try await Self.client.value(from: server.origin, as: .json(Int.self)) == 1)
        let head = try #require(server.requests.first)
        #expect(head.contains("\r\nAccept: application/json, "))
        #expect(head.contains("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"))
    }

    @Test func keepsCustomFields() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
        )
        var request = HTTPClientRequest(url: server.origin)
        request.headers.add(name: "accept", value: "text/x")
        request.headers.add(name: "accept-encoding", value: "identity")
        #expect(try await Self.client.value(for: request, as: .json(Int.self)) == 1)
        let head = try #require(server.requests.first?.lowercased())
        #expect(head.components(of: "\r\naccept:") == 2)
        #expect(head.components(of: "\r\naccept-encoding:") == 2)
    }

    @Test func returnsTheReceivedHead() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-B: c\r\nSet-Cookie: d=2\r\nContent-Length: 0\r\n\r\n"
        )
        let response = try await Self.client.response(for: HTTPClientRequest(url: server.origin), as: .data)
        let fields = try #require(response.context.head?.headerFields)
        #expect(fields.map(\.value) == ["a=1", "c", "d=2", "0"])
        #expect(response.context.method == .get)
        #expect(response.context.url == server.origin)
    }

    @Test func reportsARefusedConnection() async {
        let error = await error(of: "http://127.0.0.1:1/")
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: could not connect to 127.0.0.1:1")
    }

    @Test func reportsAHostWithoutAnAddress() async {
        let error = await error(of: "http://name.invalid/")
        #expect(error?.message == "the transfer failed: the host was not found")
    }

    @Test(arguments: ["nothing://here", "http://", ""])
    func rejectsAURLThatCannotBeFetched(_ url: String) async {
        let error = await error(of: url)
        #expect(error?.code == .transportFailed)
        #expect(error?.context?.url == url)
    }

    @Test func namesAnUnsupportedScheme() async {
        let error = await error(of: "ftp://127.0.0.1/file")
        #expect(error?.message == "the transfer failed: the scheme of the URL is not supported")
    }

    @Test func sendsNothingIfAlreadyCanceled() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let fetch = Task {
            while !Task.isCancelled { await Task.yield() }
            return await error(of: server.origin)
        }
        fetch.cancel()
        #expect(await fetch.value?.code == .cancelled)
        #expect(server.requests.isEmpty)
    }

    /// The `shared` client decodes gzip and deflate itself.
    @Test(arguments: ["gzip", "gzip-members", "identity", "br", "zstd", "raw-deflate", "deflate", "content-length"])
    func readsABodyThatTheClientDecoded(_ name: String) async throws {
        let row = try #require(TransportContract.rows.first { $0.name == name })
        let contract = TransportContract { (row) throws(ResponseError) in
            try await HTTPClient.shared.response(
                for: HTTPClientRequest(url: row.url),
                as: row.serializer
            )
        }
        let violation = await contract.violation(of: row)
        // NIOExtras accepts neither consecutive members nor raw deflate.
        if ["gzip-members", "raw-deflate"].contains(name) {
            #expect(violation?.contains("gives transportFailed instead of a value") == true)
        } else {
            #expect(violation == nil)
        }
    }

    @Test func reportsProgress() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let last = Mutex<TransferProgress?>(nil)
        _ = try await Self.client.value(from: server.origin, as: .data) { progress in last.withLock { $0 = progress } }
        #expect(last.withLock(\.self) == TransferProgress(receivedBytes: 5, expectedBytes: 5))
    }

    @Test("Ends at its deadline when a byte comes each second") func endsAtItsDeadlineWhenAByteComes() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while exchange.send("x") { exchange.pause(.seconds(1)) }
            return false
        }
        let error = await #expect(throws: ResponseError.self) {
            try await Self.client.value(from: server.origin, as: .data, deadline: .now() + .milliseconds(10_500))
        }
        #expect(error?.code == .truncatedBody)
        // The deadline is a point in time, and the call starts a moment later.
        #expect(error?.hint?.hasPrefix("the transfer failed: the request timed out after 10.") == true)
        #expect((1...20).contains(error?.bodyCount ?? 0))
    }
}

extension String {
    fileprivate func components(of separator: String) -> Int { split(separator: separator).count }
}
