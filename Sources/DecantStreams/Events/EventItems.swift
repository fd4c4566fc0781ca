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

/// The items of an event stream.
final class EventItems<Element>: StreamItems<Element> {
    private var reader: EventReader
    private var parser: JSONItemParser
    private let make: EventElementMaker<Element>
    private let end: [UInt8]?
    private let failures: [StreamFailureEvent]
    private let skipsBadItems: Bool
    private var log = StreamFindings()
    private var isDone = false
    private var isFinished = false

    init(_ settings: Settings, _ make: EventElementMaker<Element>) {
        reader = EventReader(limits: settings.limits)
        skipsBadItems = settings.skipsBadItems
        end = settings.end
        failures = settings.failures
        self.make = make
        if case .json(let options, _, _) = make {
            parser = JSONItemParser(options, settings.limits)
        } else {
            parser = JSONItemParser(JSON.Options(), settings.limits)
        }
    }

    override func append(_ bytes: Span<UInt8>) {
        parser.forget()
        reader.append(bytes)
    }

    override func finish() {
        reader.finish()
        isFinished = true
    }

    override var hasEnded: Bool { isDone }
    override var findings: [Finding] { reader.findings + log.all }
    override var position: SourcePosition { reader.position }
    override var lastEventID: String { reader.lastEventID }
    override var retry: ServerSentRetry? { reader.retry }

    override func next() throws(ResponseError) -> Element? {
        while try advance() {
            var findings: [Finding] = []
            do throws(ResponseError) {
                let element = try element(&findings)
                for finding in findings { log.report(finding) }
                if let element { return element }
            } catch {
                for finding in findings { log.report(finding) }
                try fail(error)
            }
        }
        return nil
    }

    /// Reads the next event that is one of the stream; false if more bytes are needed, or at the end.
    private func advance() throws(ResponseError) -> Bool {
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
            guard let failure = failures.first(where: { reader.typeEquals($0.type) }) else { return true }
            try fail(reader.withEvent { event in failure.error(event) })
        }
        return false
    }

    private func element(_ findings: inout [Finding]) throws(ResponseError) -> Element? {
        switch make {
        case .event(let make):
            return try reader.withEvent { (event) throws(ResponseError) in try make(event, &findings) }
        case .json(_, let make, let otherwise):
            guard let json = try reader.json(by: &parser) else {
                return try reader.withEvent { (event) throws(ResponseError) in try otherwise(event, &findings) }
            }
            return try make(json, reader.typeText, reader.lastEventID, &findings)
        }
    }

    private func fail(_ reason: ResponseError) throws(ResponseError) {
        let error = reader.placed(reason)
        guard skipsBadItems, error.code != .rejected else { throw error }
        let message = "skipped event \(error.itemIndex ?? 0): \(error.message)"
        log.report(Finding(.skippedItem, .warning, message, offset: error.offset))
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes are those of the event that was read last, and are used before the next one is read.

    @unsafe
    override func nextParts() throws(ResponseError) -> EventParts? {
        guard try advance() else { return nil }
        return unsafe reader.parts
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
