import DecantFoundation
import DecantTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Streams on URLSession, observed from the server's side of the connection.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct URLSessionStreamTests {
    private enum Ending: CaseIterable {
        case cancelling, leaving, dropping
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n"

    /// A server whose responses never end.
    private func endless() throws -> LoopbackServer {
        try LoopbackServer { exchange in
            exchange.send(Self.head + "1\n2\n")
            exchange.waitForTheEnd()
            return false
        }
    }

    /// Waits until a server has no open connection.
    private func isFree(_ server: LoopbackServer) async throws -> Bool {
        for _ in 0..<3000 {
            if server.openConnections == 0 { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private func end(_ ending: Ending, _ session: URLSession, _ request: URLRequest) async throws {
        switch ending {
        case .leaving:
            for try await number in try await session.stream(for: request, as: .jsonLines(Int.self)) where number == 2 {
                break
            }
        case .dropping:
            let stream = try await session.stream(for: request, as: .jsonLines(Int.self))
            #expect(stream.context.head?.status == .ok)
        case .cancelling:
            let (begun, source) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                let stream = try await session.stream(for: request, as: .jsonLines(Int.self))
                for try await number in stream where number == 2 { source.finish() }
            }
            for await _ in begun {}
            task.cancel()
            let error = await #expect(throws: ResponseError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    private func error(of url: URL) async -> ResponseError? {
        do throws(ResponseError) {
            _ = try await URLSession.shared.stream(from: url, as: .lines)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsTheElementsOfAURL() async throws {
        let server = try LoopbackServer(Self.head + "1\n2\n")
        let url = try #require(URL(string: server.origin))
        var numbers: [Int] = []
        for try await number in try await URLSession.shared.stream(from: url, as: .jsonLines(Int.self)) {
            numbers.append(number)
        }
        #expect(numbers == [1, 2])
    }

    @Test func namesTheHostThatRefusesTheConnection() async throws {
        let error = await error(of: try #require(URL(string: "http://127.0.0.1:1/")))
        #expect(error?.message == "the transfer failed: could not connect to 127.0.0.1:1")
        #expect(error?.isTransient == true)
        #expect(error?.context?.method == .get)
    }

    @Test("A connection that is lost before the head is transient") func aConnectionThatIsLostBeforeTheHead()
        async throws
    {
        let server = try LoopbackServer("")
        let error = await error(of: try #require(URL(string: server.origin)))
        #expect(error?.message == "the transfer failed: the connection was lost")
        #expect(error?.isTransient == true)
    }

    @Test("Observes a transfer that fails before its head once") func observesATransferThatFailsBeforeItsHead()
        async throws
    {
        let outcomes = Mutex<[ResponseOutcome]>([])
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome) } }
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect(throws: ResponseError.self) {
            _ = try await ResponseOutcome.withObserver(observer) {
                try await URLSession.shared.stream(from: url, as: .lines).elementCount
            }
        }
        #expect(outcomes.withLock { $0.map(\.error?.code) } == [.transportFailed])
        #expect(outcomes.withLock { $0.first?.output } == String.self)
    }

    @Test(arguments: Ending.allCases)
    private func closesTheConnection(_ ending: Ending) async throws {
        let server = try endless()
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let request = try server.request()
        for _ in 0..<34 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { try await end(ending, session, request) } }
                try await group.waitForAll()
            }
            guard try await isFree(server) else {
                Issue.record("\(server.openConnections) connections are open")
                return
            }
        }
        #expect(server.requests.count == 340)
    }

    @Test func deliversAnElementBeforeTheNextOneIsSent() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head + "1\n")
            exchange.pause(.milliseconds(200))
            exchange.send("2\n")
            return false
        }
        let stream = try await URLSession.shared.stream(for: server.request(), as: .jsonLines(Int.self))
        var numbers: [Int] = []
        for try await number in stream { numbers.append(number) }
        #expect(numbers == [1, 2])
    }

    @Test("Ends with an error that names the remedy for too many pending bytes")
    func endsWithAnErrorThatNamesTheRemedy() async throws {
        let server = try LoopbackServer { exchange in
            exchange.send(Self.head)
            exchange.sendEndlessly(String(repeating: "1\n", count: 32_768))
            return false
        }
        let serializer = StreamSerializer.jsonLines(Int.self).limits { $0.waitingBytes = 1 << 20 }
        let stream = try await URLSession.shared.stream(for: server.request(), as: serializer)
        try await Task.sleep(for: .seconds(1))
        let error = await #expect(throws: ResponseError.self) { for try await _ in stream {} }
        #expect(error?.limit == .waitingBytes)
        #expect(error?.hint?.isEmpty == false)
        #expect(try await isFree(server))
    }
}
