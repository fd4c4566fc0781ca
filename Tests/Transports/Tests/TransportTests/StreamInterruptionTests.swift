import Decant
import DecantTesting
import Foundation
import Synchronization
import Testing

/// Streams that end at random moments leave nothing behind.
///
/// Each client runs in a separate process, where no other test changes the descriptors.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct StreamInterruptionTests {
    /// The number of streams per kind of ending: `DECANT_INTERRUPTIONS`, or 200.
    private static var count: Int {
        ProcessInfo.processInfo.environment["DECANT_INTERRUPTIONS"].flatMap { Int($0) } ?? 200
    }

    @Test(arguments: StreamClient.Name.allCases)
    func leaveNoDescriptorTaskOrConnection(_ name: StreamClient.Name) async {
        await #expect(processExitsWith: .success) { [name = name as StreamClient.Name] in
            // Warm-up: clients and timers keep some descriptors for the life of the process.
            try await Interruptions(of: name, count: 60).run()
            let descriptors = Interruptions.descriptors
            try await Interruptions(of: name, count: 3 * Self.count).run()
            #expect(await eventually { Interruptions.descriptors <= descriptors })
        }
    }
}

/// Streams of one client that end at random moments by cancellation, by leaving the loop, or by dropping the stream.
private struct Interruptions {
    let name: StreamClient.Name
    let count: Int

    init(of name: StreamClient.Name, count: Int) {
        (self.name, self.count) = (name, count)
    }

    /// The number of open descriptors of this process.
    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
    }

    /// A marker retained by each task of a stream, because tasks inherit task-local values.
    private final class Mark: Sendable {
        @TaskLocal static var current: Mark?
        private let living: Count

        init(_ living: Count) {
            self.living = living
            living.add(1)
        }

        deinit { living.add(-1) }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock(\.self) }

        func add(_ number: Int) { count.withLock { $0 += number } }
    }

    func run() async throws {
        let marks = Count(), observed = Count(), waiting = Count()
        let server = try LoopbackServer { exchange in
            let length = exchange.target == "/whole" ? 200 : 300
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\n\r\n")
            for _ in 0..<20 {
                guard exchange.send("some text\n") else { return false }
                exchange.pause(.microseconds(200))
            }
            guard length > 200 else { return true }
            waiting.add(1)
            exchange.waitForTheEnd()
            waiting.add(-1)
            return false
        }
        let client = StreamClient(name)
        var codes: [ResponseError.Code?] = []
        for start in stride(from: 0, to: count, by: 50) {
            await withTaskGroup(of: ResponseError.Code?.self) { group in
                for index in start..<min(count, start + 50) {
                    group.addTask {
                        await Mark.$current.withValue(Mark(marks)) {
                            await interrupt(index, server.origin, client, observed)
                        }
                    }
                }
                for await code in group { codes.append(code) }
            }
        }
        #expect(codes.count == count)
        #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
        #expect(codes.contains(.cancelled))
        #expect(observed.value == count)
        // Checked before the client shuts everything down.
        #expect(await eventually { marks.value == 0 })
        #expect(await eventually { waiting.value == 0 })
        try await client.shutDown()
        #expect(await eventually { server.openConnections == 0 })
        server.stop()
    }

    /// Opens a stream, and ends it at a moment derived from its index.
    private func interrupt(
        _ index: Int,
        _ origin: String,
        _ client: StreamClient,
        _ observed: Count
    ) async -> ResponseError.Code? {
        var random = SplitMix(state: UInt64(index))
        let time = Duration.microseconds(Int.random(in: 0..<12_000, using: &random))
        let lines = Int.random(in: 0...20, using: &random)
        let url = origin + (Bool.random(using: &random) ? "/whole" : "/without-end")
        let serializer = StreamSerializer.lines.observed { _ in observed.add(1) }
        let stream = Task {
            await code { () throws(ResponseError) in
                try await client.withStream(from: url, as: serializer) { (stream) throws(ResponseError) in
                    if index % 3 == 2 {
                        try? await Task.sleep(for: time)
                        return
                    }
                    for try await _ in stream where index % 3 == 1 && stream.elementCount >= lines { break }
                }
            }
        }
        if index % 3 == 0 {
            try? await Task.sleep(for: time)
            stream.cancel()
        }
        return await stream.value
    }

    private func code(_ body: () async throws(ResponseError) -> Void) async -> ResponseError.Code? {
        do throws(ResponseError) {
            try await body()
            return nil
        } catch {
            return error.code
        }
    }
}

/// Random numbers that are the same in each run (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
