import DecantCore
import DecantJSON

/// The JSON texts of a stream, without those that are skipped.
struct JSONTexts: ~Copyable {
    private var items: JSONItems
    private var framing: any JSONFraming
    private let skipsBadItems: Bool
    private let limits: Limits

    /// Creates an empty stream of texts.
    ///
    /// - Parameters:
    ///   - framing: The framing that separates the texts.
    ///   - options: The options for parsing the texts.
    ///   - settings: The settings of the stream.
    ///   - item: The handling of the serializer that decodes the texts. Its preparation steps apply to each text.
    init(_ framing: any JSONFraming, _ options: JSON.Options, _ settings: StreamSettings, item: ResponseHandling) {
        items = JSONItems(options, settings, item: item)
        self.framing = framing
        skipsBadItems = settings.options.skipsBadItems
        limits = settings.limits
    }

    mutating func append(_ bytes: Span<UInt8>) {
        settle()
        items.append(bytes)
    }

    mutating func finish() {
        settle()
        items.finish()
    }

    var values: StreamValues { items.values }
    var findingCount: Int { items.findingCount }
    var heldBytes: Int { items.heldBytes }

    /// The document around the elements of an array, at the end of the stream.
    var rest: JSON? { framing.rest }

    /// The offset after the last text.
    var end: Int { items.endOfTaken ?? framing.position }

    func position(of offset: Int) -> SourcePosition { items.position(of: offset) }

    /// The maximum number of bytes to parse in one step.
    var batchLength: Int {
        get { items.batchLength }
        set { items.batchLength = newValue }
    }

    /// Whether elements refer to the memory of the last text, which is reused once they are released.
    var isReferenced: Bool {
        mutating get {
            guard items.isAtEndOfBatch else { return false }
            settle()
            return items.isReferenced
        }
    }

    /// Reads the next text.
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
                guard skipsBadItems, error.code != .limitExceeded || error.limit != items.limitName else {
                    throw items.fail(error)
                }
                if case .trailing = record { items.skipTrailing(error) } else { items.skip(error) }
            }
        }
        return nil
    }

    /// Reads the next record, which may be malformed.
    mutating func nextRecord() throws(ResponseError) -> StreamRecord? {
        items.dropsErrors = false
        let record = try read()
        switch record {
        case .value, .malformed: items.count &+= 1
        case .blank, .trailing, nil: break
        }
        return record
    }

    /// Skips the last text, which could not be decoded.
    ///
    /// Throws unless skipping is enabled, or the text has no value at the path of its serializer, and is no error of the
    /// server.
    mutating func skip(_ reason: ResponseError) throws(ResponseError) {
        settle()
        framing.skipRemainder()
        items.count -= 1
        var isSkipped = skipsBadItems
        if !isSkipped, reason.details.lacksPart {
            isSkipped = reason.lacksPart(of: items.window.copy(framing.item), limits: limits)
        }
        isSkipped = isSkipped && !reason.details.endsStream
        guard !isSkipped || !items.isFull else { return items.skip(reason) }
        var error = items.located(reason, in: framing.item)
        if !items.isPrepared { error = error.explained(by: items.window.copy(framing.item), limits: limits) }
        if let path = framing.path { error.details.path = path + [.index(items.count)] + error.path }
        guard isSkipped else { throw items.fail(error) }
        items.skip(error)
    }

    /// Reports findings about the last text.
    mutating func report(_ findings: [Finding]) {
        settle()
        for var finding in findings {
            finding.offset = finding.offset.map { items.sourceOffset(of: $0 + framing.item.lowerBound) }
            items.log.report(finding)
        }
    }

    /// Tells the framing how many items of a batch have been consumed.
    @inline(__always)
    private mutating func settle() {
        guard let item = items.consumedOfBatch() else { return }
        framing.resume(after: item)
    }

    private mutating func read() throws(ResponseError) -> StreamRecord? {
        if let failure = items.failure { throw failure }
        if let json = items.nextOfBatch() { return .value(json) }
        settle()
        do throws(ResponseError) {
            if let record = try framing.next(of: &items) { return record }
            try items.checkText()
            return nil
        } catch {
            throw items.fail(error)
        }
    }
}

/// A rule that separates the JSON texts in a stream.
protocol JSONFraming {
    /// The current read offset in the stream.
    var position: Int { get }

    /// The range of the last item.
    var item: Range<Int> { get }

    /// The path of the array that contains the items, or nil if the stream is not one document. The index of an item is
    /// appended to it.
    var path: [CodingPathComponent]? { get }

    /// The document around the items, or nil before its end, or if there is none.
    var rest: JSON? { get }

    /// Reads the next record.
    ///
    /// - Returns: The record, or nil if more bytes are needed, or at the end.
    /// - Throws: `ResponseError` if the stream cannot continue.
    mutating func next(of items: inout JSONItems) throws(ResponseError) -> StreamRecord?

    /// Continues after an item that was read in a batch.
    mutating func resume(after item: Range<Int>)

    /// Skips text after a value that was skipped.
    mutating func skipRemainder()
}

extension JSONFraming {
    var path: [CodingPathComponent]? { nil }
    var rest: JSON? { nil }
    mutating func resume(after item: Range<Int>) {}
    mutating func skipRemainder() {}
}

/// A record of a stream: a line, or the text after a record separator.
enum StreamRecord: Sendable {
    /// A JSON text.
    case value(JSON)

    /// A record with only whitespace.
    case blank

    /// A record that is not exactly one JSON text.
    case malformed(ResponseError)

    /// Text after the JSON text of the previous record, which makes that record malformed.
    case trailing(ResponseError)
}
