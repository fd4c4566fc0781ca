import DecantCore
import DecantTesting
import HTTPTypes
import Synchronization
import Testing

/// Collects outcomes as the logs or metrics of a program do.
private final class OutcomeLog: Sendable {
    private let outcomes = Mutex<[ResponseOutcome]>([])

    var observer: ResponseHandling.Observer { { outcome in self.outcomes.withLock { $0.append(outcome) } } }
    var all: [ResponseOutcome] { outcomes.withLock { $0 } }
}

struct ResponseOutcomeTests {
    private let log = OutcomeLog()
    private let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])

    @Test func observesAValueWithItsFindingsAndSizes() throws {
        let note = Finding(.quirk, .note, "noted")
        let serializer = LineCount().validating { _, _ in [note] }.observed(by: log.observer)
        #expect(try serializer.value(of: "a\nb\n".utf8, for: ResponseContext(head, url: "https://example.com/")) == 2)
        let outcome = try #require(log.all.first)
        #expect(log.all.count == 1)
        #expect(outcome.error == nil)
        #expect(outcome.findings.map(\.message) == ["noted"])
        #expect(outcome.bodyCount == 4)
        #expect(ObjectIdentifier(outcome.output) == ObjectIdentifier(Int.self))
        #expect(outcome.context.url == "https://example.com/")
        #expect(outcome.duration >= .zero)
    }

    @Test func observesTheThrownError() throws {
        let head = HTTPResponse(status: .notFound, headerFields: [.contentType: "text/plain"])
        let serializer = LineCount().observed(by: log.observer)
        let error = #expect(throws: ResponseError.self) { try serializer.value(of: "gone\n".utf8, for: head) }
        let outcome = try #require(log.all.first)
        #expect(log.all.count == 1)
        #expect(outcome.error?.code == .unacceptableStatus)
        #expect(outcome.error?.description == error?.description)
        #expect(outcome.findings == error?.findings)
        #expect(outcome.context.head?.status == .notFound)
    }

    @Test func theURLOfAnOutcomeIsSafeToLog() throws {
        let url = "https://user:pw@example.com/a?token=secret#part"
        _ = try LineCount().observed(by: log.observer).value(of: "a".utf8, for: ResponseContext(head, url: url))
        let context = ResponseContext(mediaType: nil, url: url)
        #expect(throws: ResponseError.self) {
            try LineCount().statuses([]).observed(by: log.observer).value(
                of: "a".utf8,
                for: ResponseContext(head, url: url)
            )
        }
        #expect(log.all.map(\.context.url) == ["https://example.com/a…", "https://example.com/a…"])
        #expect(log.all.last?.context.head?.status == .ok)
        #expect(context.redactedURL == "https://example.com/a…")
        #expect(log.all.last?.error?.context?.url == url)
    }

    @Test("An outcome has the time of the transfer if the body arrived") func anOutcomeHasTheTimeOfTheTransfer()
        async throws
    {
        let serializer = LineCount().observed(by: log.observer)
        _ = try serializer.value(of: "a".utf8, for: head)
        #expect(log.all.last?.transferDuration == nil)
        _ = try await serializer.value(of: ChunkSample("a\nb".utf8, every: 1), for: head)
        #expect(try #require(log.all.last?.transferDuration) >= .zero)
    }

    @Test func isSetOnceForATaskAndItsChildren() async throws {
        let head = head
        try await ResponseOutcome.withObserver(log.observer) {
            _ = try LineCount().value(of: "a".utf8, for: head)
            async let child = LineCount().value(of: "b\n".utf8, for: head)
            #expect(try await child == 1)
        }
        _ = try LineCount().value(of: "c".utf8, for: head)
        #expect(log.all.map(\.bodyCount) == [1, 2])
    }

    @Test("The observer of a serializer replaces the task's observer") func theObserverOfASerializerReplacesTheTasks()
        throws
    {
        let other = OutcomeLog()
        try ResponseOutcome.withObserver(other.observer) {
            _ = try LineCount().observed(by: log.observer).value(of: "a".utf8, for: head)
        }
        #expect(log.all.count == 1)
        #expect(other.all.isEmpty)
    }

    @Test func observesACompoundOnce() throws {
        try ResponseOutcome.withObserver(log.observer) {
            let compound = CompoundResponseSerializer<Int>([LineCount(), LineCount().map { $0 + 1 }])
            _ = try compound.value(of: "a\n".utf8, for: head)
            #expect(throws: ResponseError.self) { try compound.value(of: "\0".utf8, for: head) }
        }
        #expect(log.all.map { $0.error?.code } == [nil, .noneSucceeded])
    }
}
