import DecantCore
import DecantJSON
import DecantTesting
import DecantText
import HTTPTypes
import Synchronization
import Testing

@testable import DecantStreams

/// A server of a few answers, whose clock does not wait.
private final class Feed: Sendable {
    enum Answer: Sendable {
        /// A response with an event stream, which may fail after its last byte.
        case events(String, then: TransferFault? = nil)
        case response(HTTPResponse.Status, [HTTPField.Name: String] = [:])
        case noConnection(TransferFault)
    }

    private struct State {
        var answers: ArraySlice<Answer>
        var ids: [String?] = []
        var delays: [Duration] = []
    }

    private let state: Mutex<State>

    init(_ answers: Answer...) { state = Mutex(State(answers: answers[...])) }

    /// The last event IDs that were sent.
    var ids: [String?] { state.withLock(\.ids) }

    var delays: [Duration] { state.withLock(\.delays) }

    /// The events, with a jitter of none of its range.
    func stream<Element>(
        as serializer: StreamSerializer<Element>,
        _ policy: ReconnectionPolicy = ReconnectionPolicy()
    ) -> ReconnectingStream<Element> {
        var stream = ReconnectingStream(policy) { [self] (id) throws(ResponseError) in
            try await connect(id, serializer.resuming(after: id ?? ""))
        }
        stream.timing.random = { 0 }
        stream.timing.sleep = { [self] delay in
            try Task.checkCancellation()
            state.withLock { $0.delays.append(delay) }
        }
        return stream
    }

    private func connect<Element>(_ id: String?, _ serializer: StreamSerializer<Element>) async throws(ResponseError)
        -> sending ResponseStream<Element>
    {
        let answer = state.withLock { state in
            state.ids.append(id)
            return state.answers.popFirst()
        }
        switch answer ?? .response(.noContent) {
        case .events(let text, let fault):
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
            return try await serializer.stream(of: ChunkSample(text.utf8, every: 3, failingWith: fault), for: head)
        case .response(let status, let fields):
            var head = HTTPResponse(status: status)
            for (name, value) in fields { head.headerFields[name] = value }
            return try await serializer.stream(of: ChunkSample([]), for: head)
        case .noConnection(let fault):
            let request = ResponseContext(mediaType: nil, url: "http://127.0.0.1/")
            throw serializer.error(
                of: ReceivedResponse(.transport(nil, fault), of: request, since: nil),
                for: Element.self
            )
        }
    }
}

/// Reads all events.
private func read<Element>(
    _ stream: ReconnectingStream<Element>
) async -> (events: [Element], error: ResponseError?) {
    var events: [Element] = []
    do throws(ResponseError) {
        for try await event in stream { events.append(event) }
        return (events, nil)
    } catch {
        return (events, error)
    }
}

@Suite struct ReconnectingStreamTests {
    @Test func continuesAfterTheLastEventThatWasRead() async {
        let feed = Feed(
            .events("id: 1\ndata: a\n\nid: 2\ndata: lost", then: .connectionLost),
            .events("data: b\n\n"),
            .events("id: 3\n\nid: 4\ndata: c\n\ndata: d"),
            .events("id:\ndata: e\n\n"),
            .noConnection(.noConnection)
        )
        let (events, error) = await read(feed.stream(as: .serverSentEvents))
        #expect(error == nil)
        #expect(events.map(\.data) == ["a", "b", "c", "e"])
        // As in browsers, the ID of an earlier connection is that of later events.
        #expect(events.map(\.lastEventID) == ["1", "1", "4", ""])
        #expect(feed.ids == [nil, "1", "1", "4", "", ""])
    }

    @Test func anIDWithoutAnEventCounts() async {
        let feed = Feed(.events("data: a\n\nid: 7\n\n"), .events("id: 8\0\n\nid: 9\n"))
        _ = await read(feed.stream(as: .serverSentEvents(.json(JSON.self)).skippingBadItems()))
        #expect(feed.ids == [nil, "7", "7"])
    }

