import DecantCore
import DecantJSON

/// A parser of the JSON texts of a stream.
///
/// It parses complete texts without a copy, and locates their errors in the stream.
struct JSONItems: ~Copyable {
    private var parser: JSONItemParser
    private let preparation: ItemPreparation?
    private let skipsBadItems: Bool
    private var text: JSONStreamText
    /// The limit on the size of an item, and its value.
    let limitName: Limits.Name
    let limit: Int
    var window = BodyWindow()
    var log = FindingLog()
    /// Whether the text is complete.
    private(set) var isFinished = false
    var failure: ResponseError?

    /// Whether errors in items are dropped.
    ///
    /// The items are skipped, but no further findings about them are kept.
    var dropsErrors = false

    /// The number of items read, including skipped ones.
    var count = 0

    /// The maximum number of bytes in a batch of items.
    var batchLength = 1 << 16

    /// The current batch of items.
    private var batch: JSONBatch?

    /// The range of the batch in the window, its item count, the items consumed, and the items reported to the framing.
    private var batchState = (start: 0, end: 0, count: 0, taken: 0, known: 0)

    /// The number of bytes between an item of the batch and the framing's position after it.
    private var separatorLength = 0

    /// The end of the range to read item by item, because a batch failed or was not consumed in time.
    private(set) var singleEnd = 0

    init(_ options: JSON.Options, _ settings: StreamSettings, item: ResponseHandling) {
        parser = JSONItemParser(options, settings.limits)
        preparation = ItemPreparation(settings, item: item)
        text = JSONStreamText(options.text, settings.context)
        limitName = settings.options.itemLimit
        limit = settings.limits[limitName]
        skipsBadItems = settings.options.skipsBadItems
    }

    /// Whether a preparation step changes items before they are parsed.
    var isPrepared: Bool { preparation != nil }

    /// Whether each item is parsed from a copy.
    private var copiesItems: Bool { isPrepared || text.checksTexts }

    var values: StreamValues {
        StreamValues(encoding: text.findings, items: log, preparation: preparation?.log)
    }

    /// The number of findings, including omitted ones.
    var findingCount: Int { text.findingCount &+ log.count &+ (preparation?.revision ?? 0) }

    /// The number of bytes held for an incomplete text.
    var heldBytes: Int { window.count + text.heldBytes }

