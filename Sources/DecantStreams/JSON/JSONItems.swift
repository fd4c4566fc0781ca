import DecantCore
import DecantJSON

/// A parser of the JSON texts of a stream.
///
/// It parses complete texts without a copy, and locates their errors in the stream.
struct JSONItems: ~Copyable {
    private var parser: JSONItemParser
    private var preparation: ItemPreparation?
    let limit: Int
    var window = BodyWindow()
    var log = FindingLog()
    var isFinished = false
    var failure: ResponseError?

    /// Whether errors in items are dropped.
    ///
    /// The items are skipped, but no further findings about them are kept.
    var dropsErrors = false

    /// The number of items read, including skipped ones.
    var count = 0

    /// The maximum number of bytes in a batch of items.
    static let batchLength = 1 << 16

    /// The current batch of items.
    private var batch: JSONBatch?

    /// The range of the batch in the window, its item count, the items consumed, and the items reported to the framing.
    private var batchState = (start: 0, end: 0, count: 0, taken: 0, known: 0)

    /// The end of the range to read item by item, because a batch failed or was not consumed in time.
    private(set) var singleEnd = 0

    init(_ options: JSON.Options, _ limits: Limits, _ preparation: ItemPreparation? = nil) {
        parser = JSONItemParser(options, limits)
        self.preparation = preparation
        limit = limits.itemBytes
    }

    /// Whether a preparation step changes items before they are parsed.
    var isPrepared: Bool { preparation != nil }

    var findings: [Finding] { log.all + (preparation?.findings ?? []) }

    /// Appends bytes.
    mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        endBatch()
        parser.forget()
        window.append(chunk)
    }

    /// Parses the text of an item.
    ///
    /// If errors are dropped and the item is skippable, its error is not located.
    mutating func parse(_ item: Range<Int>, isSkippable: Bool = false) throws(ResponseError) -> JSON {
        endBatch()
        do throws(ResponseError) {
            let json = try preparation == nil ? parser.parse(item, in: &window) : parsePrepared(item)
            if let finding = json.quirks.finding {
                log.report(Finding(finding.code, finding.severity, finding.message, offset: item.lowerBound))
            }
            return json
        } catch {
            throw dropsErrors && isSkippable ? error : located(error, in: item)
        }
    }

    private mutating func parsePrepared(_ item: Range<Int>) throws(ResponseError) -> JSON {
        let text = try preparation?.prepare(window.copy(item))
        do throws(ResponseError) {
            return try parser.parse(text.map { ResponseBytes($0) } ?? ResponseBytes())
        } catch {
            // An offset in the prepared text is not an offset in the stream.
            throw ResponseError(error.code, error.message, at: nil, path: error.details.path, hint: error.details.hint)
        }
    }

    /// Returns an error of an item, located in the stream.
    func located(_ error: ResponseError, in item: Range<Int>) -> ResponseError {
        let offset = item.lowerBound + min(error.offset ?? 0, item.count)
        return located(error, at: offset, showing: item)
    }

    /// Returns an error located at an offset in the stream.
    func located(_ reason: ResponseError, at offset: Int, showing shown: Range<Int>? = nil) -> ResponseError {
        var error = reason.moved(to: window.site(of: offset, showing: shown))
        error.details.itemIndex = count
        return error
    }

    /// Returns the error for an item that is too large.
    func tooLarge(_ noun: String, from start: Int) -> ResponseError {
        let message = "\(noun) \(count) has more than \(limit.counted("byte"))"
        let error = ResponseError(.limitExceeded, message, limit: .itemBytes)
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
            let message = "skipped item \(index) on line \(line): \(error.message)"
            return Finding(.skippedItem, .warning, message, offset: error.offset)
        }
        dropsErrors = log.isFull(of: .skippedItem)
    }

    /// Returns whether a range contains only whitespace.
    func isBlank(_ range: Range<Int>) -> Bool {
        range.allSatisfy { Self.isWhiteSpace(window[$0]) }
    }

    /// Returns whether a byte is whitespace (RFC 8259 §2).
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
        default: false
        }
    }

    /// Whether the stream begins with a byte-order mark, which is reported.
    ///
    /// The value is nil if more bytes are needed.
    var beginsWithMark: Bool? {
        mutating get {
            let mark = Array("\u{FEFF}".utf8)
            let count = min(window.end, mark.count)
            let isMark = (0..<count).allSatisfy { window[$0] == mark[$0] }
            guard !isMark || count == mark.count || isFinished else { return nil }
            guard isMark, count == mark.count else { return false }
            log.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was removed", offset: 0))
            return true
        }
    }
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
    ///   - expected: The required number of items; nil if it is not known.
    /// - Returns: Whether ``nextOfBatch()`` has items.
    mutating func readBatch(_ bytes: Range<Int>, _ separator: JSONSeparator, expecting expected: Int? = nil) -> Bool {
        batch = nil
        guard preparation == nil else { return false }
        var count = parser.parse(bytes, separator, mostBytes: limit, in: &window)
        if let expected, count != expected { count = 0 }
        if count > 0 { batch = parser.batch }
        batchState = (bytes.lowerBound, bytes.upperBound, count, 0, 0)
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

    /// Returns the range of the last item returned by ``nextOfBatch()``; nil if none was returned since the previous
    /// call.
    mutating func takenOfBatch() -> Range<Int>? {
        guard batchState.taken > batchState.known, let bytes = batch?.bytes(ofItem: batchState.taken - 1) else {
            return nil
        }
        batchState.known = batchState.taken
        let range = batchState.start + bytes.lowerBound..<batchState.start + bytes.upperBound
        window.drop(before: range.lowerBound)
        return range
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
        mostBytes: Int,
        in window: inout BodyWindow
    ) -> Int {
        forget()
        guard let next = window.replace(at: bytes.upperBound, by: 0) else {
            return parse(window.copy(bytes), separator, mostBytes: mostBytes)
        }
        defer { window.restore(next, at: bytes.upperBound) }
        return parse(window.body(bytes), separator, mostBytes: mostBytes)
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