    @Test func deliversRepeatedEventsAgain() async {
        let feed = Feed(.events("id: 1\ndata: a\n\n"), .events("id: 1\ndata: a\n\nid: 2\ndata: b\n\n"))
        let (events, _) = await read(feed.stream(as: .serverSentEvents))
        #expect(events.map(\.data) == ["a", "a", "b"])
    }

    @Test func theMarkOfTheEndEndsIt() async {
        let feed = Feed(
            .events("data: 1\n\n"),
            .events("data: 2\n\ndata: [DONE]\n\ndata: 3\n\n"),
            .events("data: 4\n\n")
        )
        let (events, error) = await read(feed.stream(as: .serverSentEvents(.json(Int.self)).until("[DONE]")))
        #expect(events.map(\.data) == [1, 2])
        #expect(error == nil)
        #expect(feed.ids.count == 2)
    }

    @Test(arguments: [HTTPResponse.Status.noContent, .resetContent])
    func aStatusWithoutABodyEndsIt(_ status: HTTPResponse.Status) async {
        let feed = Feed(.events("data: 1\n\n"), .response(status), .events("data: 2\n\n"))
        let (events, error) = await read(feed.stream(as: .serverSentEvents))
        #expect(events.count == 1)
        #expect(error == nil)
    }

    @Test(arguments: [500, 502, 503, 504, 429, 408, 425])
    func continuesAfterAStatusThatMayPass(_ status: Int) async {
        let feed = Feed(.response(HTTPResponse.Status(code: status)), .events("data: 1\n\n"))
        let (events, error) = await read(feed.stream(as: .serverSentEvents))
        #expect(events.count == 1)
        #expect(error == nil)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 301, 501, 505])
    func anotherStatusEndsIt(_ status: Int) async {
        let feed = Feed(.events("data: 1\n\n"), .response(HTTPResponse.Status(code: status)), .events("data: 2\n\n"))
        let (events, error) = await read(feed.stream(as: .serverSentEvents))
        #expect(events.count == 1)
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.context?.status?.code == status)
        #expect(feed.ids.count == 2)
    }

    @Test func anotherMediaTypeEndsIt() async {
        let feed = Feed(.response(.ok, [.contentType: "text/html"]), .events("data: 2\n\n"))
        #expect(await read(feed.stream(as: .serverSentEvents)).error?.code == .unacceptableMediaType)
        #expect(feed.ids.count == 1)
    }

    @Test(arguments: ["{", "[1", "nonsense"])
    func anEventThatCannotBeDecodedEndsIt(_ data: String) async throws {
        let feed = Feed(.events("data: 1\n\ndata: \(data)\n\ndata: 2\n\n"), .events("data: 2\n\n"))
        var events = feed.stream(as: .serverSentEvents(.json(Int.self))).makeAsyncIterator()
        #expect(try await events.next()?.data == 1)
        // Every later call throws the same error.
        for _ in 0..<2 {
            let error = await #expect(throws: ResponseError.self) { try await events.next() }
            #expect(error?.itemIndex == 1)
        }
        #expect(feed.ids.count == 1)
    }

    @Test func aLimitAndAFailingEventEndIt() async {
        let text = "data: 1\n\nevent: error\ndata: \(String(repeating: "x", count: 100))\n\n"
        let serializers: [(StreamSerializer<ServerSentEvent<String>>, ResponseError.Code)] = [
            (.serverSentEvents.limits { $0.itemBytes = 50 }, .limitExceeded),
            (.serverSentEvents.failing(on: "error", as: .string), .rejected),
        ]
        for (serializer, code) in serializers {
            let feed = Feed(.events(text), .events("data: 2\n\n"))
            let (events, error) = await read(feed.stream(as: serializer))
            #expect(events.count == 1)
            #expect(error?.code == code)
            #expect(feed.ids.count == 1)
        }
    }