    /// Appends bytes.
    mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        endBatch()
        parser.forget()
        guard !text.isUnchanged, !text.isPlain(chunk) else { return window.append(chunk) }
        decode(unsafe chunk.withUnsafeBufferPointer { unsafe Array($0) })
    }

    /// Ends the input.
    mutating func finish() {
        guard !isFinished else { return }
        if !text.isUnchanged {
            endBatch()
            parser.forget()
            decode([], isLast: true)
        }
        isFinished = text.failure == nil
    }

    private mutating func decode(_ bytes: [UInt8], isLast: Bool = false) {
        text.forget(before: window.start)
        do throws(ResponseError) {
            let decoded = try text.decode(bytes, isLast: isLast)
            window.append(decoded.elementSpan)
        } catch {
            failure = error
        }
    }

    /// Throws the error of a stream that is malformed in its charset, if its text has been read up to the error.
    func checkText() throws(ResponseError) {
        guard let failure = text.failure else { return }
        // The text before the error that is still held depends on the chunk sizes.
        throw located(failure, at: window.end, showing: window.end..<window.end, received: failure.offset)
    }

    /// Returns the offset in the body as received for an offset of the text.
    func sourceOffset(of offset: Int) -> Int { text.sourceOffset(of: offset) ?? offset }

    /// Returns the position of an offset of the text, with its offset in the body as received.
    func position(of offset: Int) -> SourcePosition {
        var position = window.position(of: offset)
        position.offset = sourceOffset(of: offset)
        return position
    }

    /// The length of the byte-order mark that was removed from the text.
    var markLength: Int? { text.markLength }

    /// Returns a map from offsets in a part of the text to offsets in the body, or nil if the text is the body.
    func map(of part: ResponseBytes, from start: Int, at received: Int) -> Transcoding? {
        text.map(of: part, from: start, at: received)
    }

    /// Parses the text of an item.
    ///
    /// If errors are dropped and the item is skippable, its error is not located.
    mutating func parse(_ item: Range<Int>, isSkippable: Bool = false) throws(ResponseError) -> JSON {
        endBatch()
        do throws(ResponseError) {
            let json = try copiesItems ? parseCopy(of: item) : parser.parse(item, in: &window)
            if let finding = json.quirks.finding {
                let offset = sourceOffset(of: item.lowerBound)
                log.report(Finding(finding.code, finding.severity, finding.message, offset: offset))
            }
            return json
        } catch {
            throw dropsErrors && isSkippable ? error : located(error, in: item)
        }
    }

    /// Parses an item after the preparation steps, and in the charset of the label if it is not UTF-8.
    private mutating func parseCopy(of item: Range<Int>) throws(ResponseError) -> JSON {
        var body = window.copy(item)
        if preparation != nil { body = try preparation?.prepare(body) ?? body }
        var map: Transcoding?
        if text.checksTexts { (body, map) = try text.decoded(body, &log) }
        do throws(ResponseError) {
            return try parser.parse(body)
        } catch {
            guard isPrepared else { throw error.mapped(by: map) }
            // An offset in the prepared text is not an offset in the stream.
            throw ResponseError(error.code, error.message, at: nil, path: error.details.path, hint: error.details.hint)
        }
    }

    /// Returns text between items in UTF-8, and a map to its bytes as received.
    func decoded(_ body: ResponseBytes) throws(ResponseError) -> (ResponseBytes, Transcoding?) {
        guard text.checksTexts else { return (body, nil) }
        // The findings about the items suffice.
        var log = FindingLog()
        return try text.decoded(body, &log)
    }

    /// Returns an error of an item, located in the stream.
    func located(_ error: ResponseError, in item: Range<Int>) -> ResponseError {
        let offset = item.lowerBound + min(error.offset ?? 0, item.count)
        return located(error, at: offset, showing: item)
    }

    /// Returns an error located at an offset in the stream.
    ///
    /// - Parameters:
    ///   - offset: An offset in the text.
    ///   - shown: The text that the snippet may show.
    ///   - received: The offset in the body as received, if it is known.
    func located(
        _ reason: ResponseError,
        at offset: Int,
        showing shown: Range<Int>? = nil,
        received: Int? = nil
    ) -> ResponseError {
        let received = received ?? text.sourceOffset(of: offset)
        var error = reason.moved(to: window.site(of: offset, showing: shown, received: received))
        error.details.itemIndex = count
        return error
    }

    /// Returns the error for an item that is too large.
    func tooLarge(_ noun: String, from start: Int) -> ResponseError {
        let message = "\(noun) \(count) has more than \(limit.counted("byte"))"
        let error = ResponseError(.limitExceeded, message, limit: limitName)
        return located(error, at: start + limit, showing: start..<start + limit)
    }

    /// Ends the stream with an error.
    mutating func fail(_ error: ResponseError) -> ResponseError {
        failure = error
        batchState.count = 0
        return error
    }

    /// Reports an item as skipped.
    mutating func skip(_ error: ResponseError) {
        report(skipped: error, index: count)
        count &+= 1
    }

    /// Reports skipped text after the value of the last item, and counts it as part of that item.
    mutating func skipTrailing(_ error: ResponseError) { report(skipped: error, index: max(count - 1, 0)) }

    private mutating func report(skipped error: ResponseError, index: Int) {
        let line = error.position?.line ?? 1
        log.report(.skippedItem) {
            let message = "skipped item \(index) on line \(line): \(error.skippingReason)"
            return Finding(.skippedItem, .warning, message, offset: error.offset)
        }
        dropsErrors = skipsBadItems && isFull
    }

    /// Whether further skipped items are only counted.
    var isFull: Bool { log.isFull(of: .skippedItem) }

    /// Returns whether a range contains only whitespace.
    func isBlank(_ range: Range<Int>) -> Bool {
        range.allSatisfy { Self.isWhitespace(window[$0]) }
    }

    /// Returns whether a byte is whitespace (RFC 8259 §2).
    static func isWhitespace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
        default: false
        }
    }

    /// Returns the length of the byte-order mark at the start of the stream, or nil if more bytes are needed.
    mutating func lengthOfMark() -> Int? { window.lengthOfMark(isAll: isFinished, &log) }
}

