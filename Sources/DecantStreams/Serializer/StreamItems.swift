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

    /// The texts of a stream of JSON; nil for other formats.
    var json: JSONSource? { nil }

    /// The events of an event stream; nil for other formats.
    var events: EventSource? { nil }

    /// Makes the elements of an event stream; nil for other formats.
    var eventMaker: EventElementMaker<Element>? { nil }

    /// The bytes of the next line, valid until the next call; nil for other formats.
    @unsafe
    func nextLine() throws(ResponseError) -> UnsafeBufferPointer<UInt8>? { nil }

    /// Whether the stream has ended before its bytes have.
    var hasEnded: Bool { false }
    var findings: [Finding] { [] }
    /// The number of bytes that are held for an item that is not complete.
    var heldBytes: Int { 0 }
    var position: SourcePosition { SourcePosition(offset: 0, line: 1, column: 1) }
    var lastEventID: String { "" }
    var retry: ServerSentRetry? { nil }
    func rest() throws(ResponseError) -> JSON {
        throw ResponseError(.valueNotFound, "only a stream of array elements has members around the array")
    }
}

/// Makes an element of a JSON text, and reports the parts that it lacks.
typealias JSONElementMaker<Element> =
    @Sendable (JSON, JSONItemMemory, inout [Finding]) throws(ResponseError) -> Element

// MARK: - JSON

// Why: the methods of a generic class are not specialized, and each would look up the types of its values for each item. So all that
// does not depend on the element is in types that are not generic.

/// The items of a stream of JSON texts, whatever is between them.
struct JSONTexts: ~Copyable {
    private var items: JSONItems
    // One of them is there.
    private var lines: JSONLineFraming?
    private var sequence: JSONSequenceFraming?
    private var array: JSONArrayFraming?
    private let skipsBadItems: Bool

    init(_ framing: any JSONFraming, _ options: JSON.Options, _ limits: Limits, skipsBadItems: Bool) {
        items = JSONItems(options, limits)
        lines = framing as? JSONLineFraming
        sequence = framing as? JSONSequenceFraming
        array = framing as? JSONArrayFraming
        self.skipsBadItems = skipsBadItems
    }

    private var framing: (any JSONFraming)? { lines ?? sequence ?? array }

    mutating func append(_ bytes: Span<UInt8>) {
        settle()
        items.append(bytes)
    }

    mutating func finish() { items.isFinished = true }
    var findings: [Finding] { items.log.all }
    var heldBytes: Int { items.window.count }

    var position: SourcePosition {
        mutating get {
            settle()
            return items.window.position(of: framing?.position ?? 0)
        }
    }

    /// Tells the framing of the items that were taken without it.
    @inline(__always)
    private mutating func settle() {
        guard let item = items.takenOfBatch() else { return }
        lines?.goOn(after: item)
        array?.goOn(after: item)
    }

    /// The document around the items; nil if there can be none.
    func rest() throws(ResponseError) -> JSON? {
        if let rest = framing?.rest { return rest }
        guard array != nil else { return nil }
        throw ResponseError(.valueNotFound, "the members around the array are known after its last element")
    }

    /// The next text; passes over what is left out.
    mutating func next() throws(ResponseError) -> JSON? {
        if let json = items.nextOfBatch() {
            items.count &+= 1
            return json
        }
        while let record = try read() {
            switch record {
            case .value(let json):
                items.count &+= 1
                return json
            case .blank: break
            case .malformed(let error), .trailing(let error):
                guard skipsBadItems, error.code != .limitExceeded || error.limit != .itemBytes else {
                    throw items.fail(error)
                }
                if case .trailing = record { items.skipTrailing(error) } else { items.skip(error) }
            }
        }
        return nil
    }

    mutating func nextRecord() throws(ResponseError) -> StreamRecord? {
        items.dropsErrors = false
        let record = try read()
        switch record {
        case .value, .malformed: items.count &+= 1
        case .blank, .trailing, nil: break
        }
        return record
    }

    private mutating func read() throws(ResponseError) -> StreamRecord? {
        if let failure = items.failure { throw failure }
        if let json = items.nextOfBatch() { return .value(json) }
        settle()
        do throws(ResponseError) {
            if lines != nil { return try lines?.next(of: &items) }
            if sequence != nil { return try sequence?.next(of: &items) }
            return try array?.next(of: &items)
        } catch {
            throw items.fail(error)
        }
    }

