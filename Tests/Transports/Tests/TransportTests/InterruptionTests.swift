import AsyncHTTPClient
import Decant
import DecantAsyncHTTPClient
import DecantTesting
import Foundation
import NIOCore
import Testing

/// Interrupted and canceled AsyncHTTPClient transfers leave nothing running.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct InterruptionTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 200000\r\n\r\n"

    private func client() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }

    /// The open descriptors of this process.
    ///
    /// Tests that run simultaneously change them, by fewer than ``otherDescriptors``.
    private static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
    }

    /// The descriptors that other tests may have open, a twentieth of those that a leak in each fetch would leave.
    private static let otherDescriptors = 50

    /// Waits until a condition holds, for ten seconds at most.
    private func eventually(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }

    /// Runs fetches, 50 at a time, and returns their error codes.
    private func codes(
        _ count: Int,
        _ fetch: @escaping @Sendable (Int) async -> ResponseError.Code?
    ) async -> [ResponseError.Code?] {
        var codes: [ResponseError.Code?] = []
        for start in stride(from: 0, to: count, by: 50) {
            await withTaskGroup(of: ResponseError.Code?.self) { group in
                for index in start..<min(count, start + 50) { group.addTask { await fetch(index) } }
                for await code in group { codes.append(code) }
            }
        }
        return codes
    }

    private static func code(of url: String, on client: HTTPClient) async -> ResponseError.Code? {
        do throws(ResponseError) {
            let body = try await client.value(from: url, as: .data)
            return body.count == 200_000 ? nil : .rejected
        } catch {
            return error.code
        }
    }

    /// Fetches and sleeps once.
    ///
    /// SwiftNIO and the task timers then have their descriptors, which they keep.
    private func warmUp() async throws {
        try await Task.sleep(for: .milliseconds(1))
        let client = client()
        let server = try LoopbackServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        _ = try await client.value(from: server.origin, as: .data)
        try await client.shutdown()
        #expect(await eventually { server.openConnections == 0 })
        server.stop()
    }

    @Test func aThousandCancellationsLeaveNothing() async throws {
        try await warmUp()
        let before = Self.descriptors
        let client = client()
        let server = try LoopbackServer { exchange in
            exchange.send(Self.answer)
            for _ in 0..<20 {
                guard exchange.send([UInt8](repeating: 0x61, count: 10_000)) else { return false }
                exchange.pause(.microseconds(200))
            }
            return true
        }
        let codes = await codes(1000) { index in
            let fetch = Task { await Self.code(of: server.origin, on: client) }
            try? await Task.sleep(for: .microseconds(index * 7919 % 12_000))
            fetch.cancel()
            return await fetch.value
        }
        #expect(codes.count == 1000)
        #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
        #expect(codes.contains(.cancelled))
        try await client.shutdown()
        #expect(await eventually { server.openConnections == 0 })
        server.stop()
        #expect(await eventually { Self.descriptors <= before + Self.otherDescriptors })
    }

    @Test func aThousandCutConnectionsLeaveNothing() async throws {
        try await warmUp()
        let before = Self.descriptors
        let client = client()
        let whole = Array(Self.answer.utf8) + [UInt8](repeating: 0x61, count: 200_000)
        let server = try LoopbackServer { exchange in
            let index = Int(exchange.target.dropFirst()) ?? 0
            // Half of the cuts are in the head.
            let end = index.isMultiple(of: 2) ? index * 31 % Self.answer.utf8.count : index * 7919 % whole.count
            exchange.send(whole[..<end])
            if index.isMultiple(of: 3) { exchange.resetAtTheEnd() }
            return false
        }
        let codes = await codes(1000) { index in await Self.code(of: "\(server.origin)/\(index)", on: client) }
        #expect(codes.count == 1000)
        #expect(codes.allSatisfy { $0 == .transportFailed || $0 == .truncatedBody })
        try await client.shutdown()
        #expect(await eventually { server.openConnections == 0 })
        server.stop()
        #expect(await eventually { Self.descriptors <= before + Self.otherDescriptors })
    }

    @Test func fetchesTwoHundredSimultaneously() async throws {
        let client = client()
        let server = try LoopbackServer { exchange in
            exchange.pause(.milliseconds(20))
            exchange.send(Self.answer)
            return exchange.send([UInt8](repeating: 0x61, count: 200_000))
        }
        let results = await withTaskGroup(of: ResponseError.Code?.self) { group in
            for _ in 0..<200 { group.addTask { await Self.code(of: server.origin, on: client) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: nil, count: 200))
        try await client.shutdown()
    }

    @Test func aBodyOverItsLimitIsNotReadFurther() async throws {
        let client = client()
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
            exchange.sendEndlessly(String(repeating: "x", count: 65_536))
            return false
        }
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        for _ in 0..<20 {
            let error = await #expect(throws: ResponseError.self) {
                try await client.value(from: server.origin, as: .data.limits(limits))
            }
            #expect(error?.limit == .bodyBytes)
            #expect(await eventually { server.openConnections == 0 })
        }
        // The count includes bytes in the system's buffers, up to 10 MiB per connection on Linux.
        #expect(server.sentBytes < 20 * (12 << 20))
        try await client.shutdown()
    }

    /// After sending 64 KiB more than the limit, the server waits for the end of the connection.
    @Test func aBodyOverItsLimitEndsTheConnection() async throws {
        let client = client()
        let limit = 1 << 20, excess = 1 << 16
        let server = try LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
            exchange.send([UInt8](repeating: 0x61, count: limit + excess))
            exchange.waitForTheEnd()
            return false
        }
        var limits = Limits()
        limits.bodyBytes = limit
        for count in 1...20 {
            let error = await #expect(throws: ResponseError.self) {
                try await client.value(from: server.origin, as: .data.limits(limits))
            }
            #expect(error?.limit == .bodyBytes)
            #expect(await eventually { server.openConnections == 0 })
            #expect(server.sentBytes < count * (limit + excess + 100))
        }
        try await client.shutdown()
    }
}
