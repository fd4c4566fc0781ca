import DecantCore
import DecantJSON

/// Makes elements of events; nil skips one.
enum EventElementMaker<Element> {
    /// Of an event and its bytes.
    case event(@Sendable (borrowing ServerSentEventView, inout [Finding]) throws(ResponseError) -> Element?)

    /// Of data that are JSON, which are read where they are; the other function is for data that are not plain UTF-8.
    case json(
        JSON.Options,
        @Sendable (JSON, _ type: String, _ lastEventID: String, inout [Finding]) throws(ResponseError) -> Element?,
        otherwise: @Sendable (borrowing ServerSentEventView, inout [Finding]) throws(ResponseError) -> Element?
    )
}

/// The events of a stream that are its items, whatever is made of them.
struct StreamEvents: ~Copyable {
    private var reader: EventReader
    private var parser: JSONItemParser
    private var log = StreamFindings()
    private(set) var isDone = false
    private var isFinished = false
    private let end: [UInt8]?
    private let failures: [StreamFailureEvent]
    private let skipsBadItems: Bool

    init(
        _ limits: Limits,
        json options: JSON.Options,
        end: [UInt8]?,
        _ failures: [StreamFailureEvent],
        skipsBadItems: Bool
    ) {
        reader = EventReader(limits: limits)
        parser = JSONItemParser(options, limits)
        (self.end, self.failures, self.skipsBadItems) = (end, failures, skipsBadItems)
    }

    mutating func append(_ bytes: Span<UInt8>) {
        parser.forget()
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
        isFinished = true
    }

    var findings: [Finding] { reader.findings + log.all }
    var position: SourcePosition { reader.position }
    var lastEventID: String { reader.lastEventID }
    var retry: ServerSentRetry? { reader.retry }

    /// The type of the event that was read last.
    var type: String { reader.typeText }

    /// Reads the next event that is one of the stream; false if more bytes are needed, or at the end.
    mutating func advance() throws(ResponseError) -> Bool {
        while !isDone {
            guard try reader.advance() else {
                guard isFinished, end != nil else { return false }
                let message = "the stream ended without the event that marks its end"
                throw ResponseError(.truncatedBody, message, offset: reader.position.offset)
            }
            if let end, reader.dataEquals(end) {
                isDone = true
                return false
            }
            if failures.isEmpty { return true }
            guard let failure = failures.first(where: { reader.typeEquals($0.type) }) else { return true }
            try skip(reader.withEvent { event in failure.error(event) })
        }
        return false
    }

    /// The data of the event that was read last as a JSON text; nil if they may not be plain UTF-8.
    mutating func json() throws(ResponseError) -> JSON? { try reader.json(by: &parser) }

    /// Calls a closure with the event that was read last.
    func withEvent<Result>(
        _ body: (borrowing ServerSentEventView) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        try reader.withEvent(body)
    }

    mutating func report(_ findings: [Finding]) {
        for finding in findings { log.report(finding) }
    }

    /// Leaves out the event that was read last; throws if nothing may be left out.
    mutating func skip(_ reason: ResponseError) throws(ResponseError) {
        let error = reader.placed(reason)
        guard skipsBadItems, error.code != .rejected else { throw error }
        let message = "skipped event \(error.itemIndex ?? 0): \(error.message)"
        log.report(Finding(.skippedItem, .warning, message, offset: error.offset))
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes are those of the event that was read last, and are used before the next one is read.

    /// The event that was read last.
    @unsafe
    var parts: EventParts { unsafe reader.parts }
}

// MARK: - Unsafe
//
// Bound: the events are used by one caller at a time, a reader that cannot be copied or the one task that reads a stream, so that no
// two accesses overlap; a function of a caller's own that gets an event cannot reach them. To check it took a third of the time of
// a piece of 64 bytes.

/// The events of a stream, which a stream or a reader shares with its items.
final class EventSource {
    @exclusivity(unchecked) private var events: StreamEvents

    init(_ events: consuming StreamEvents) { unsafe self.events = events }

    var isDone: Bool { unsafe events.isDone }
    var findings: [Finding] { unsafe events.findings }
    var position: SourcePosition { unsafe events.position }
    var lastEventID: String { unsafe events.lastEventID }
    var retry: ServerSentRetry? { unsafe events.retry }
    var type: String { unsafe events.type }

    /// The event that was read last.
    @unsafe
    var parts: EventParts { unsafe events.parts }

    func append(_ bytes: Span<UInt8>) { unsafe events.append(bytes) }
    func finish() { unsafe events.finish() }
    func advance() throws(ResponseError) -> Bool { unsafe try events.advance() }
    func json() throws(ResponseError) -> JSON? { unsafe try events.json() }
    func report(_ findings: [Finding]) { unsafe events.report(findings) }
    func skip(_ reason: ResponseError) throws(ResponseError) { unsafe try events.skip(reason) }

    func withEvent<Result>(
        _ body: (borrowing ServerSentEventView) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        unsafe try events.withEvent(body)
    }
}

/// Makes elements of events.
final class EventItems<Element>: StreamItems<Element> {
    private let source: EventSource
    private let make: EventElementMaker<Element>

    init(_ settings: Settings, _ make: EventElementMaker<Element>) {
        var options = JSON.Options()
        if case .json(let others, _, _) = make { options = others }
        source = EventSource(
            StreamEvents(
                settings.limits,
                json: options,
                end: settings.end,
                settings.failures,
                skipsBadItems: settings.skipsBadItems
            )
        )
        self.make = make
    }

    override var events: EventSource? { source }
    override func append(_ bytes: Span<UInt8>) { source.append(bytes) }
    override func finish() { source.finish() }
    override var hasEnded: Bool { source.isDone }
    override var findings: [Finding] { source.findings }
    override var position: SourcePosition { source.position }
    override var lastEventID: String { source.lastEventID }
    override var retry: ServerSentRetry? { source.retry }

    override func next() throws(ResponseError) -> Element? {
        while try source.advance() {
            var findings: [Finding] = []
            defer { if !findings.isEmpty { source.report(findings) } }
            do throws(ResponseError) {
                if let element = try element(&findings) { return element }
            } catch {
                try source.skip(error)
            }
        }
        return nil
    }

    private func element(_ findings: inout [Finding]) throws(ResponseError) -> Element? {
        switch make {
        case .event(let make):
            return try source.withEvent { (event) throws(ResponseError) in try make(event, &findings) }
        case .json(_, let make, let otherwise):
            guard let json = try source.json() else {
                return try source.withEvent { (event) throws(ResponseError) in try otherwise(event, &findings) }
            }
            return try make(json, source.type, source.lastEventID, &findings)
        }
    }
}

/// An event that fails a stream.
struct StreamFailureEvent: Sendable {
    let type: [UInt8]
    private let decode: @Sendable (ResponseBody) throws(ResponseError) -> any Sendable

    init<Fault>(_ type: String, _ serializer: some ResponseSerializer<Fault>) {
        self.type = Array(type.utf8)
        decode = { (body) throws(ResponseError) in
            var context = DecodingContext(ResponseContext(mediaType: nil))
            return try serializer.decode(body, in: &context)
        }
    }

    func error(_ event: borrowing ServerSentEventView) -> ResponseError {
        let type = event.type.text.excerpt(40)
        var result = ResponseError(.rejected, "the stream failed with an event of the type “\(type)”")
        do throws(ResponseError) {
            result.details.errorBody = try decode(ResponseBody(event.data))
        } catch {
            result.details.errorBodyFailure = [error]
        }
        return result
    }
}
