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
    /// The number of streams per fifth of a run: `DECANT_INTERRUPTIONS`, or 200.
    private static var count: Int {
        ProcessInfo.processInfo.environment["DECANT_INTERRUPTIONS"].flatMap { Int($0) } ?? 200
    }

    @Test(arguments: InterruptedStream.rows)
    fileprivate func leaveNoDescriptorTaskOrConnection(_ name: StreamClient.Name, _ stream: InterruptedStream) async {
        await #expect(processExitsWith: .success) {
            [name = name as StreamClient.Name, stream = stream as InterruptedStream] in
            // Warm-up: clients and timers keep some descriptors for the life of the process.
            try await Interruptions(of: name, stream, count: 60).run()
            let descriptors = Interruptions.descriptors
            try await Interruptions(of: name, stream, count: 5 * Self.count).run()
            #expect(await eventually { Interruptions.descriptors <= descriptors })
        }
    }
}

/// The format of interrupted streams.
private enum InterruptedStream: String, Codable {
    case lines, parts
    /// Events, whose stream reconnects.
    case events

    /// The streams of each client.
    static let rows =
        StreamClient.Name.allCases.flatMap { [($0, lines), ($0, parts)] }
        + StreamClient.Name.reconnecting.map { ($0, events) }

    var mediaType: String {
        switch self {
        case .lines: "text/plain"
        case .parts: "multipart/mixed; boundary=b"
        case .events: "text/event-stream"
        }
    }

    /// The text that is sent twenty times.
    var element: String {
        switch self {
        case .lines: "some text\n"
        case .parts: "--b\r\n\r\nsome text\r\n"
        case .events: "id: 1\ndata: some text\n\n"
        }
    }

    var end: String { self == .parts ? "--b--\r\n" : "" }
}

/// Streams of one client that end at random moments by cancellation, by leaving the loop, or by dropping the stream.
private struct Interruptions {
    let name: StreamClient.Name
    let stream: InterruptedStream
    let count: Int

    init(of name: StreamClient.Name, _ stream: InterruptedStream, count: Int) {
        (self.name, self.stream, self.count) = (name, stream, count)
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
            if exchange.target == "/whole", exchange.head.lowercased().contains("last-event-id: 1") {
                return exchange.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
            let isWhole = exchange.target == "/whole"
            let length = 20 * stream.element.utf8.count + stream.end.utf8.count + (isWhole ? 0 : 100)
            exchange.send("HTTP/1.1 200 OK\r\nContent-Type: \(stream.mediaType)\r\nContent-Length: \(length)\r\n\r\n")
            for _ in 0..<20 {
                guard exchange.send(stream.element) else { return false }
                exchange.pause(.microseconds(200))
            }
            exchange.send(stream.end)
            if isWhole || exchange.target == "/cut" { return isWhole }
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
        if stream == .events {
            // A stream of events may have several connections.
            #expect(observed.value > count)
        } else {
            #expect(observed.value == count)
        }
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
        var count = Int.random(in: 0...20, using: &random)
        let targets = stream == .events ? ["/whole", "/cut", "/without-end"] : ["/whole", "/without-end"]
        let target = targets[Int.random(in: targets.indices, using: &random)]
        let url = origin + target
        // More events than one connection has.
        if target == "/cut" { count += 20 }
        let observer: ResponseHandling.Observer = { _ in observed.add(1) }
        let ending = Ending(index: index, time: time, count: count)
        let stream = Task { [stream] in
            await code { () throws(ResponseError) in
                switch stream {
                case .lines: try await read(url, .lines.observed(by: observer), client, ending)
                case .parts: try await read(url, .multipart.observed(by: observer), client, ending)
                case .events: try await readEvents(url, .serverSentEvents.observed(by: observer), client, ending)
                }
            }
        }
        if index % 3 == 0 {
            try? await Task.sleep(for: time)
            stream.cancel()
        }
        return await stream.value
    }

    /// The moment at which a reader ends a stream.
    private struct Ending {
        let index: Int
        let time: Duration
        let count: Int
    }

    private func read<Element>(
        _ url: String,
        _ serializer: StreamSerializer<Element>,
        _ client: StreamClient,
        _ ending: Ending
    ) async throws(ResponseError) {
        try await client.withStream(from: url, as: serializer) { (stream) throws(ResponseError) in
            if ending.index % 3 == 2 {
                try? await Task.sleep(for: ending.time)
                return
            }
            for try await _ in stream where ending.index % 3 == 1 && stream.elementCount >= ending.count { break }
        }
    }

    private func readEvents(
        _ url: String,
        _ serializer: StreamSerializer<ServerSentEvent<String>>,
        _ client: StreamClient,
        _ ending: Ending
    ) async throws(ResponseError) {
        let policy = ReconnectionPolicy(reconnectionTime: .milliseconds(1))
        var events = client.events(from: url, as: serializer, reconnection: policy).makeAsyncIterator()
        var count = 0
        while try await events.next() != nil {
            count += 1
            switch ending.index % 3 {
            case 1 where count >= ending.count: return
            case 2:
                try? await Task.sleep(for: ending.time)
                return
            default: break
            }
        }
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
