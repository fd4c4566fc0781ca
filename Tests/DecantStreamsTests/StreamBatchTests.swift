import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import Synchronization
import Testing

/// What a stream publishes between the elements of a batch.
@Suite struct StreamBatchTests {
    private final class Log: Sendable {
        private let elements = Mutex<[Int?]>([])
        /// The number of elements of each stream that ended.
        var counts: [Int?] { elements.withLock(\.self) }
        var observer: ResponseHandling.Observer {
            { [self] outcome in elements.withLock { $0.append(outcome.elementCount) } }
        }
    }

    private final class Counter: Sendable {
        private let total = Mutex(0)
        var count: Int { total.withLock(\.self) }
        func add() { total.withLock { $0 += 1 } }
    }

    /// Events with IDs, event blocks with an ID and no data, and a reconnection time.
    private static let events = (1...40).map { index in
        let idle = index.isMultiple(of: 5) ? "id: idle\(index)\n\n" : ""
        let retry = index.isMultiple(of: 7) ? "retry: \(index)\n" : ""
        let id = index.isMultiple(of: 3) ? "id: \(index)\n" : ""
        return "\(retry)\(id)data: \(index)\n\n\(idle)"
    }

    /// The last event ID and the reconnection time after each event.
    private static let published: [(id: String, retry: Duration?)] = {
        var (id, retry) = ("", Duration?.none)
        return (1...40).map { index in
            if index > 1, (index - 1).isMultiple(of: 5) { id = "idle\(index - 1)" }
            if index.isMultiple(of: 7) { retry = .milliseconds(index) }
            if index.isMultiple(of: 3) { id = "\(index)" }
            return (id, retry)
        }
    }()

    @Test(arguments: [1, 3, 64, 100_000]) func eachEventIsPublishedWithItsIDAndRetry(size: Int) throws {
        var reader = StreamSerializer.serverSentEvents { Int($0.data) }.reader()
        var count = 0
        func check(_ reader: inout StreamReader<Int>) throws {
            while let event = try reader.next() {
                #expect(event == count + 1 && reader.elementCount == event)
                #expect(reader.lastEventID == Self.published[count].id, "event \(event)")
                #expect(reader.retry == Self.published[count].retry, "event \(event)")
                count += 1
            }
        }
        let bytes = Array(Self.events.joined().utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            try check(&reader)
        }
        reader.finish()
        try check(&reader)
        #expect(count == 40)
        #expect(reader.lastEventID == "idle40")
    }

    /// A server that continues after the event with the ID that a client sends.
    private static func bytes(after id: String) -> [UInt8] {
        let start = Int(id.drop { $0 == "i" }) ?? 0
        return Array((start + 1..<51).map { "id: i\($0)\ndata: \($0)\n\n" }.joined().utf8)
    }

    @Test("A consumer that stops and reconnects sees every event once", arguments: 1...50)
    func aConsumerThatStopsAndReconnectsSees(stop: Int) async throws {
        let serializer = StreamSerializer.serverSentEvents { Int($0.data) }
        var seen: [Int] = []
        var id = ""
        for limit in [stop, .max] {
            let chunks = ChunkSample([Self.bytes(after: id)])
            let stream = try await serializer.stream(of: chunks, for: ResponseContext(mediaType: "text/event-stream"))
            for try await event in stream {
                seen.append(event)
                if stream.elementCount == limit { break }
            }
            id = stream.lastEventID
        }
        #expect(seen == Array(1...50))
    }