// MARK: - Batches

extension JSONItems {
    /// Parses a range of items in one step.
    ///
    /// The batch ends before the first array element that needs individual handling. For lines, one such line prevents
    /// the batch.
    ///
    /// - Parameters:
    ///   - bytes: The range of the items in the window.
    ///   - separator: The byte between items.
    ///   - expected: The required number of items, or nil if it is not known.
    ///   - endsWithValues: Whether the framing's position after an item is the end of the value, even in lines.
    /// - Returns: Whether ``nextOfBatch()`` has items.
    mutating func readBatch(
        _ bytes: Range<Int>,
        _ separator: JSONSeparator,
        expecting expected: Int? = nil,
        endsWithValues: Bool = false
    ) -> Bool {
        batch = nil
        guard !copiesItems else { return false }
        var count = parser.parse(bytes, separator, maxBytes: limit, in: &window)
        if let expected, count != expected { count = 0 }
        if count > 0 { batch = parser.batch }
        batchState = (bytes.lowerBound, bytes.upperBound, count, 0, 0)
        separatorLength = separator == .lineFeed && !endsWithValues ? 1 : 0
        // The remaining bytes are the start of an item.
        if count == 0 || bytes.upperBound == window.end { singleEnd = bytes.upperBound }
        return count > 0
    }

    /// Returns the next item of the batch.
    @inline(__always)
    mutating func nextOfBatch() -> JSON? {
        guard batchState.taken < batchState.count, let json = batch?[batchState.taken] else { return nil }
        batchState.taken &+= 1
        return json
    }

    /// The range of the last item returned by ``nextOfBatch()``, or nil if the framing's position is after it.
    private var takenItem: Range<Int>? {
        guard batchState.taken > batchState.known, let bytes = batch?.bytes(ofItem: batchState.taken - 1) else {
            return nil
        }
        return batchState.start + bytes.lowerBound..<batchState.start + bytes.upperBound
    }

    /// The offset after the last item returned by ``nextOfBatch()``, or nil if the framing's position is after it.
    var endOfTaken: Int? { takenItem.map { $0.upperBound + separatorLength } }

    /// Whether all items of the batch have been consumed.
    var isAtEndOfBatch: Bool { batchState.taken == batchState.count }

    /// Whether elements refer to the memory of the last items, which the parser reuses once they are released.
    ///
    /// Call ``consumedOfBatch()`` before, at the end of a batch.
    var isReferenced: Bool {
        mutating get {
            batch = nil
            return parser.isReferenced
        }
    }

    /// Returns the range of the last item returned by ``nextOfBatch()``, or nil if none was returned since the previous
    /// call.
    mutating func consumedOfBatch() -> Range<Int>? {
        guard let item = takenItem else { return nil }
        batchState.known = batchState.taken
        window.drop(before: item.lowerBound)
        return item
    }

    /// Ends the batch.
    ///
    /// Items that were not consumed are read again individually.
    private mutating func endBatch() {
        batch = nil
        guard batchState.taken < batchState.count else { return }
        singleEnd = max(singleEnd, batchState.end)
        batchState.count = 0
    }
}

extension JSONItemParser {
    /// Parses several texts in a window, like ``parse(_:in:)`` for one text.
    mutating func parse(
        _ bytes: Range<Int>,
        _ separator: JSONSeparator,
        maxBytes: Int,
        in window: inout BodyWindow
    ) -> Int {
        forget()
        guard let next = window.replace(at: bytes.upperBound, by: 0) else {
            return parse(window.copy(bytes), separator, maxBytes: maxBytes)
        }
        defer { window.restore(next, at: bytes.upperBound) }
        return parse(window.body(bytes), separator, maxBytes: maxBytes)
    }

    /// Parses a text in a window, or a copy of it if other references to the window's memory exist.
    mutating func parse(_ text: Range<Int>, in window: inout BodyWindow) throws(ResponseError) -> JSON {
        forget()
        // The scanner stops at a zero byte, so the byte after the text is replaced by zero while it runs.
        guard let next = window.replace(at: text.upperBound, by: 0) else { return try parse(window.copy(text)) }
        defer { window.restore(next, at: text.upperBound) }
        return try parse(window.body(text))
    }
}