    @Test(arguments: [TransferFault.timedOut, .connectionLost, .noConnection, .noNetwork, TransferFault(rawValue: "x")])
    func continuesAfterALostConnection(_ fault: TransferFault) async {
        let feed = Feed(.events("data: 1\n\n", then: fault), .events("data: 2\n\n"))
        #expect(await read(feed.stream(as: .serverSentEvents)).events.map(\.data) == ["1", "2"])
    }

    @Test(arguments: [
        TransferFault.untrusted, .insecure, .unsupportedScheme, .malformedHead, TransferFault(rawValue: "x"),
    ])
    func aConnectionThatCanNeverBeMadeEndsIt(_ fault: TransferFault) async {
        let feed = Feed(.noConnection(fault), .events("data: 1\n\n"))
        #expect(await read(feed.stream(as: .serverSentEvents)).error?.transferFault == fault)
        #expect(feed.ids.count == 1)
    }

    @Test func anUnknownHostIsTemporaryOnceItWasKnown() async {
        let unknown = Feed(.noConnection(.hostNotFound), .events("data: 1\n\n"))
        #expect(await read(unknown.stream(as: .serverSentEvents)).error?.transferFault == .hostNotFound)
        let known = Feed(.events(""), .noConnection(.hostNotFound), .events("data: 1\n\n"))
        #expect(await read(known.stream(as: .serverSentEvents)).events.count == 1)
    }

    @Test func aMissingMarkOfTheEndIsALostConnection() async {
        let feed = Feed(.events("data: 1\n\n"), .events("data: 2\n\ndata: [DONE]\n\n"))
        let (events, error) = await read(feed.stream(as: .serverSentEvents.until("[DONE]")))
        #expect(events.map(\.data) == ["1", "2"])
        #expect(error == nil)
    }
}

// MARK: - Delays and failures

extension ReconnectingStreamTests {
    @Test func waitsLongerAfterEachFailureUntilAnEvent() async {
        let down = Feed.Answer.noConnection(.noConnection)
        let feed = Feed(
            down,
            down,
            down,
            down,
            down,
            down,
            down,
            .events("", then: .connectionLost),
            .events("data: 1\n\n", then: .connectionLost),
            down,
            .events("retry: 500\n\ndata: 2\n\n"),
            down,
            .response(.internalServerError),
            .events("retry: x\n")
        )
        #expect(await read(feed.stream(as: .serverSentEvents)).error == nil)
        let seconds = [3, 6, 12, 24, 48, 60, 60, 60, 3, 6, 0.5, 0.5, 1, 0.5]
        #expect(feed.delays == seconds.map { .seconds($0) })
    }

    @Test func waitsAsLongAsTheServerRequests() async {
        let fields = ["10", "1", "99999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT", "soon"]
        for (field, seconds) in zip(fields, [10, 3, 3600, 3, 3]) {
            let feed = Feed(.response(.tooManyRequests, [.retryAfter: field]))
            #expect(await read(feed.stream(as: .serverSentEvents)).error == nil)
            #expect(feed.delays == [.seconds(seconds)], "\(field)")
        }
    }

    @Test func boundsTheTimesOfAHostileServer() async {
        for (retry, delay) in [("0", 0.1), ("99", 0.1), ("4000000", 3600), ("9223372036854775807999", 3600)] {
            let feed = Feed(.events("retry: \(retry)\n\n"))
            #expect(await read(feed.stream(as: .serverSentEvents)).error == nil)
            #expect(feed.delays == [.seconds(delay)], "\(retry)")
        }
    }

