import DecantCore
import DecantJSON
import DecantText
import DecantXML

/// The items of a stream of one format: takes the bytes as they come, and makes the elements.
///
/// A class, because the iterators of a stream share it.
class StreamItems<Element> {
    /// What a serializer says to the items.
    struct Settings {
        var limits: Limits
        var mediaType: MediaType?
        var skipsBadItems: Bool
        /// The data of the event that ends the stream.
        var end: [UInt8]?
        /// The events that fail the stream.
        var failures: [StreamFailureEvent] = []
    }

    func append(_ bytes: Span<UInt8>) {}
    func finish() {}
    func next() throws(ResponseError) -> Element? { nil }

    /// Whether the stream has ended before its bytes have.
    var hasEnded: Bool { false }
    var findings: [Finding] { [] }
    var lastEventID: String { "" }
    var retry: Duration? { nil }
    func rest() throws(ResponseError) -> JSON {
        throw ResponseError(.valueNotFound, "only a stream of array elements has members around the array")
    }
}

/// Makes an element of a JSON text, and reports what it lacks.
typealias JSONElementMaker<Element> = @Sendable (JSON, inout [Finding]) throws(ResponseError) -> Element

// MARK: - JSON

final class JSONLineItems<Element>: StreamItems<Element> {
    private var reader: JSONLines.Reader
    private let make: JSONElementMaker<Element>
    private let skipsBadItems: Bool

    init(_ options: JSON.Options, _ settings: Settings, _ make: @escaping JSONElementMaker<Element>) {
        reader = JSONLines.Reader(options: options, limits: settings.limits, skipsBadItems: settings.skipsBadItems)
        skipsBadItems = settings.skipsBadItems
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }

    override func next() throws(ResponseError) -> Element? {
        while let json = try reader.next() {
            let element = try reader.items.element(json, reader.item, [], skipsBadItems, make)
            if let element { return element }
        }
        return nil
    }
}

final class JSONSequenceItems<Element>: StreamItems<Element> {
    private var reader: JSONSequence.Reader
    private let make: JSONElementMaker<Element>
    private let skipsBadItems: Bool

    init(_ options: JSON.Options, _ settings: Settings, _ make: @escaping JSONElementMaker<Element>) {
        reader = JSONSequence.Reader(options: options, limits: settings.limits, skipsBadItems: settings.skipsBadItems)
        skipsBadItems = settings.skipsBadItems
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }

    override func next() throws(ResponseError) -> Element? {
        while let json = try reader.next() {
            let element = try reader.items.element(json, reader.item, [], skipsBadItems, make)
            if let element { return element }
        }
        return nil
    }
}

final class JSONArrayItems<Element>: StreamItems<Element> {
    private var reader: JSONElements.Reader
    private let make: JSONElementMaker<Element>
    private let skipsBadItems: Bool

    init(
        _ pointer: String,
        _ options: JSON.Options,
        _ settings: Settings,
        _ make: @escaping JSONElementMaker<Element>
    ) {
        reader = JSONElements.Reader(
            at: pointer,
            options: options,
            limits: settings.limits,
            skipsBadItems: settings.skipsBadItems
        )
        skipsBadItems = settings.skipsBadItems
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }
    override func rest() throws(ResponseError) -> JSON { try reader.rest() }

    override func next() throws(ResponseError) -> Element? {
        while let json = try reader.next() {
            let path = skipsBadItems ? [] : reader.path + [.index(reader.itemCount - 1)]
            let element = try reader.items.element(json, reader.item, path, skipsBadItems, make)
            if let element { return element }
        }
        return nil
    }
}

extension JSONItems {
    /// Makes the element of the item that was read last; nil if it does not fit and is left out.
    mutating func element<Element>(
        _ json: JSON,
        _ item: Range<Int>,
        _ path: @autoclosure () -> [CodingPathComponent],
        _ skipsBadItems: Bool,
        _ make: JSONElementMaker<Element>
    ) throws(ResponseError) -> Element? {
        do throws(ResponseError) {
            var findings: [Finding] = []
            let element = try make(json, &findings)
            if !findings.isEmpty { report(findings, item) }
            return element
        } catch {
            count -= 1
            var error = placed(error, in: item)
            error.details.path = path() + error.path
            guard skipsBadItems else { throw fail(error) }
            skip(error)
            return nil
        }
    }

    private mutating func report(_ findings: [Finding], _ item: Range<Int>) {
        for var finding in findings {
            finding.offset = finding.offset.map { $0 + item.lowerBound }
            log.report(finding)
        }
    }
}

// MARK: - Text

final class LineItems: StreamItems<String> {
    private var reader: TextLines.Reader

    init(_ options: TextOptions, _ settings: Settings) {
        reader = TextLines.Reader(mediaType: settings.mediaType, options: options, limits: settings.limits)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }
    override func next() throws(ResponseError) -> String? { try reader.nextOwned() }
}