    @Test("Findings are published with the element after a skipped one", arguments: [1, 7, 100_000])
    func findingsArePublishedWithTheElement(size: Int) throws {
        let text = (0..<50).map { $0.isMultiple(of: 6) ? "x\n" : "\($0)\n" }.joined()
        let bytes = Array(text.utf8)
        var reader = StreamSerializer.jsonLines(Int.self).skippingBadItems().reader()
        func check(_ reader: inout StreamReader<Int>) throws {
            while let value = try reader.next() {
                #expect(reader.findings.count == value / 6 + 1, "after \(value)")
                #expect(reader.position.line == value + 2, "after \(value)")
            }
        }
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            try check(&reader)
        }
        reader.finish()
        try check(&reader)
        #expect(reader.findings.count == 9)
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 33]) func anErrorIsThrownAfterTheElementsBeforeIt(count: Int) async throws {
        let log = Log()
        let text = (0..<count).map { "\($0)\n" }.joined() + "x\n1\n"
        let stream = try await StreamSerializer.jsonLines(Int.self).observed(by: log.observer)
            .stream(of: ChunkSample([Array(text.utf8)]), for: ResponseContext(mediaType: "application/x-ndjson"))
        var values: [Int] = []
        do throws(ResponseError) {
            for try await value in stream {
                #expect(log.counts.isEmpty)
                values.append(value)
            }
            Issue.record("the stream did not fail")
        } catch {
            #expect(error.itemIndex == count)
        }
        #expect(values == Array(0..<count) && stream.elementCount == count)
        #expect(log.counts == [count])
    }

    @Test func anObserverReportsDeliveredElements() async throws {
        let log = Log()
        let text = String(repeating: "1\n", count: 40)
        let stream = try await StreamSerializer.jsonLines(Int.self).observed(by: log.observer)
            .stream(of: ChunkSample([Array(text.utf8)]), for: ResponseContext(mediaType: "application/x-ndjson"))
        for try await _ in stream where stream.elementCount == 3 { break }
        _ = consume stream
        #expect(log.counts == [3])
    }

    @Test func closuresRunAheadByAtMostAPart() async throws {
        let mapped = Counter()
        let rows = JSONResponseSerializer(Int.self).map { value in
            mapped.add()
            return value
        }
        let chunk = Array(String(repeating: "1\n", count: 10).utf8)
        let stream = try await StreamSerializer.jsonLines(rows)
            .stream(of: ChunkSample([chunk, chunk]), for: ResponseContext(mediaType: "application/x-ndjson"))
        var isAhead = false
        for try await _ in stream {
            let ahead = mapped.count
            if ahead > stream.elementCount { isAhead = true }
            #expect(ahead <= (stream.elementCount + 9) / 10 * 10)
        }
        #expect(isAhead)
    }

    @Test func batchesOfTheMainActorAreShort() async throws {
        let line = "\"" + String(repeating: "x", count: 997) + "\"\n"
        let chunk = Array(String(repeating: line, count: 30).utf8)
        func maxAhead(isolation: isolated (any Actor)? = #isolation) async throws -> Int {
            let mapped = Counter()
            let rows = JSONResponseSerializer(String.self).map { value in
                mapped.add()
                return value
            }
            let stream = try await StreamSerializer.jsonLines(rows)
                .stream(of: ChunkSample([chunk]), for: ResponseContext(mediaType: "application/x-ndjson"))
            var ahead = 0
            for try await _ in stream { ahead = max(ahead, mapped.count - stream.elementCount) }
            return ahead
        }
        let main = try await Task { @MainActor in try await maxAhead() }.value
        #expect(main <= 5)
        #expect(try await maxAhead() > 5)
    }

    @Test func aCanceledTaskStopsWithinABatch() async throws {
        let chunk = Array(String(repeating: "1\n", count: 5000).utf8)
        let (signal, source) = AsyncStream.makeStream(of: Void.self)
        let task = Task { () -> (error: ResponseError?, count: Int) in
            var count = 0
            do throws(ResponseError) {
                let head = ResponseContext(mediaType: "application/x-ndjson")
                let stream = try await StreamSerializer.jsonLines(Int.self).stream(of: ChunkSample([chunk]), for: head)
                for try await _ in stream {
                    count += 1
                    guard count == 1 else { continue }
                    source.finish()
                    while !Task.isCancelled { await Task.yield() }
                }
                return (nil, count)
            } catch {
                return (error, count)
            }
        }
        for await _ in signal {}
        task.cancel()
        let outcome = await task.value
        #expect(outcome.error?.code == .cancelled)
        #expect((1...256).contains(outcome.count))
    }

    @Test func bytesAppendedInABatchAreReadAfterIt() throws {
        var reader = StreamSerializer.chunks.reader()
        reader.append([1])
        reader.append([2, 3])
        #expect(try reader.next().map(Array.init) == [1])
        reader.append([4])
        reader.append([5])
        reader.finish()
        reader.append([6])
        var rest: [[UInt8]] = []
        while let chunk = try reader.next() { rest.append(Array(chunk)) }
        #expect(rest == [[2, 3], [4], [5]])
        var lines = StreamSerializer.jsonElements(Int.self).reader()
        lines.append("[1,2,".utf8)
        #expect(try lines.next() == 1)
        lines.append("3]".utf8)
        lines.finish()
        #expect(throws: ResponseError.self) { try lines.rest() }
        #expect(try lines.next() == 2)
        #expect(try lines.next() == 3)
        #expect(throws: ResponseError.self) { try lines.rest() }
        #expect(try lines.next() == nil)
        #expect(try lines.rest().description == "[]")
    }

    @Test func otherStreamsHaveNoIDAndNoDocument() throws {
        var reader = StreamSerializer.lines.reader()
        reader.append("id: 1\n\n".utf8)
        reader.finish()
        while try reader.next() != nil {}
        #expect(reader.lastEventID.isEmpty && reader.retry == nil)
        #expect { try reader.rest() } throws: { ($0 as? ResponseError)?.code == .valueNotFound }
    }
}
