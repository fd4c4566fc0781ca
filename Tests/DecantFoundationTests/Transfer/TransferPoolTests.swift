import DecantFoundation
import DecantTesting
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many simultaneous transfers, some from servers that never end.
///
/// Connections are reused and closed.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct TransferPoolTests {
    static let sessions = TransferSessionTests.sessions

    /// A server that sends an endless JSON array at full speed.
    private func endlessServer() throws -> LoopbackServer {
        let values = String(repeating: "1,", count: 1 << 16)
        return try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
            exchange.sendEndlessly(values)
            return false
        }
    }

    /// A server that keeps its connections open.
    private func smallServer(pausing pause: Duration = .zero) throws -> LoopbackServer {
        try LoopbackServer { exchange in
            if pause > .zero { exchange.pause(pause) }
            return exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[1,2]")
        }
    }

    /// Waits up to a minute until at most the given number of connections is open.
    private func connections(of server: LoopbackServer, atMost count: Int) async throws -> Int {
        for _ in 0..<6000 where server.openConnections > count { try await Task.sleep(for: .milliseconds(10)) }
        return server.openConnections
    }

    /// Runs 16 operations with limited concurrency.
    ///
    /// - Returns: The longest time between two ticks of another task.
    private func sixteen(_ width: Int, _ operation: @escaping @Sendable (Int) async throws -> Void) async throws
        -> Duration
    {
        let ticker = Task {
            var (longest, last) = (Duration.zero, ContinuousClock.now)
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(5))
                let now = ContinuousClock.now
                (longest, last) = (max(longest, now - last), now)
            }
            return longest
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                if number >= width { try await group.next() }
                group.addTask { try await operation(number) }
            }
            try await group.waitForAll()
        }
        ticker.cancel()
        return await ticker.value
    }

    @Test("Resumes canceled callers of endless bodies immediately", arguments: sessions, [4, 8])
    func resumesCanceledCallersOfEndlessBodies(_ session: URLSession, _ width: Int) async throws {
        let server = try endlessServer()
        let url = try server.url()
        let slowest = Mutex(Duration.zero)
        let gap = try await sixteen(width) { number in
            let fetch = Task { try await session.value(from: url, as: .json([Int].self)) }
            try await Task.sleep(for: .milliseconds(number * 7 % 41))
            let start = ContinuousClock.now
            fetch.cancel()
            let error = await #expect(throws: ResponseError.self) { try await fetch.value }
            slowest.withLock { $0 = max($0, ContinuousClock.now - start) }
            #expect(error?.code == .cancelled || error?.limit == .bodyBytes)
        }
        #expect(slowest.withLock(\.self) < .seconds(10))
        #expect(gap < .seconds(10))
        #expect(try await connections(of: server, atMost: 0) == 0)
    }

    @Test("Resumes each reader of several endless streams at its limit", arguments: sessions)
    func resumesEachReaderOfSeveralEndlessStreams(_ session: URLSession) async throws {
        let server = try endlessServer()
        let request = try server.request()
        let gap = try await sixteen(8) { _ in
            await #expect(throws: ResponseError.self) {
                let serializer = StreamSerializer.lines.limits { $0.waitingBytes = 1 << 16 }
                for try await _ in try await session.stream(for: request, as: serializer) {}
            }
        }
        #expect(gap < .seconds(10))
        #expect(try await connections(of: server, atMost: 0) == 0)
    }

    @Test func fetchesSequentiallyOnOneConnection() async throws {
        let server = try smallServer()
        let session = URLSession.forResponses(configuration: .ephemeral)
        for _ in 0..<20 {
            #expect(try await session.value(from: server.url(), as: .json([Int].self)) == [1, 2])
        }
        #expect(server.connections <= 2)
        session.finishTasksAndInvalidate()
        #expect(try await connections(of: server, atMost: 0) == 0)
    }

    #if canImport(FoundationNetworking)
    @Test("Keeps as many idle connections to a host as its configuration allows")
    func keepsAsManyIdleConnectionsToAHost() async throws {
        let server = try smallServer(pausing: .milliseconds(100))
        let url = try server.url()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 3
        let session = URLSession.forResponses(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try await session.value(from: url, as: .json([Int].self)) } }
            try await group.waitForAll()
        }
        #expect(try await connections(of: server, atMost: 3) <= 3)
        session.finishTasksAndInvalidate()
    }

    @Test func keepsABoundedNumberOfIdleConnections() async throws {
        let servers = try (0..<40).map { _ in try smallServer() }
        let session = URLSession.forResponses(configuration: .ephemeral)
        for server in servers { _ = try await session.value(from: server.url(), as: .json([Int].self)) }
        for _ in 0..<6000 where servers.map(\.openConnections).reduce(0, +) > 32 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(servers.map(\.openConnections).reduce(0, +) <= 32)
        session.finishTasksAndInvalidate()
    }

    @Test func closesItsIdleConnectionsWhenItIsReleased() async throws {
        let server = try smallServer()
        do {
            let session = URLSession.forResponses(configuration: .ephemeral)
            _ = try await session.value(from: server.url(), as: .json([Int].self))
        }
        #expect(try await connections(of: server, atMost: 0) == 0)
    }

    @Test func fetchesNothingOnceItIsInvalidated() async throws {
        let server = try smallServer()
        let session = URLSession.forResponses(configuration: .ephemeral)
        session.invalidateAndCancel()
        let value = await #expect(throws: ResponseError.self) {
            try await session.value(from: server.url(), as: .json([Int].self))
        }
        #expect(value?.code == .cancelled)
        let stream = await #expect(throws: ResponseError.self) {
            try await session.stream(for: server.request(), as: .lines)
        }
        #expect(stream?.code == .cancelled)
        #expect(server.connections == 0)
    }
    #endif
}