final class XMLItems: StreamItems<XML.OwnedEvent> {
    private var reader: XML.ChunkReader

    init(_ options: XML.Options, _ settings: Settings) {
        var limits = settings.limits
        limits.bodyBytes = .max
        reader = XML.ChunkReader(mediaType: settings.mediaType, options: options, limits: limits)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(ResponseBody(bytes).bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }
    override func next() throws(ResponseError) -> XML.OwnedEvent? { try reader.nextOwned() }
}

/// The bytes as they come.
final class PieceItems: StreamItems<ResponseBody> {
    private var pieces: [ResponseBody] = []

    override func append(_ bytes: Span<UInt8>) {
        if !bytes.isEmpty { pieces.append(ResponseBody(bytes)) }
    }

    override func next() throws(ResponseError) -> ResponseBody? { pieces.isEmpty ? nil : pieces.removeFirst() }
}

// MARK: - Events

/// Makes an element of an event; nil passes over it.
typealias EventElementMaker<Element> =
    @Sendable (borrowing ServerSentEvents.Event, inout [Finding]) throws(ResponseError) -> Element?

final class EventItems<Element>: StreamItems<Element> {
    private var reader: ServerSentEvents.Reader
    private let make: EventElementMaker<Element>
    private let end: [UInt8]?
    private let failures: [StreamFailureEvent]
    private let skipsBadItems: Bool
    private var log = StreamFindings()
    private var isDone = false
    private var isFinished = false

    init(_ settings: Settings, _ make: @escaping EventElementMaker<Element>) {
        reader = ServerSentEvents.Reader(limits: settings.limits)
        skipsBadItems = settings.skipsBadItems
        end = settings.end
        failures = settings.failures
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override var hasEnded: Bool { isDone }
    override var findings: [Finding] { reader.findings + log.all }
    override var lastEventID: String { reader.lastEventID }
    override var retry: Duration? { reader.retry }

    override func finish() {
        reader.finish()
        isFinished = true
    }

    /// What an event is to the stream.
    private enum Outcome {
        case needsMore
        case element(Element)
        case passedOver
        case end
        case failure(ResponseError)
    }

    override func next() throws(ResponseError) -> Element? {
        while !isDone {
            var findings: [Finding] = []
            let outcome = try Self.read(&reader, end, failures, make, &findings)
            for finding in findings { log.report(finding) }
            switch outcome {
            case .needsMore: return try finished()
            case .element(let element): return element
            case .passedOver: break
            case .end: isDone = true
            case .failure(let error): try fail(error)
            }
        }
        return nil
    }

    private func finished() throws(ResponseError) -> Element? {
        guard isFinished, end != nil else { return nil }
        let message = "the stream ended without the event that marks its end"
        throw ResponseError(.truncatedBody, message, offset: reader.position.offset)
    }

    private static func read(
        _ reader: inout ServerSentEvents.Reader,
        _ end: [UInt8]?,
        _ failures: [StreamFailureEvent],
        _ make: EventElementMaker<Element>,
        _ findings: inout [Finding]
    ) throws(ResponseError) -> Outcome {
        guard let event = try reader.next() else { return .needsMore }
        if let end, event.data.count == end.count, end.indices.allSatisfy({ event.data[$0] == end[$0] }) { return .end }
        for failure in failures where failure.matches(event) { return .failure(failure.error(event)) }
        do throws(ResponseError) {
            return try make(event, &findings).map(Outcome.element) ?? .passedOver
        } catch {
            return .failure(error)
        }
    }

    private func fail(_ reason: ResponseError) throws(ResponseError) {
        let error = reader.placed(reason)
        guard skipsBadItems, error.code != .rejected else { throw error }
        let message = "skipped event \(error.itemIndex ?? 0): \(error.message)"
        log.report(Finding(.skippedItem, .warning, message, offset: error.offset))
    }
}

/// An event that fails a stream.
struct StreamFailureEvent: Sendable {
    private let type: [UInt8]
    private let decode: @Sendable (ResponseBody) throws(ResponseError) -> any Sendable

    init<Fault>(_ type: String, _ serializer: some ResponseSerializer<Fault>) {
        self.type = Array(type.utf8)
        decode = { (body) throws(ResponseError) in
            var context = DecodingContext(ResponseContext(mediaType: nil))
            return try serializer.decode(body, in: &context)
        }
    }

    func matches(_ event: borrowing ServerSentEvents.Event) -> Bool {
        event.type.count == type.count && type.indices.allSatisfy { event.type[$0] == type[$0] }
    }

    func error(_ event: borrowing ServerSentEvents.Event) -> ResponseError {
        let type = event.type.text.excerpt(40)
        var result = ResponseError(.rejected, "the stream ended with an error event of the type “\(type)”")
        do throws(ResponseError) {
            result.details.errorBody = try decode(ResponseBody(event.data))
        } catch {
            result.details.errorBodyFailure = [error]
        }
        return result
    }
}
