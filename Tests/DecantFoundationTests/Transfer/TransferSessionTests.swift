import DecantFoundation
import DecantTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hostile servers, for which every caller resumes with the right error.
@Suite(.timeLimit(.minutes(10)))
struct TransferSessionTests {
    static let sessions = [URLSession(configuration: .ephemeral), URLSession.forResponses(configuration: .ephemeral)]

    /// A server that sends an endless JSON array, at full speed or slowly.
    private func endlessServer(pausing pause: Duration = .zero) throws -> LoopbackServer {
        let values = String(repeating: "1,", count: pause > .zero ? 1000 : 1 << 16)
        return try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
            exchange.sendEndlessly(values, pausing: pause)
            return false
        }
    }

    private func error(of request: URLRequest, as serializer: some ResponseSerializer, on session: URLSession) async
        -> ResponseError?
    {
        do throws(ResponseError) {
            _ = try await session.value(for: request, as: serializer)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: sessions)
    func rejectsAnEndlessBodyAtItsLimit(_ session: URLSession) async throws {
        let server = try endlessServer()
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        for _ in 0..<20 {
            let error = await error(of: try server.request(), as: .json([Int].self).limits(limits), on: session)
            #expect(error?.code == .limitExceeded)
            #expect(error?.limit == .bodyBytes)
            #expect((error?.bodyCount ?? .max) <= 1 << 20)
            #expect(error?.status == .ok)
        }
    }

    @Test(arguments: sessions)
    func resumesACanceledCallerWhileBytesArrive(_ session: URLSession) async throws {
        let server = try endlessServer()
        let url = try server.url()
        for _ in 0..<25 {
            let fetch = Task { try await session.value(from: url, as: .data.limits(.unlimited)) }
            try await Task.sleep(for: .milliseconds(20))
            fetch.cancel()
            let error = await #expect(throws: ResponseError.self) { try await fetch.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test(arguments: sessions)
    func cancelsManySimultaneously(_ session: URLSession) async throws {
        let server = try endlessServer(pausing: .milliseconds(10))
        let url = try server.url()
        let fetches = (0..<100).map { _ in Task { try await session.value(from: url, as: .data) } }
        try await Task.sleep(for: .milliseconds(200))
        for fetch in fetches { fetch.cancel() }
        for fetch in fetches {
            let error = await #expect(throws: ResponseError.self) { try await fetch.value }
            #expect(error?.code == .cancelled)
        }
        let other = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(try await session.value(from: other.url(), as: .data).count == 2)
    }

    @Test func letsAProgressHandlerUseTheSession() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let session = URLSession.forResponses(configuration: .ephemeral)
        let url = try server.url()
        let body = try await session.value(from: url, as: .data) { _ in
            session.dataTask(with: url).cancel()
        }
        #expect(body.count == 5)
    }

    @Test func returnsTheBodyOfA401WithoutCredentials() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"here\"\r\nContent-Length: 5\r\n\r\nlogin"
        )
        for session in Self.sessions {
            let error = await error(of: try server.request(), as: .data, on: session)
            #expect(error?.code == .unacceptableStatus)
            #expect(error?.status == .unauthorized)
            #expect(error?.body == ResponseBytes("login".utf8))
        }
    }

    @Test("Ends transfers with a session that is invalidated") func endsTransfersWithASession() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(immediateType)Content-Length: 50\r\n\r\nhello")
            exchange.waitForTheEnd()
            return false
        }
        let session = URLSession.forResponses(configuration: .ephemeral)
        let url = try server.url()
        let fetch = Task { try await session.value(from: url, as: .data) { _ in arrival.finish() } }
        for await _ in arrivals {}
        session.invalidateAndCancel()
        let error = await #expect(throws: ResponseError.self) { try await fetch.value }
        #expect(error?.code == .cancelled)
        #expect(error?.body == ResponseBytes("hello".utf8))
    }

    @Test("Finishes transfers of a session that is invalidated after them") func finishesTransfersOfASession()
        async throws
    {
        let (requests, request) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { exchange in
            request.finish()
            Thread.sleep(forTimeInterval: 0.1)
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            return false
        }
        let session = URLSession.forResponses(configuration: .ephemeral)
        let url = try server.url()
        let fetch = Task { try await session.value(from: url, as: .data) }
        for await _ in requests {}
        session.finishTasksAndInvalidate()
        #expect(try await fetch.value.count == 5)
    }
}

/// Responses that Foundation and libcurl on Linux describe incompletely.
#if canImport(FoundationNetworking)
@Suite(.timeLimit(.minutes(10)))
struct SilentClientTests {
    let session = URLSession(configuration: .ephemeral)

    /// A gzip stream of the text `[10000,10001,…,12999]` in stored blocks, which add only framing.
    private static let gzip: [UInt8] = {
        let text = Array("[\((10_000..<13_000).map(String.init).joined(separator: ","))]".utf8)
        let length = [UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + length + length.map { ~$0 } + text
    }()

    private func server(sending count: Int) throws -> LoopbackServer {
        let bytes = Self.gzip.prefix(count)
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        return try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
                + "Content-Length: \(bytes.count)\r\n\r\n\(text)"
        )
    }

    private func error(of server: LoopbackServer, as serializer: some ResponseSerializer = DataResponseSerializer())
        async throws -> ResponseError?
    {
        let request = try server.request()
        do throws(ResponseError) {
            _ = try await session.value(for: request, as: serializer)
            return nil
        } catch {
            return error
        }
    }

    @Test("Cannot detect a truncated gzip body of the announced length") func cannotDetectATruncatedGzipBody()
        async throws
    {
        let text = try await session.value(from: try server(sending: 9000).url(), as: .string.accepting("*/*"))
        #expect(text.hasPrefix("[10000,10001,"))
        #expect(text.utf8.count == 9000 - 15)
    }

    @Test("Hints that a document may be cut within its content coding") func hintsThatADocumentMayBeCutWithin()
        async throws
    {
        let error = try await error(of: server(sending: 9000), as: .json([Int].self))
        #expect(error?.code == .malformedBody)
        #expect(
            error?.hint == "the body may be truncated: URLSession on Linux does not report an incomplete gzip body"
        )
    }

    @Test(arguments: [1, 5, 12, 19])
    func rejectsAGzipBodyShorterThanTheMinimum(_ count: Int) async throws {
        let error = try await error(of: server(sending: count))
        #expect(error?.code == .truncatedBody)
        #expect(
            error?.message.hasPrefix("the body is truncated: gzip has at least 20 bytes, but the head announces ")
                == true
        )
    }

    @Test(arguments: ["X-Name: caf\u{E9}", "X-Nam\u{E9}: a", "X-Name : a"])
    func namesTheLikelyCauseOfARejectedHead(_ field: String) async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 2\r\n\r\nok")
        let error = try await error(of: server)
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: the head of the response is malformed")
        #expect(error?.hint?.contains("not UTF-8, or with a field name that is not a token") == true)
    }

    @Test func namesTheLikelyCauseOfAnEmptyReply() async throws {
        let empty = try LoopbackServer("")
        let server = try LoopbackServer("HTTP/1.1 302 Found\r\nLocation: \(empty.origin)/\r\nContent-Length: 0\r\n\r\n")
        let error = try await error(of: server)
        #expect(error?.code == .transportFailed)
        #expect(error?.hint?.hasPrefix("the server closed the connection before it sent a head") == true)
    }
}
#endif
