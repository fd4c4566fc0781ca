import DecantCore
import DecantJSON

/// The data of an event.
enum EventData: ~Copyable {
    case json(JSON)
    /// Data that is not decoded as JSON, or is not plain UTF-8.
    case bytes
}

/// The events of a stream, without those that end the stream, fail it, or are skipped.
struct EventItems: ~Copyable {
    var reader: EventReader
    private var parser: JSONItemParser
    private var log = FindingLog()
    private(set) var hasEnded = false
    private var isFinished = false
    private let options: StreamOptions
    private let preparation: ItemPreparation?
    private let readsJSON: Bool
    /// Whether the end of the stream is an error unless an event has marked it.
    private let requiresEnd: Bool
    private let failingTypes: [StreamFailure]
    private let failingMembers: [StreamFailure]
    /// Whether event data is compared as text before it is parsed as JSON, which requires malformed UTF-8 to be
    /// replaced first.
    private let comparesText: Bool
    let limits: Limits
    let memory = JSONItemMemory()

    /// Creates an empty stream of events.
    ///
    /// - Parameters:
    ///   - settings: The settings of the stream.
    ///   - item: The handling of the serializer that decodes the data. Its preparation steps apply to each event.
    ///   - json: The options for parsing the data as JSON, or nil if the data is not parsed.
    init(_ settings: StreamSettings, item: ResponseHandling? = nil, json: JSON.Options? = nil) {
        let (options, limits) = (settings.options, settings.limits)
        let preparation = ItemPreparation(settings, item: item)
        reader = EventReader(limits: limits, lastEventID: options.lastEventID)
        parser = JSONItemParser(json ?? JSON.Options(), limits)
        self.options = options
        self.limits = limits
        self.preparation = preparation
        readsJSON = json != nil && preparation == nil
        requiresEnd = options.end != nil && options.requiresEnd && !settings.context.forbidsBody
        failingTypes = options.failures.filter { $0.type != nil }
        failingMembers = options.failures.filter { $0.type == nil }
        comparesText = !failingTypes.isEmpty || options.end.map { $0.contains { !UTF8.isASCII($0) } } == true
    }

    mutating func append(_ bytes: Span<UInt8>) {
        parser.forget()
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
        isFinished = true
    }

    var values: StreamValues {
        var values = StreamValues(events: reader.log, items: log, preparation: preparation?.log)
        values.lastEventID = reader.lastEventID
        values.retry = reader.retry
        return values
    }

    /// Whether elements refer to the memory of the last data, which the parser reuses once they are released.
    var isReferenced: Bool { mutating get { readsJSON && parser.isReferenced } }

    /// The number of changes of the findings, the last event ID, and the reconnection time.
    var revision: Int { reader.revision &+ log.count &+ (preparation?.revision ?? 0) }
}

extension EventItems {
    /// Reads the next event.
    ///
    /// Returns false if more bytes are needed, or at the end.
    private mutating func advance() throws(ResponseError) -> Bool {
        while try readEvent() {
            guard preparation != nil else { return true }
            do throws(ResponseError) {
                if let prepared = try preparation?.prepare(reader.dataBytes) { reader.replaceData(by: prepared) }
                return true
            } catch {
                try skip(error)
            }
        }
        return false
    }

    /// Reads the next event and parses its data if it is JSON.
    ///
    /// Skips events with malformed data. Returns nil if more bytes are needed, or at the end.
    mutating func nextData() throws(ResponseError) -> EventData? {
        while try advance() {
            do throws(ResponseError) {
                guard readsJSON, let json = try reader.json(by: &parser) else {
                    try failIfNeeded()
                    return .bytes
                }
                if !failingMembers.isEmpty { try failIfNeeded(json) }
                if let finding = json.quirks.finding { log.report(finding) }
                return .json(json)
            } catch {
                try skip(error)
            }
        }
        return nil
    }

    /// Throws the error of the stream if the current event has a member that fails it.
    private func failIfNeeded() throws(ResponseError) {
        guard !failingMembers.isEmpty, let json = try? JSON(parsing: reader.dataBytes, limits: limits) else { return }
        try failIfNeeded(json)
    }

    private func failIfNeeded(_ json: JSON) throws(ResponseError) {
        for failure in failingMembers {
            if let error = failure.error(json, limits: limits) { throw error }
        }
    }

    /// Skips the current event.
    ///
    /// Throws unless skipping is enabled, or the event has no value at the path of its serializer, and is no error of the
    /// server.
    mutating func skip(_ reason: ResponseError) throws(ResponseError) {
        let isSkipped = options.skipsBadItems || reason.lacksPart(of: reader.dataBytes, limits: limits)
        guard isSkipped, reason.code != .rejected else { throw located(reason) }
        guard log.admits(.skippedItem) else { return }
        let error = located(reason)
        let message = "skipped event \(error.itemIndex ?? 0): \(error.skippingReason)"
        log.keep(Finding(.skippedItem, .warning, message, offset: error.offset))
    }

    /// Returns an error located at the current event, with the message of the server if the event has one.
    private func located(_ reason: ResponseError) -> ResponseError {
        var error = reader.located(reason.ofItem).explained(by: reader.dataBytes, limits: limits)
        if reader.typeEquals(Array("error".utf8)), error.serverMessage == nil, !error.details.endsStream {
            let message = ServerMessage.summary(ofEvent: reader.dataBytes)
            if !message.isEmpty { error.details.serverMessage = message }
        }
        return error
    }

    /// Reports findings about the current event.
    mutating func report(_ findings: [Finding]) {
        for finding in findings { log.report(finding) }
    }

    private mutating func readEvent() throws(ResponseError) -> Bool {
        while !hasEnded {
            guard try reader.advance() else {
                guard isFinished, requiresEnd else { return false }
                let message = "the stream ended without the event that marks its end"
                throw ResponseError(.truncatedBody, message, offset: reader.offset)
            }
            // The JSON parser detects malformed UTF-8 itself.
            if !readsJSON || comparesText { reader.checkData() }
            if let end = options.end, reader.dataEquals(end) {
                hasEnded = true
                return false
            }
            if failingTypes.isEmpty { return true }
            guard let failure = failingTypes.first(where: { reader.typeEquals($0.type ?? []) }) else { return true }
            let limits = limits
            try skip(failure.error(reader.text, limits: limits))
        }
        return false
    }
}
