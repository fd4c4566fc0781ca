import DecantCore
import DecantJSON
import DecantText
import DecantXML

/// The items of a stream of one format: takes the bytes as they come, and makes the elements.
///
/// A class, because the iterators of a stream share it.
class StreamItems<Element> {
    /// The settings of a serializer for its items.
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

    /// The next record of JSON Lines or of a JSON sequence; nil for other formats.
    func nextRecord() throws(ResponseError) -> StreamRecord? { nil }

    /// The bytes of the next event or line, valid until the next call; nil for other formats.
    @unsafe
    func nextParts() throws(ResponseError) -> EventParts? { nil }

    /// Whether the stream has ended before its bytes have.
    var hasEnded: Bool { false }
    var findings: [Finding] { [] }
    var position: SourcePosition { SourcePosition(offset: 0, line: 1, column: 1) }
    var lastEventID: String { "" }
    var retry: ServerSentRetry? { nil }
    func rest() throws(ResponseError) -> JSON {
        throw ResponseError(.valueNotFound, "only a stream of array elements has members around the array")
    }
}

/// Makes an element of a JSON text, and reports the parts that it lacks.
typealias JSONElementMaker<Element> = @Sendable (JSON, inout [Finding]) throws(ResponseError) -> Element

// MARK: - JSON

/// The items of a stream of JSON texts, whatever is between them.
final class JSONStreamItems<Framing: JSONFraming, Element>: StreamItems<Element> {
    private var items: JSONItems
    private var framing: Framing
    private let make: JSONElementMaker<Element>
    private let skipsBadItems: Bool

    init(
        _ framing: Framing,
        _ options: JSON.Options,
        _ settings: Settings,
        _ make: @escaping JSONElementMaker<Element>
    ) {
        items = JSONItems(options, settings.limits)
        self.framing = framing
        skipsBadItems = settings.skipsBadItems
        self.make = make
    }

    override func append(_ bytes: Span<UInt8>) { items.append(bytes) }
    override func finish() { items.isFinished = true }
    override var findings: [Finding] { items.log.all }
    override var position: SourcePosition { items.window.position(of: framing.position) }

    override func rest() throws(ResponseError) -> JSON {
        if let rest = framing.rest { return rest }
        guard framing.path != nil else { return try super.rest() }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }

    override func next() throws(ResponseError) -> Element? {
        while let record = try read() {
            switch record {
            case .value(let json):
                items.count &+= 1
                if let element = try items.element(json, framing, skipsBadItems, make) { return element }
            case .blank: break
            case .malformed(let error), .trailing(let error):
                guard skipsBadItems, error.code != .limitExceeded || error.limit != .itemBytes else {
                    throw items.fail(error)
                }
                items.skip(error)
            }
        }
        return nil
    }

    override func nextRecord() throws(ResponseError) -> StreamRecord? {
        let record = try read()
        switch record {
        case .value, .malformed: items.count &+= 1
        case .blank, .trailing, nil: break
        }
        return record
    }

    private func read() throws(ResponseError) -> StreamRecord? {
        if let failure = items.failure { throw failure }
        do throws(ResponseError) {
            return try framing.next(of: &items)
        } catch {
            throw items.fail(error)
        }
    }
}

extension JSONItems {
    /// Makes the element of the last item; nil if it does not decode and is skipped.
    mutating func element<Element>(
        _ json: JSON,
        _ framing: some JSONFraming,
        _ skipsBadItems: Bool,
        _ make: JSONElementMaker<Element>
    ) throws(ResponseError) -> Element? {
        do throws(ResponseError) {
            var findings: [Finding] = []
            let element = try make(json, &findings)
            if !findings.isEmpty { report(findings, framing.item) }
            return element
        } catch {
            count -= 1
            var error = placed(error, in: framing.item)
            if let path = framing.path { error.details.path = path + [.index(count)] + error.path }
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
    private var reader: LineReader

    init(_ options: TextOptions, _ settings: Settings) {
        reader = LineReader(mediaType: settings.mediaType, options: options, limits: settings.limits)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }
    override var position: SourcePosition { reader.position }

    override func next() throws(ResponseError) -> String? {
        guard let line = try reader.advance() else { return nil }
        return reader.text(line)
    }

    @unsafe
    override func nextParts() throws(ResponseError) -> EventParts? {
        guard let line = try reader.advance() else { return nil }
        let bytes = unsafe reader.bytes(line)
        return unsafe EventParts(type: bytes, data: bytes, lastEventID: bytes)
    }
}

final class XMLItems: StreamItems<XML.OwnedEvent> {
    private var reader: XML.ChunkReader

    init(_ options: XML.Options, _ settings: Settings) {
        var limits = settings.limits
        limits.bodyBytes = .max
        reader = XML.ChunkReader(mediaType: settings.mediaType, options: options, limits: limits)
    }

    override func append(_ bytes: Span<UInt8>) { reader.append(bytes) }
    override func finish() { reader.finish() }
    override var findings: [Finding] { reader.findings }
    override var position: SourcePosition { reader.position }
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