    @Test func aPolicyMayHaveAnyNumbers() {
        let longest = Duration.seconds(Int64.max)
        let policies = [
            ReconnectionPolicy(reconnectionTime: longest, maxBackoff: longest, maxDelay: longest, jitter: .infinity),
            ReconnectionPolicy(reconnectionTime: .zero, maxBackoff: .zero, maxDelay: .zero, jitter: .nan),
            ReconnectionPolicy(
                reconnectionTime: .seconds(-1),
                maxBackoff: .seconds(-1),
                maxDelay: .seconds(-1),
                jitter: -1
            ),
            ReconnectionPolicy(reconnectionTime: .zero, maxBackoff: longest, maxDelay: longest),
        ]
        for policy in policies {
            for failures in [0, 1, 2, 63, 64, .max] {
                for time in [nil, .zero, longest, .seconds(-1)] as [Duration?] {
                    let delay = policy.delay(failures: failures, retry: time, retryAfter: time, random: 1)
                    #expect(delay > .zero && delay <= .seconds(20 * 365 * 86_400), "\(policy) \(failures)")
                }
            }
        }
    }

    @Test func theRandomPartOfADelayIsAFractionOfIt() {
        let policy = ReconnectionPolicy(jitter: 0.25)
        let delays = [0, 0.5, 1].map { policy.delay(failures: 2, retry: nil, retryAfter: nil, random: $0) }
        #expect(delays == [.seconds(6), .seconds(6.75), .seconds(7.5)])
        // Never earlier than the server requests.
        #expect(policy.delay(failures: 0, retry: nil, retryAfter: .seconds(8), random: 0) == .seconds(8))
        let numbers = (0..<100).map { _ in ReconnectionTiming().random() }
        #expect(numbers.allSatisfy { (0...1).contains($0) } && Set(numbers).count > 50)
    }

    @Test(arguments: [0, 1, 3]) func endsAfterTheAllowedFailures(_ count: Int) async {
        let down = Feed.Answer.noConnection(.noConnection)
        let feed = Feed(down, down, down, down, down)
        let (_, error) = await read(feed.stream(as: .serverSentEvents, ReconnectionPolicy(maxFailures: count)))
        #expect(error?.transferFault == .noConnection)
        #expect(feed.ids.count == count + 1)
    }

    @Test func aRegularEndIsNoFailure() async {
        let feed = Feed(
            .events(""),
            .noConnection(.timedOut),
            .events(""),
            .noConnection(.timedOut),
            .events("data: 1\n\n")
        )
        let (events, error) = await read(feed.stream(as: .serverSentEvents, ReconnectionPolicy(maxFailures: 1)))
        #expect(events.count == 1)
        #expect(error == nil)
        #expect(feed.delays.allSatisfy { $0 == .seconds(3) })
    }

    @Test func onlyARequestThatMayBeRepeatedIsSent() throws {
        try ReconnectionPolicy().checkMethod("GET")
        try ReconnectionPolicy(repeatsAnyMethod: true).checkMethod("POST")
        let error = #expect(throws: ResponseError.self) { try ReconnectionPolicy().checkMethod("POST") }
        #expect(error?.message == "a POST request must not be repeated")
        let hint = "set `repeatsAnyMethod` of the `ReconnectionPolicy` if the server allows repeating the request"
        #expect(error?.hint == hint)
    }
}

// MARK: - Requests, observers, and iterators

extension ReconnectingStreamTests {
    @Test func theObserverIsCalledForEachConnection() async {
        let outcomes = Mutex<[ResponseOutcome]>([])
        let observer: ResponseHandling.Observer = { outcome in outcomes.withLock { $0.append(outcome) } }
        let feed = Feed(
            .noConnection(.noConnection),
            .response(.badGateway),
            .events("data: 1\n\n", then: .connectionLost),
            .events("data: 2\n\ndata: 3\n\n"),
            .response(.noContent)
        )
        _ = await read(feed.stream(as: .serverSentEvents.observed(by: observer)))
        let codes: [ResponseError.Code?] = [.transportFailed, .unacceptableStatus, .transportFailed, nil, nil]
        #expect(outcomes.withLock { $0.map(\.error?.code) } == codes)
        #expect(outcomes.withLock { $0.dropFirst(2).map(\.elementCount) } == [1, 2, 0])
    }

