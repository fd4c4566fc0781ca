import DecantCore
import DecantJSON
import DecantStreams
import DecantTesting
import HTTPTypes
import Synchronization
import Testing

/// Observers and validators of streams.
@Suite struct StreamStateTests {
    private final class Log: Sendable {
        let outcomes = Mutex<[ResponseOutcome]>([])
        var observer: ResponseHandling.Observer {
            { [self] outcome in outcomes.withLock { $0.append(outcome) } }
        }
    }

    private func head(_ type: String = "application/x-ndjson", _ status: HTTPResponse.Status = .ok) -> HTTPResponse {
        HTTPResponse(status: status, headerFields: [.contentType: type])
    }

    private func outcome(
        of text: String,
        _ head: HTTPResponse,
        taking count: Int = .max,
        failingWith failure: (any Error)? = nil
    ) async throws -> ResponseOutcome {
        let log = Log()
        let serializer = StreamSerializer.jsonLines(Int.self).skippingBadItems().observed(by: log.observer)
        do throws(ResponseError) {
            let chunks = ChunkSample(text.utf8, every: 2, failingWith: failure)
            let stream = try await serializer.stream(
                of: chunks,
                for: ResponseContext(head, url: "https://a.test/b?key=1")
            )
            for try await _ in stream where stream.elementCount == count { break }
            _ = consume stream
        } catch {}
        let outcomes = log.outcomes.withLock(\.self)
        #expect(outcomes.count == 1)
        return try #require(outcomes.first)
    }

    @Test func anObserverIsCalledAtTheEnd() async throws {
        let outcome = try await outcome(of: "1\nx\n3\n", head())
        #expect(outcome.error == nil)
        #expect(outcome.elementCount == 2 && outcome.bodyCount == 6)
        #expect(outcome.findings.map(\.code) == [.skippedItem])
        #expect(ObjectIdentifier(outcome.output) == ObjectIdentifier(Int.self))
        #expect(outcome.context.url?.contains("key=1") == false)
        #expect(outcome.duration > .zero)
    }

    @Test func anObserverGetsTheErrorThatEndsAStream() async throws {
        struct Lost: Error {}
        let lost = try await outcome(of: "1\n2\n3", head(), failingWith: Lost())
        #expect(lost.error?.code == .transportFailed && lost.elementCount == 2)
        let refused = try await outcome(of: "no", head("text/plain", .notFound))
        #expect(refused.error?.code == .unacceptableStatus && refused.elementCount == 0)
    }

    @Test func anObserverIsCalledWhenALoopIsLeft() async throws {
        let outcome = try await outcome(of: "1\n2\n3\n", head(), taking: 2)
        #expect(outcome.error == nil && outcome.elementCount == 2)
    }

    @Test func anErrorOfAnotherResponseEndsAStream() async throws {
        let log = Log()
        let other = #expect(throws: ResponseError.self) {
            try JSONResponseSerializer(Int.self).value(of: "x".utf8, for: HTTPResponse(status: .notFound))
        }
        let failure = try #require(other)
        let serializer = StreamSerializer.serverSentEvents { (_) throws(ResponseError) -> Int? in throw failure }
        let (released, source) = AsyncStream.makeStream(of: Void.self)
        let chunks = AsyncStream<[UInt8]> { continuation in
            continuation.onTermination = { _ in source.finish() }
            continuation.yield(Array("data: 1\n\n".utf8))
        }
        let stream = try await serializer.observed(by: log.observer).stream(of: chunks, for: head("text/event-stream"))
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<2 {
            let error = await #expect(throws: ResponseError.self) { try await iterator.next() }
            #expect(error?.status == .notFound)
        }
        #expect(log.outcomes.withLock { $0.map { $0.error?.code } } == [.unacceptableStatus])
        _ = consume chunks
        for await _ in released {}
        #expect(stream.elementCount == 0)
    }

    @Test func theObserverOfATaskSeesStreams() async throws {
        let log = Log()
        try await ResponseOutcome.withObserver(log.observer) {
            let stream = try await StreamSerializer.lines.stream(
                of: ChunkSample([Array("a\n".utf8)]),
                for: head("text/plain")
            )
            for try await _ in stream {}
        }
        #expect(log.outcomes.withLock { $0.map(\.elementCount) } == [1])
    }

    @Test func validatorsSeeTheHead() async {
        let serializer = StreamSerializer.lines.validating { context, _ in
            context.head?.headerFields[.server] == nil ? [Finding(.rejected, .failure, "no server")] : []
        }
        let error = await #expect(throws: ResponseError.self) {
            try await serializer.stream(of: ChunkSample([[]]), for: head("text/plain"))
        }
        #expect(error?.code == .rejected)
    }
}
