public import DecantCore
public import DecantJSON

// Why: a method of a generic class is not specialized, and looks up the types of its values for each event, which takes longer than to
// read one of 200 bytes. So an element is made by a function that is specialized where the type is known, and all that does not
// depend on the type is in types that are not generic.

/// Makes the next element of the events of a stream; nil if more bytes are needed, or at the end.
typealias EventElementMaker<Element> = @Sendable (EventSource) throws(ResponseError) -> Element?

/// The data of an event.
@usableFromInline
enum EventData: ~Copyable {
    case json(JSON)
    /// Data that are not read as JSON, or are not plain UTF-8.
    case bytes
}

/// Decodes the data of events.
@usableFromInline
struct EventDecoder<Content>: Sendable {
    /// The ways in which data that are JSON are read where they are; nil if they are not JSON.
    let options: JSON.Options?

    /// Decodes a JSON text that was read by the options.
    @usableFromInline let value: @Sendable (JSON, EventSource, inout [Finding]) throws(ResponseError) -> Content

    /// Decodes any data of the event that was read last.
    @usableFromInline let other: @Sendable (EventSource, inout [Finding]) throws(ResponseError) -> Content

    @usableFromInline
    init(_ serializer: some ResponseSerializer<Content>) {
        let other: @Sendable (EventSource, inout [Finding]) throws(ResponseError) -> Content = {
            (source, findings) throws(ResponseError) in
            var context = DecodingContext(ofEventsWithin: source.limits)
            let content = try source.withEvent { (event) throws(ResponseError) in
                try serializer.decode(ResponseBody(event.data), in: &context)
            }
            if !context.findings.isEmpty { findings += context.findings }
            return content
        }
        self.other = other
        if let json = serializer as? JSONResponseSerializer<Content>, json.options.isPlainUTF8 {
            options = json.options
            value = { [make = json.outputOfDocument] (json, source, findings) throws(ResponseError) in
                try make(json, source.memory, &findings)
            }
        } else {
            options = nil
            value = { (_, source, findings) throws(ResponseError) in try other(source, &findings) }
        }
    }
}

/// The events of a stream that are its items, whatever is made of them.
struct StreamEvents: ~Copyable {
    private var reader: EventReader
    private var parser: JSONItemParser
    private var log = FindingLog()
    private(set) var isDone = false
    private var isFinished = false
    private let end: [UInt8]?
    private let failures: [StreamFailureEvent]
    private let skipsBadItems: Bool
    /// Whether events are looked at before their data are read as JSON, in a way for which malformed UTF-8 has to be replaced.
    private let comparesText: Bool

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
        comparesText = !failures.isEmpty || end.map { $0.contains { $0 >= 0x80 } } == true
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
    var heldBytes: Int { reader.heldBytes }
    var position: SourcePosition { reader.position }
    var lastEventID: String { reader.lastEventID }
    var retry: ServerSentRetry? { reader.retry }

    /// The type of the event that was read last.
    var type: String { reader.typeText }
    var hasTypeOrID: Bool { reader.hasTypeOrID }

    /// Reads the next event that is one of the stream; false if more bytes are needed, or at the end.
    ///
    /// If ``json()`` is called next, that looks for malformed UTF-8 by itself.
    mutating func advance(forJSON isForJSON: Bool = false) throws(ResponseError) -> Bool {
        while !isDone {
            guard try reader.advance() else {
                guard isFinished, end != nil else { return false }
                let message = "the stream ended without the event that marks its end"
                throw ResponseError(.truncatedBody, message, offset: reader.position.offset)
            }
            if !isForJSON || comparesText { reader.checkData() }
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
        guard skipsBadItems, reason.code != .rejected else { throw reader.placed(reason) }
        guard log.admits(.skippedItem) else { return }
        let error = reader.placed(reason)
        let message = "skipped event \(error.itemIndex ?? 0): \(error.message)"
        log.keep(Finding(.skippedItem, .warning, message, offset: error.offset))
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
@usableFromInline
final class EventSource {
    @exclusivity(unchecked) private var events: StreamEvents
    let limits: Limits
    let memory = JSONItemMemory()
    private let readsJSON: Bool

    init(_ events: consuming StreamEvents, _ limits: Limits, readsJSON: Bool) {
        unsafe self.events = events
        self.limits = limits
        self.readsJSON = readsJSON
    }

    var isDone: Bool { unsafe events.isDone }
    var findings: [Finding] { unsafe events.findings }
    var heldBytes: Int { unsafe events.heldBytes }
    var position: SourcePosition { unsafe events.position }
    @usableFromInline var lastEventID: String { unsafe events.lastEventID }
    var retry: ServerSentRetry? { unsafe events.retry }

    /// The type of the event that was read last.
    @usableFromInline var type: String { unsafe events.type }

    /// Whether that has a type other than `message`, or there is a last event ID.
    @usableFromInline var hasTypeOrID: Bool { unsafe events.hasTypeOrID }

    /// The event that was read last.
    @unsafe
    var parts: EventParts { unsafe events.parts }

    func append(_ bytes: Span<UInt8>) { unsafe events.append(bytes) }
    func finish() { unsafe events.finish() }
    func advance() throws(ResponseError) -> Bool { unsafe try events.advance() }

    /// Reads the next event, and its data if they are JSON; passes over events that are left out.
    @usableFromInline
    func nextData() throws(ResponseError) -> EventData? {
        while unsafe try events.advance(forJSON: readsJSON) {
            guard readsJSON else { return .bytes }
            do throws(ResponseError) {
                guard let json = unsafe try events.json() else { return .bytes }
                return .json(json)
            } catch {
                unsafe try events.skip(error)
            }
        }
        return nil
    }

    @usableFromInline
    func report(_ findings: [Finding]) { unsafe events.report(findings) }

    @usableFromInline
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

    /// Creates the items of a stream.
    ///
    /// - Parameters:
    ///   - settings: The settings of the serializer.
    ///   - options: The ways in which data that are JSON are read; nil if they are not.
    ///   - make: Makes the next element.
    init(_ settings: Settings, json options: JSON.Options? = nil, _ make: @escaping EventElementMaker<Element>) {
        source = EventSource(
            StreamEvents(
                settings.limits,
                json: options ?? JSON.Options(),
                end: settings.end,
                settings.failures,
                skipsBadItems: settings.skipsBadItems
            ),
            settings.limits,
            readsJSON: options != nil
        )
        self.make = make
    }

    override var events: EventSource? { source }
    override var eventMaker: EventElementMaker<Element>? { make }
    override func append(_ bytes: Span<UInt8>) { source.append(bytes) }
    override func finish() { source.finish() }
    override var hasEnded: Bool { source.isDone }
    override var findings: [Finding] { source.findings }
    override var heldBytes: Int { source.heldBytes }
    override var position: SourcePosition { source.position }
    override var lastEventID: String { source.lastEventID }
    override var retry: ServerSentRetry? { source.retry }
    override func next() throws(ResponseError) -> Element? { try make(source) }
}

/// An event that fails a stream.
struct StreamFailureEvent: Sendable {
    let type: [UInt8]
    private let decode: @Sendable (ResponseBody) throws(ResponseError) -> any Sendable

    init<Fault>(_ type: String, _ serializer: some ResponseSerializer<Fault>) {
        self.type = Array(type.utf8)
        decode = { (body) throws(ResponseError) in
            var context = DecodingContext(ofEventsWithin: Limits())
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