    @Test func eachIteratorHasConnectionsOfItsOwn() async throws {
        let feed = Feed(.events("id: 1\ndata: 1\n\n"), .events("data: 2\n\n"))
        let stream = feed.stream(as: .serverSentEvents)
        #expect(feed.ids.isEmpty)
        var (first, second) = (stream.makeAsyncIterator(), stream.makeAsyncIterator())
        #expect(try await first.next()?.data == "1")
        #expect(try await second.next()?.data == "2")
        #expect(try await first.next() == nil)
        #expect(try await second.next() == nil)
        #expect(try await first.next() == nil)
        #expect(feed.ids == [nil, nil, "1", ""])
    }

    @Test func aRequestIsCreatedForEachConnection() async {
        struct NoToken: Error {}
        let count = Mutex(0)
        var stream = ReconnectingStream(ReconnectionPolicy()) {
            let number = count.withLock { number in
                number += 1
                return number
            }
            // The server of tokens is down for a moment.
            if number == 2 {
                _ = try await StreamSerializer.lines.stream(
                    of: ChunkSample([]),
                    for: HTTPResponse(status: .serviceUnavailable)
                )
            }
            if number == 4 { throw NoToken() }
            return number
        } connect: { (request, _) throws(ResponseError) in
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
            return try await StreamSerializer.lines.stream(of: ChunkSample(["\(request)".utf8.map(\.self)]), for: head)
        }
        stream.timing.sleep = { _ in }
        let (elements, error) = await read(stream)
        #expect(elements == ["1", "3"])
        #expect(error?.message == "the request could not be created: NoToken()")
        #expect(count.withLock(\.self) == 4)
    }

    /// Chunks that count how many of them exist.
    private struct Counted: AsyncSequence {
        final class Mark: Sendable {
            static let living = Mutex(0)
            init() { Self.living.withLock { $0 += 1 } }
            deinit { Self.living.withLock { $0 -= 1 } }
        }

        struct Iterator: AsyncIteratorProtocol {
            let mark: Mark
            var chunks: ChunkSample
            mutating func next() async throws -> [UInt8]? { try await chunks.next() }
        }

        func makeAsyncIterator() -> Iterator {
            Iterator(
                mark: Mark(),
                chunks: ChunkSample(["data: 1\n\n".utf8.map(\.self)], failingWith: TransferFault.timedOut)
            )
        }
    }

    @Test @MainActor func keepsNothingOfEarlierConnections() async throws {
        let most = Mutex(0)
        var stream = ReconnectingStream(ReconnectionPolicy()) { (_) throws(ResponseError) in
            let living = Counted.Mark.living.withLock(\.self)
            most.withLock { $0 = max($0, living) }
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"])
            return try await StreamSerializer.serverSentEvents(.json(Int.self)).stream(of: Counted(), for: head)
        }
        stream.timing.sleep = { _ in }
        var count = 0
        for try await event in stream {
            count += event.data
            if count == 10_000 { break }
        }
        #expect(count == 10_000)
        #expect(most.withLock(\.self) == 0)
    }

    @Test func aCanceledTaskDoesNotConnect() async {
        let feed = Feed(.events("data: 1\n\n"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await read(feed.stream(as: .serverSentEvents))
        }
        task.cancel()
        #expect(await task.value.error?.code == .cancelled)
        #expect(feed.ids.isEmpty)
    }

    @Test func endsWithTheCancellationWhileItWaits() async {
        let feed = Feed(.events("data: 1\n\n"))
        var stream = feed.stream(as: .serverSentEvents, ReconnectionPolicy(reconnectionTime: .seconds(3600)))
        let waits = AsyncStream<Void>.makeStream()
        stream.timing.sleep = { delay in
            waits.continuation.finish()
            try await ReconnectionTiming().sleep(delay)
        }
        let task = Task { [stream] in await read(stream) }
        for await _ in waits.stream {}
        let start = ContinuousClock.now
        task.cancel()
        let (events, error) = await task.value
        #expect(events.count == 1)
        #expect(error?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(60))
    }
}