    /// Leaves out the text that was read last, of which no element could be made; throws if nothing may be left out.
    mutating func skip(_ reason: ResponseError) throws(ResponseError) {
        settle()
        sequence?.skipRemainder()
        items.count -= 1
        guard !items.dropsErrors else { return items.skip(reason) }
        var error = items.placed(reason, in: framing?.item ?? 0..<0)
        if let path = framing?.path { error.details.path = path + [.index(items.count)] + error.path }
        guard skipsBadItems else { throw items.fail(error) }
        items.skip(error)
    }

    /// Notes findings in the text that was read last.
    mutating func report(_ findings: [Finding]) {
        settle()
        for var finding in findings {
            finding.offset = finding.offset.map { $0 + (framing?.item.lowerBound ?? 0) }
            items.log.report(finding)
        }
    }
}

// MARK: - Unsafe
//
// Bound: the texts are used by one caller at a time, a reader that cannot be copied or the one task that reads a stream, and no
// function of a caller's own runs meanwhile, so that no two accesses overlap. To check it took a tenth of the time of small items.

/// The texts of a stream of JSON, which a stream or a reader shares with its items.
final class JSONSource {
    @exclusivity(unchecked) private var texts: JSONTexts

    init(_ texts: consuming JSONTexts) { unsafe self.texts = texts }

    var findings: [Finding] { unsafe texts.findings }
    var heldBytes: Int { unsafe texts.heldBytes }
    var position: SourcePosition { unsafe texts.position }

    func append(_ bytes: Span<UInt8>) { unsafe texts.append(bytes) }
    func finish() { unsafe texts.finish() }
    func rest() throws(ResponseError) -> JSON? { unsafe try texts.rest() }
    func next() throws(ResponseError) -> JSON? { unsafe try texts.next() }
    func nextRecord() throws(ResponseError) -> StreamRecord? { unsafe try texts.nextRecord() }
    func skip(_ reason: ResponseError) throws(ResponseError) { unsafe try texts.skip(reason) }
    func report(_ findings: [Finding]) { unsafe texts.report(findings) }
}

/// Makes elements of JSON texts.
final class JSONStreamItems<Element>: StreamItems<Element> {
    private let source: JSONSource
    private let make: JSONElementMaker<Element>
    private let memory = JSONItemMemory()

    init(
        _ framing: any JSONFraming,
        _ options: JSON.Options,
        _ settings: Settings,
        _ make: @escaping JSONElementMaker<Element>
    ) {
        source = JSONSource(JSONTexts(framing, options, settings.limits, skipsBadItems: settings.skipsBadItems))
        self.make = make
    }

    override var json: JSONSource? { source }
    override func append(_ bytes: Span<UInt8>) { source.append(bytes) }
    override func finish() { source.finish() }
    override var findings: [Finding] { source.findings }
    override var heldBytes: Int { source.heldBytes }
    override var position: SourcePosition { source.position }

    override func rest() throws(ResponseError) -> JSON {
        if let rest = try source.rest() { return rest }
        return try super.rest()
    }

    override func next() throws(ResponseError) -> Element? {
        while let json = try source.next() {
            do throws(ResponseError) {
                // Straight into the result: a variable would be copied, with a count of references for each string in it.
                return try element(of: json)
            } catch {
                try source.skip(error)
            }
        }
        return nil
    }

    @inline(__always)
    private func element(of json: JSON) throws(ResponseError) -> Element {
        var findings: [Finding] = []
        defer { if !findings.isEmpty { source.report(findings) } }
        return try make(json, memory, &findings)
    }
}

// MARK: - Unsafe
//
// Bound: the reader of lines is used by one caller at a time, as the texts of JSON are, and no function of a caller's own runs
// meanwhile, so that no two accesses overlap. To check it took a fifth of the time of lines of 100 bytes.

/// The lines of a text.
final class LineItems: StreamItems<String> {
    @exclusivity(unchecked) private var reader: LineReader

    init(_ options: TextOptions, _ settings: Settings) {
        unsafe reader = LineReader(mediaType: settings.mediaType, options: options, limits: settings.limits)
    }

    override func append(_ bytes: Span<UInt8>) { unsafe reader.append(bytes) }
    override func finish() { unsafe reader.finish() }
    override var findings: [Finding] { unsafe reader.findings }
    override var heldBytes: Int { unsafe reader.heldBytes }
    override var position: SourcePosition { unsafe reader.position }

    override func next() throws(ResponseError) -> String? {
        guard let line = unsafe try reader.advance() else { return nil }
        return unsafe reader.text(line)
    }

    @unsafe
    override func nextLine() throws(ResponseError) -> UnsafeBufferPointer<UInt8>? {
        guard let line = unsafe try reader.advance() else { return nil }
        return unsafe reader.bytes(line)
    }
}

// MARK: - XML and bytes

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
    override var heldBytes: Int { reader.heldBytes }
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
