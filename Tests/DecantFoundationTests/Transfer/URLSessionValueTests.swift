import DecantFoundation
import DecantTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct URLSessionValueTests {
    struct User: Codable, Hashable, Sendable {
        var id: Int
        var since: Date
    }

    struct Problem: Codable, Hashable, Sendable {
        var title: String
    }

    let session = URLSession(configuration: .ephemeral)

    @Test func fetchesAndSerializesInOneCall() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"id\":7,\"since\":0}"
        )
        let request = try server.request("/users/7")
        let user = try await session.value(for: request, as: .json(User.self).failure(.json(Problem.self)))
        #expect(user == User(id: 7, since: Date(timeIntervalSinceReferenceDate: 0)))
        #expect(try await session.value(from: server.url("/users/7"), as: .json(User.self)) == user)
        let url = try server.url()
        let serializer = JSONResponseSerializer(User.self).checking { _ in }
        #expect(try await session.value(from: url, as: serializer) == user)
        #expect(try await session.value(from: url, as: .json(User.self).checking { _ in }.map { $0.id }) == 7)
        let response = try await session.response(
            from: url,
            as: .json(User.self).scalars(of: Date.self) { _, _ in nil }
        )
        #expect(response.value == user)
    }

    /// A server that never responds, and measures how long its clients wait, on its own threads.
    private final class SilentServer: Sendable {
        private let waits = Mutex<[Duration]>([])

        func start() throws -> LoopbackServer {
            try LoopbackServer { [self] exchange in
                let start = ContinuousClock.now
                exchange.waitForTheEnd()
                waits.withLock { $0.append(.now - start) }
                return false
            }
        }

        /// Returns the longest wait of a number of clients.
        func longestWait(of count: Int) async throws -> Duration {
            while waits.withLock(\.count) < count { try await Task.sleep(for: .milliseconds(10)) }
            return waits.withLock { $0.max() ?? .zero }
        }
    }

    /// Less than the 60 seconds of a request without a time interval.
    private static let shortTime = Duration.seconds(50)

    @Test(arguments: [1, 0.5, 1.5]) func appliesTheTimeIntervalOfANewRequest(interval: TimeInterval) async throws {
        let silence = SilentServer()
        let server = try silence.start()
        let request = URLRequest(url: try server.url(), timeoutInterval: interval)
        for session in [session, .forResponses(configuration: .ephemeral)] {
            let error = await #expect(throws: ResponseError.self) { try await session.value(for: request, as: .data) }
            #expect(error?.message == "the transfer failed: the request timed out")
        }
        let error = await #expect(throws: ResponseError.self) {
            _ = try await session.stream(for: request, as: .lines).elementCount
        }
        #expect(error?.message == "the transfer failed: the request timed out")
        #expect(try await silence.longestWait(of: 3) < Self.shortTime)
    }

    @Test("Applies the time interval of the configuration to other requests")
    func appliesTheTimeIntervalOfTheConfiguration() async throws {
        let silence = SilentServer()
        let server = try silence.start()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 1
        let error = await #expect(throws: ResponseError.self) {
            try await URLSession(configuration: configuration).value(from: server.url(), as: .data)
        }
        #expect(error?.message == "the transfer failed: the request timed out")
        #expect(try await silence.longestWait(of: 1) < Self.shortTime)
    }

    @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude, 1e18, 60, 0, -1])
    func acceptsATimeIntervalOfAnyLength(interval: TimeInterval) async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let request = URLRequest(url: try server.url(), timeoutInterval: interval)
        #expect(try await session.value(for: request, as: .data).count == 2)
    }

    @Test func anUnknownHostIsNotTransient() async throws {
        let url = try #require(URL(string: "http://name.invalid/"))
        let error = await #expect(throws: ResponseError.self) { try await session.value(from: url, as: .data) }
        #expect(error?.message == "the transfer failed: the host was not found")
        #expect(error?.isTransient == false)
    }

    @Test func keepsFindingsAndHead() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Type: text/json\r\nContent-Length: 3\r\n\r\n[1]")
        let decoded = try await session.response(from: server.url("/a"), as: .json([Int].self))
        #expect(decoded.value == [1])
        #expect(decoded.context.head?.status == .ok)
        #expect(decoded.context.method == .get)
        #expect(try decoded.context.url == server.url("/a").absoluteString)
        #expect(decoded.findings.map(\.code) == [.aliasedMediaType])
    }

    @Test func requestsTheMediaTypesOfTheSerializer() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
        )
        _ = try await session.value(from: server.url(), as: .json(Int.self))
        let accept = JSONResponseSerializer(Int.self).acceptValue
        #expect(server.requests.first?.contains("Accept: \(accept)\r\n") == true)
    }

    @Test func keepsACustomAcceptField() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n1"
        )
        var request = try server.request()
        request.setValue("application/vnd.example+json", forHTTPHeaderField: "accept")
        _ = try await session.value(for: request, as: .json(Int.self))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["ACCEPT": "application/vnd.example+json"]
        _ = try await URLSession(configuration: configuration).value(from: server.url(), as: .json(Int.self))
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.lowercased().contains("accept: application/vnd.example+json\r\n") })
    }

    @Test("M01: decoding does not run on the caller's actor")
    @MainActor func decodesOffTheMainActor() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        Probe.markMainQueue()
        #expect(Probe.isOnMainQueue)
        let sighting = try await session.value(from: server.url(), as: Probe())
        #expect(sighting == Probe.Sighting(isOnMainQueue: false, count: 5))
        #expect(Probe.isOnMainQueue)
    }

    @Test("M03: the serializer is the one at the time of the call")
    func capturesTheSerializerAtTheCall() async throws {
        let server = try LoopbackServer { exchange in
            Thread.sleep(forTimeInterval: 0.1)
            exchange.send("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello")
            return false
        }
        var serializer = DataResponseSerializer().statuses(nil)
        let url = try server.url()
        let fetch = Task { [session, serializer] in try await session.value(from: url, as: serializer) }
        serializer = serializer.statuses([200])
        #expect(try await fetch.value == Array("hello".utf8))
        #expect(serializer.handling.configuration.statuses == [200])
    }

    @Test("M04: if nothing arrives, the body is empty, not absent")
    func returnsAnEmptyBody() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let decoded = try await session.response(from: server.url(), as: .data)
        #expect(decoded.value.isEmpty)
        #expect(decoded.isEmpty)
        #expect(try await session.value(from: server.url(), as: .foundationData) == Data())
    }

    @Test("M07: the decoded error body reaches the caller")
    func returnsTheErrorBody() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"title\":\"gone\"}"
        )
        let serializer = JSONResponseSerializer(User.self).failure(.json(Problem.self))
        let error = await #expect(throws: ResponseError.self) {
            try await session.value(from: server.url("/users/8"), as: serializer)
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.errorBody(as: Problem.self) == Problem(title: "gone"))
        #expect(error?.body == ResponseBytes("{\"title\":\"gone\"}".utf8))
    }

    @Test("M09: the request is known, so the response to HEAD is not reported as truncated")
    func hasTheRequest() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
        )
        let request = try server.request("/h", method: "HEAD")
        #expect(try await session.value(for: request, as: .json(User?.self)) == nil)
        let error = await #expect(throws: ResponseError.self) {
            try await session.value(for: request, as: .json(User.self))
        }
        #expect(error?.code == .emptyBody)
        #expect(error?.context?.method == .head)
        #expect(error?.context?.url == request.url?.absoluteString)
    }

    @Test func treatsNoContentAsEmpty() async throws {
        let server = try LoopbackServer("HTTP/1.1 204 No Content\r\n\r\n")
        #expect(try await session.value(from: server.url(), as: .json(User?.self)) == nil)
        #expect(try await session.value(from: server.url(), as: .empty) == EmptyResponse())
    }

    @Test func fetchesManySimultaneously() async throws {
        let server = try LoopbackServer { exchange in
            let body = exchange.target.dropFirst()
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n")
            Thread.sleep(forTimeInterval: 0.02)
            exchange.send(String(body))
            return false
        }
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 100..<150 {
                group.addTask { try await session.value(from: server.url("/\(number)"), as: .json(Int.self)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.sorted() == Array(100..<150))
    }

    @Test func reportsProgress() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n")
            for _ in 0..<3 {
                exchange.send(String(repeating: "x", count: 100))
                Thread.sleep(forTimeInterval: 0.03)
            }
            return false
        }
        let reports = Mutex<[TransferProgress]>([])
        let body = try await session.value(from: server.url(), as: .data) { progress in
            reports.withLock { $0.append(progress) }
        }
        let progress = reports.withLock(\.self)
        #expect(body.count == 300)
        #expect(progress.map(\.receivedBytes) == progress.map(\.receivedBytes).sorted())
        #expect(progress.last == TransferProgress(receivedBytes: 300, expectedBytes: 300))
        #expect(progress.last?.fraction == 1)
    }

    @Test func reportsNoExpectedLengthIfNoneIsAnnounced() async throws {
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        let reports = Mutex<[TransferProgress]>([])
        _ = try await session.value(from: server.url(), as: .data) { progress in
            reports.withLock { $0.append(progress) }
        }
        #expect(reports.withLock(\.last) == TransferProgress(receivedBytes: 5, expectedBytes: nil))
        #expect(reports.withLock(\.last)?.fraction == nil)
    }

    @Test func followsARedirection() async throws {
        let server = try LoopbackServer { exchange in
            let found = "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 4\r\n\r\nmove"
            exchange.send(exchange.target == "/there" ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" : found)
            return false
        }
        #expect(try await session.value(from: server.url("/here"), as: .data) == Array("ok".utf8))
    }

    @Test func skipsInterimHeads() async throws {
        let server = try LoopbackServer(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        let decoded = try await session.response(from: server.url(), as: .data)
        #expect(decoded.context.head?.status == .ok)
        #expect(decoded.value == Array("ok".utf8))
    }

    @Test("Does not compare the length of a body inflated by the client") func doesNotCompareTheLengthOfABodyInflated()
        async throws
    {
        let gzip: [UInt8] = [
            0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0x86, 0xA6, 0x10, 0x36,
            5, 0,
            0, 0,
        ]
        let text = String(String.UnicodeScalarView(gzip.map { Unicode.Scalar($0) }))
        let server = try LoopbackServer(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n\(text)"
        )
        #expect(try await session.value(from: server.url(), as: .data) == Array("hello".utf8))
    }

    @Test func acceptsADataURL() async throws {
        let url = try #require(URL(string: "data:text/plain,hello"))
        #expect(try await session.value(from: url, as: .string) == "hello")
    }

    @Test func reusesConnectionsOnADedicatedSession() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let session = URLSession.forResponses(configuration: .ephemeral)
        for _ in 0..<5 { _ = try await session.value(from: server.url(), as: .data) }
        #expect(server.requests.count == 5)
        #expect(server.connections == 1)
    }

    @Test func callsTheSessionDelegateForRedirections() async throws {
        let server = try LoopbackServer("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 4\r\n\r\nmove")
        let delegate = RedirectionRefusal()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let error = await #expect(throws: ResponseError.self) {
            try await session.value(from: server.url("/here"), as: .data)
        }
        #expect(error?.status == .found)
        #expect(delegate.count == 1)
        #expect(server.requests.count == 1)
    }
}

struct ObservedTransferTests {
    @Test func observesATransferThatFailsOnce() async throws {
        let outcomes = Mutex<[ResponseOutcome]>([])
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc")
        let request = try server.request()
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome) } }
        let error = await #expect(throws: ResponseError.self) {
            try await ResponseOutcome.withObserver(observer) {
                try await URLSession.forResponses().value(for: request, as: .string)
            }
        }
        let all = outcomes.withLock { $0 }
        #expect(all.count == 1)
        #expect(all.first?.error?.code == error?.code)
        #expect(all.first?.bodyCount == 3)
        #expect(all.first?.context.head?.status == .ok)
    }

    @Test func observesAResponseOfURLSessionOnce() throws {
        let outcomes = Mutex<[Int]>([])
        let url = try #require(URL(string: "https://example.com/"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "text/plain"])
        )
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome.bodyCount) } }
        _ = try StringResponseSerializer().observed(by: observer).value(of: Data("abcd".utf8), for: response)
        #expect(outcomes.withLock { $0 } == [4])
    }
}
