import DecantFoundation
import DecantTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferFailureTests {
    let session = URLSession(configuration: .ephemeral)

    /// The error of a fetch from a server that sends these bytes.
    private func error(
        of response: String,
        as serializer: some ResponseSerializer = DataResponseSerializer(),
        method: String = "GET"
    ) async throws -> ResponseError? {
        let server = try LoopbackServer(response)
        let request = try server.request("/thing?key=1", method: method)
        return await error(of: request, as: serializer)
    }

    private func error(of request: URLRequest, as serializer: some ResponseSerializer) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await session.value(for: request, as: serializer)
            return nil
        } catch {
            return error
        }
    }

    @Test("M06: a transport error keeps the partial body and the head", .enabled(if: URLSession.usesLibcurl))
    func keepsThePartialBody() async throws {
        let error = try await error(
            of: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n5\r\nhello\r\n5\r\nwor"
        )
        #expect(error?.code == .transportFailed)
        #expect(error?.body == ResponseBytes("hellowor".utf8))
        #expect(error?.bodyCount == 8)
        #expect(error?.status == .ok)
        #expect(error?.headerFields.contains { $0.name.canonicalName == "x-a" && $0.value == "b" } == true)
        #expect(error?.message.hasPrefix("the transfer failed after 8 bytes of the body: ") == true)
        #expect(error?.underlying is URLError)
    }

    @Test func reportsTheReceivedAndTheDeclaredLength() async throws {
        let error = try await error(of: "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")
        #expect(error?.code == .truncatedBody)
        #expect(error?.message == "the body is truncated at 5 of 50 bytes")
        #expect(error?.offset == 5)
        #expect(error?.body == ResponseBytes("hello".utf8))
        #expect(error?.underlying is URLError)
    }

    @Test func keepsABadStatusAheadOfTruncation() async throws {
        let error = try await error(
            of: "HTTP/1.1 500 Oops\r\nContent-Length: 50\r\nContent-Type: text/plain\r\n\r\nhello"
        )
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.findings.map(\.code).contains(.truncatedBody) == true)
        #expect(error?.underlying is URLError)
        #expect(error?.body == ResponseBytes("hello".utf8))
    }

    @Test(.enabled(if: URLSession.usesLibcurl)) func keepsOtherProblemsBesideATransportError() async throws {
        let response =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n5\r\nhello\r\n5\r\n"
        let error = try await error(of: response, as: .json)
        #expect(error?.code == .transportFailed)
        #expect(error?.findings.map(\.code) == [.unacceptableMediaType])
    }

    @Test("M05: a bad status is an error, and the bytes are kept")
    func keepsTheBytesOfABadStatus() async throws {
        let error = try await error(of: "HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nlater")
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.body == ResponseBytes("later".utf8))
        #expect(error?.underlying == nil)
    }

    @Test(
        .enabled(if: URLSession.usesLibcurl),
        arguments: ["no http at all\r\n\r\n", "HTTP/1.1 1000 X\r\n\r\n", "HTTP/1.1 042 X\r\n\r\n", ""]
    )
    func rejectsAnInvalidHead(_ response: String) async throws {
        let error = try await error(of: response, method: "PUT")
        #expect(error?.code == .transportFailed)
        #expect(error?.status == nil)
        #expect(error?.context?.method == .put)
        #expect(error?.context?.url?.hasSuffix("/thing?key=1") == true)
        #expect(error?.description.contains("key=1") == false)
    }

    @Test func reportsARefusedConnection() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let error = await error(of: URLRequest(url: url), as: .data)
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed: could not connect to 127.0.0.1:1")
    }

    @Test(arguments: ["ftp://127.0.0.1:1/file", "nothing://here"])
    func namesAnUnsupportedScheme(_ text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await error(of: URLRequest(url: url), as: .data)
        #expect(error?.message == "the transfer failed: the scheme of the URL is not supported")
    }

    @Test(arguments: ["nothing://here", "http:///path"])
    func rejectsAURLThatCannotBeFetched(_ text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await error(of: URLRequest(url: url), as: .data)
        #expect(error?.code == .transportFailed)
        #expect(error?.context?.url == text)
    }

    @Test func timesOutAfterTheIntervalOfTheRequest() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(immediateType)\r\nhel")
            exchange.waitForTheEnd()
            return false
        }
        var request = try server.request()
        // Long enough for the first bytes to arrive on a busy machine.
        request.timeoutInterval = 20
        let error = await error(of: request, as: .data)
        #expect(error?.code == .transportFailed)
        #expect(error?.message == "the transfer failed after 3 bytes of the body: the request timed out")
    }

    @Test func stopsAnEndlessBodyAtTheLimit() async throws {
        let isStopped = Mutex(false)
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\r\n")
            let chunk = String(repeating: "x", count: 10_000)
            while exchange.send(chunk) {}
            isStopped.withLock { $0 = true }
            return false
        }
        var limits = Limits()
        limits.bodyBytes = 100_000
        limits.errorBodyBytes = 1000
        let error = await error(of: try server.request(), as: .data.limits(limits))
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == .bodyBytes)
        #expect(error?.message == "the body has more than 100000 bytes (limit bodyBytes)")
        #expect(error?.body.count == 1000)
        #expect((error?.bodyCount ?? .max) <= 100_000)
        #expect(error?.status == .ok)
        while !isStopped.withLock(\.self) { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("Names the limit for a body that is one byte too long") func namesTheLimitForABodyThatIsOneByte() async throws
    {
        var limits = Limits()
        limits.bodyBytes = 5
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello!"
        #expect(try await error(of: response, as: .data.limits(limits))?.code == .limitExceeded)
        limits.bodyBytes = 6
        #expect(try await error(of: response, as: .data.limits(limits)) == nil)
    }

    @Test("Canceling stops the transfer and keeps the received bytes") func cancelingStopsTheTransferAndKeeps()
        async throws
    {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let isStopped = Mutex(false)
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\n\(immediateType)Content-Length: 50\r\n\r\nhello")
            exchange.waitForTheEnd()
            isStopped.withLock { $0 = true }
            return false
        }
        let url = try server.url()
        let fetch = Task { [session] in
            try await session.value(from: url, as: .data) { _ in arrival.finish() }
        }
        for await _ in arrivals {}
        fetch.cancel()
        let error = await #expect(throws: ResponseError.self) { try await fetch.value }
        #expect(error?.code == .cancelled)
        #expect(error?.body == ResponseBytes("hello".utf8))
        #expect(error?.status == .ok)
        while !isStopped.withLock(\.self) { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func cancelsBeforeTheHeadArrives() async throws {
        let (requests, request) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { exchange in
            request.finish()
            exchange.waitForTheEnd()
            return false
        }
        let url = try server.url()
        let fetch = Task { [session] in try await session.value(from: url, as: .data) }
        for await _ in requests {}
        fetch.cancel()
        let error = await #expect(throws: ResponseError.self) { try await fetch.value }
        #expect(error?.code == .cancelled)
        #expect(error?.status == nil)
    }

    @Test func sendsNothingIfAlreadyCanceled() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let url = try server.url()
        let fetch = Task { [session] in
            while !Task.isCancelled { await Task.yield() }
            return try await session.value(from: url, as: .data)
        }
        fetch.cancel()
        let error = await #expect(throws: ResponseError.self) { try await fetch.value }
        #expect(error?.code == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func endsForACancellationAtAnyTime(onOneSession: Bool) async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n")
            return exchange.send(String(repeating: "x", count: 200_000))
        }
        let session = onOneSession ? URLSession.forResponses(configuration: .ephemeral) : session
        let url = try server.url()
        for round in 0..<200 {
            let fetch = Task { try await session.value(from: url, as: .data) }
            try await Task.sleep(for: .microseconds(round * 40))
            fetch.cancel()
            do {
                #expect(try await fetch.value.count == 200_000)
            } catch let error as ResponseError {
                #expect(error.code == .cancelled)
            }
        }
    }
}
