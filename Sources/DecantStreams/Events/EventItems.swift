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
        reader = EventReader(limits: limits)
        parser = JSONItemParser(json ?? JSON.Options(), limits)
        self.options = options
        self.limits = limits
        self.preparation = preparation
        readsJSON = json != nil && preparation == nil
        comparesText = !options.failures.isEmpty || options.end.map { $0.contains { !UTF8.isASCII($0) } } == true
    }

    mutating func append(_ bytes: Span<UInt8>) {
        parser.forget()
        reader.append(bytes)
    }

    mutating func finish() {
        reader.finish()
        isFinished = true
    }

    var findings: [Finding] { reader.findings + log.all + (preparation?.findings ?? []) }

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
            guard readsJSON else { return .bytes }
            do throws(ResponseError) {
                guard let json = try reader.json(by: &parser) else { return .bytes }
                if let finding = json.quirks.finding { log.report(finding) }
                return .json(json)
            } catch {
                try skip(error)
            }
        }
        return nil
    }

    /// Skips the current event.
    ///
    /// Throws unless skipping is enabled.
    mutating func skip(_ reason: ResponseError) throws(ResponseError) {
        guard options.skipsBadItems, reason.code != .rejected else { throw reader.located(reason) }
        guard log.admits(.skippedItem) else { return }
        let error = reader.located(reason)
        let message = "skipped event \(error.itemIndex ?? 0): \(error.message)"
        log.keep(Finding(.skippedItem, .warning, message, offset: error.offset))
    }

    /// Reports findings about the current event.
    mutating func report(_ findings: [Finding]) {
        for finding in findings { log.report(finding) }
    }

    private mutating func readEvent() throws(ResponseError) -> Bool {
        while !hasEnded {
            guard try reader.advance() else {
                guard isFinished, options.end != nil else { return false }
                let message = "the stream ended without the event that marks its end"
                throw ResponseError(.truncatedBody, message, offset: reader.offset)
            }
            // The JSON parser detects malformed UTF-8 itself.
            if !readsJSON || comparesText { reader.checkData() }
            if let end = options.end, reader.dataEquals(end) {
                hasEnded = true
                return false
            }
            if options.failures.isEmpty { return true }
            guard let failure = options.failures.first(where: { reader.typeEquals($0.type) }) else { return true }
            let limits = limits
            try skip(failure.error(reader.text, limits: limits))
        }
        return false
    }
}

/// An event type that fails the stream.
struct StreamFailureEvent: Sendable {
    let type: [UInt8]
    private let decode: @Sendable (ResponseBytes, Limits) throws(ResponseError) -> any Sendable

    init<Fault: Sendable>(_ type: String, _ serializer: any ResponseSerializer<Fault>) {
        self.type = Array(type.utf8)
        decode = { (body, limits) throws(ResponseError) in
            var context = DecodingContext(ofEventsWithin: limits)
            return try serializer.decode(body, in: &context)
        }
    }

    func error(_ event: ServerSentEvent<String>, limits: Limits) -> ResponseError {
        let type = event.type.excerpt(40)
        var result = ResponseError(.rejected, "the stream failed with an event of the type “\(type)”")
        do throws(ResponseError) {
            result.details.errorBody = try decode(ResponseBytes(event.data.utf8), limits)
        } catch {
            result.setErrorBodyFailure(error)
        }
        return result
    }
}
