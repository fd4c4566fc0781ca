import DecantCore
import DecantJSON

/// The JSON texts of a stream: reads one that is held, where it is, and places its errors in the stream.
struct JSONItems: ~Copyable {
    private var parser: JSONItemParser
    private var preparation: ItemPreparation?
    let limit: Int
    var window = BodyWindow()
    var log = FindingLog()
    var isFinished = false
    var failure: ResponseError?

    /// Whether the errors in items are dropped: the items are skipped, and no more findings about them are kept.
    var dropsErrors = false

    /// The number of items that were read, also of those that were skipped.
    var count = 0

    /// The number of bytes of items that are read at once.
    static let batchLength = 1 << 16

    /// The items that were read at once.
    private var batch: JSONBatch?

    /// The place of their bytes, their number, that of those already taken, and how many of these the framing knows of.
    private var batchState = (start: 0, end: 0, count: 0, taken: 0, known: 0)

    /// The offset up to which items have to be read one by one, since they could not be read at once, or were not taken in time.
    private(set) var singleEnd = 0

    init(_ options: JSON.Options, _ limits: Limits, _ preparation: ItemPreparation? = nil) {
        parser = JSONItemParser(options, limits)
        self.preparation = preparation
        limit = limits.itemBytes
    }

    /// Whether items are changed before they are parsed.
    var isPrepared: Bool { preparation != nil }

    var findings: [Finding] { log.all + (preparation?.findings ?? []) }

    /// Adds bytes.
    mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        endBatch()
        parser.forget()
        window.append(chunk)
    }

    /// Reads the text of an item; an error is not located if it is dropped and the item is skippable.
    mutating func parse(_ item: Range<Int>, isSkippable: Bool = false) throws(ResponseError) -> JSON {
        endBatch()
        do throws(ResponseError) {
            let json = try preparation == nil ? parser.parse(item, in: &window) : parsePrepared(item)
            if let finding = JSONItemParser.finding(json) {
                log.report(Finding(finding.code, finding.severity, finding.message, offset: item.lowerBound))
            }
            return json
        } catch {
            throw dropsErrors && isSkippable ? error : placed(error, in: item)
        }
    }

    private mutating func parsePrepared(_ item: Range<Int>) throws(ResponseError) -> JSON {
        let text = try preparation?.prepare(window.copy(item))
        do throws(ResponseError) {
            return try parser.parse(text.map { ResponseBytes($0) } ?? ResponseBytes())
        } catch {
            // Its offset in the prepared text is none in the stream.
            throw ResponseError(error.code, error.message, path: error.path, hint: error.hint)
        }
    }

    /// The error of an item with its place in the stream.
    func placed(_ error: ResponseError, in item: Range<Int>) -> ResponseError {
        let offset = item.lowerBound + min(error.offset ?? 0, item.count)
        return placed(error, at: offset, showing: item)
    }

    /// The error with a place in the stream.
    func placed(_ reason: ResponseError, at offset: Int, showing shown: Range<Int>? = nil) -> ResponseError {
        var error = reason.moved(to: window.site(of: offset, showing: shown))
        error.details.itemIndex = count
        return error
    }

    /// The error for an item that is too large.
    func tooLarge(_ noun: String, from start: Int) -> ResponseError {
        let message = "\(noun) \(count) has more than \(limit.counted("byte"))"
        let error = ResponseError(.limitExceeded, message, limit: .itemBytes)
        return placed(error, at: start + limit, showing: start..<start + limit)
    }

    /// Ends the stream with an error.
    mutating func fail(_ error: ResponseError) -> ResponseError {
        failure = error
        batchState.count = 0
        return error
    }

    /// Reports an item that is skipped.
    mutating func skip(_ error: ResponseError) {
        report(skipped: error, index: count)
        count &+= 1
    }

    /// Reports skipped text after the value of the last item, which counts as a part of that item.
    mutating func skipTrailing(_ error: ResponseError) { report(skipped: error, index: max(count - 1, 0)) }

    private mutating func report(skipped error: ResponseError, index: Int) {
        let line = error.position?.line ?? 1
        log.report(.skippedItem) {
            let message = "skipped item \(index) on line \(line): \(error.message)"
            return Finding(.skippedItem, .warning, message, offset: error.offset)
        }
        dropsErrors = log.isFull(of: .skippedItem)
    }

    /// Returns whether bytes are JSON's white space only.
    func isBlank(_ range: Range<Int>) -> Bool {
        range.allSatisfy { Self.isWhiteSpace(window[$0]) }
    }

    /// Returns whether a byte is white space (RFC 8259 §2).
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
        default: false
        }
    }

    /// Whether the stream begins with a byte-order mark, which is reported; nil if more bytes are needed to find out.
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

// MARK: - Many at once

extension JSONItems {
    /// Reads the items in some bytes at once, as many as are as usual.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - separator: The byte between items.
    ///   - expected: The number of items that there have to be, if it is known.
    /// - Returns: Whether there are any for ``nextOfBatch()``.
    mutating func readBatch(_ bytes: Range<Int>, _ separator: JSONSeparator, expecting expected: Int? = nil) -> Bool {
        batch = nil
        guard preparation == nil else { return false }
        var count = parser.parse(bytes, separator, mostBytes: limit, in: &window)
        if let expected, count != expected { count = 0 }
        if count > 0 { batch = parser.batch }
        batchState = (bytes.lowerBound, bytes.upperBound, count, 0, 0)
        // What is left of the bytes that have arrived is the beginning of an item.
        if count == 0 || bytes.upperBound == window.end { singleEnd = bytes.upperBound }
        return count > 0
    }

    /// The next of the items that were read at once.
    @inline(__always)
    mutating func nextOfBatch() -> JSON? {
        guard batchState.taken < batchState.count, let json = batch?[batchState.taken] else { return nil }
        batchState.taken &+= 1
        return json
    }

    /// The place of the item that ``nextOfBatch()`` returned last; nil if there was none since this was called last.
    mutating func takenOfBatch() -> Range<Int>? {
        guard batchState.taken > batchState.known, let bytes = batch?.bytes(ofItem: batchState.taken - 1) else {
            return nil
        }
        batchState.known = batchState.taken
        let place = batchState.start + bytes.lowerBound..<batchState.start + bytes.upperBound
        window.drop(before: place.lowerBound)
        return place
    }

    /// Leaves the items that were not taken to be read one by one.
    private mutating func endBatch() {
        batch = nil
        guard batchState.taken < batchState.count else { return }
        singleEnd = max(singleEnd, batchState.end)
        batchState.count = 0
    }
}

extension JSONItemParser {
    /// Reads several texts where they are in a window, as ``parse(_:in:)`` reads one.
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

    /// Reads a text where it is in a window, or a copy of it while somebody keeps a part of the window's memory.
    mutating func parse(_ text: Range<Int>, in window: inout BodyWindow) throws(ResponseError) -> JSON {
        forget()
        // The scanner stops at a zero byte, which the bytes that follow are not.
        guard let next = window.replace(at: text.upperBound, by: 0) else { return try parse(window.copy(text)) }
        defer { window.restore(next, at: text.upperBound) }
        return try parse(window.body(text))
    }
}
