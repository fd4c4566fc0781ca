import CDecantStreams
import DecantCore
import DecantJSON

/// The framing of JSON text sequences, `application/json-seq` (RFC 7464).
///
/// A record separator, 0x1E, precedes each JSON text, and a line feed follows it. A value is complete with the line
/// feed after it, with the next record separator, or at the end of the stream. Bytes before the first separator, and a
/// record that is not exactly one JSON text, are errors. A number, `true`, `false`, or `null` without whitespace after
/// it is also an error, because it may be truncated (RFC 7464 §2.4). Consecutive separators count as one.
struct JSONSequenceFraming: JSONFraming {
    /// The record separator, RS of ASCII (RFC 7464 §2.2).
    static let separator: UInt8 = 0x1E

    private var state = State.preamble
    private var extent = JSONExtent()
    /// The offset of the start of the record.
    private var start = 0
    /// The end offset of the scanned part of the record.
    private var scanned = 0
    /// The range of the last record.
    private(set) var item = 0..<0
    private enum State {
        /// Before the first separator.
        case preamble
        /// Before the value of a record.
        case before
        /// In a value.
        case value
        /// Between a value and the line feed after it.
        case after
        /// After the line feed, when the value has been returned.
        case given
        /// In a malformed record that was reported.
        case skipping
    }

    init() {}

    var position: Int { scanned }

    mutating func next(of items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        items.window.drop(before: start)
        while true {
            if let record = try step(&items) { return record }
            guard scanned < items.window.end else { break }
        }
        guard items.isFinished else { return nil }
        return try end(&items)
    }
}

extension JSONSequenceFraming {
    /// Reads more of the record.
    ///
    /// Returns nil if no value is complete.
    private mutating func step(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        switch state {
        case .preamble: readPreamble(&items)
        case .before, .given, .after: try skipWhitespace(&items)
        case .value: try readValue(&items)
        case .skipping: skipRecord(&items)
        }
    }

    private mutating func check(_ items: inout JSONItems) throws(ResponseError) {
        if scanned - start > items.limit { throw items.tooLarge("record", from: start) }
    }

    /// Begins a record after the separator at the given offset.
    private mutating func startRecord(after separator: Int) {
        start = separator + 1
        scanned = start
        state = .before
    }

    private mutating func readPreamble(_ items: inout JSONItems) -> StreamRecord? {
        guard scanned < items.window.end else { return nil }
        guard items.window[scanned] != Self.separator else {
            startRecord(after: scanned)
            return nil
        }
        state = .skipping
        let byte = items.window[scanned]
        let beginsJSON = JSONItems.isWhitespace(byte) || "[{\"-0123456789tfn".utf8.contains(byte)
        let hint: Hint? = beginsJSON ? .jsonValues : nil
        let message = "expected a record separator (0x1E) at the beginning of a JSON sequence"
        let error = ResponseError(.malformedBody, message, at: nil, hint: hint)
        return .malformed(items.located(error, at: scanned, showing: scanned..<scanned))
    }

    /// Skips whitespace around a value.
    private mutating func skipWhitespace(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        while scanned < items.window.end {
            let byte = items.window[scanned]
            guard JSONItems.isWhitespace(byte) else {
                try check(&items)
                return byte == Self.separator ? close(at: scanned, &items) : leaveWhitespace(&items)
            }
            scanned += 1
            if state == .given { start = scanned }
            if byte == UInt8(ascii: "\n"), state == .after {
                try check(&items)
                let record = parsed(start..<scanned, &items)
                state = .given
                // A malformed record is one item, even if more text follows in it.
                if case .malformed = record { state = .skipping }
                return record
            }
        }
        try check(&items)
        return nil
    }

    private mutating func leaveWhitespace(_ items: inout JSONItems) -> StreamRecord? {
        if state == .before {
            extent.restart(at: scanned, in: items.window)
            state = .value
            return nil
        }
        defer { state = .skipping }
        guard state == .given else { return parsed(start..<scanned + 1, &items) }
        let message = "expected one JSON text in a record, but more follows its line feed"
        let hint = "each text of a JSON sequence begins with a record separator (0x1E)"
        let reason = ResponseError(.malformedBody, message, hint: hint)
        var error = items.located(reason, at: scanned, showing: start..<scanned)
        error.details.itemIndex = max(items.count - 1, 0)
        return .trailing(error)
    }

    /// Skips text after a value that was skipped.
    mutating func skipRemainder() {
        if state == .given { state = .skipping }
    }

    /// Ends the record at a separator, or at the end of the stream.
    private mutating func close(at end: Int, _ items: inout JSONItems) -> StreamRecord? {
        let record = start..<end
        defer { if end < items.window.end { startRecord(after: end) } }
        switch state {
        case .given, .skipping, .preamble: return nil
        case .before: return record.isEmpty ? nil : .blank
        case .value, .after: return complete(record, &items)
        }
    }

    /// Returns the record for a range that ends at a separator or at the end of the stream.
    private mutating func complete(_ record: Range<Int>, _ items: inout JSONItems) -> StreamRecord {
        let parsed = parsed(record, &items)
        guard case .value = parsed, extent.isScalar, extent.scanned == record.upperBound else { return parsed }
        let message = "the record may be truncated: expected whitespace after a number or a literal"
        let error = ResponseError(.malformedBody, message)
        return .malformed(items.located(error, at: record.upperBound, showing: record))
    }

    private mutating func parsed(_ record: Range<Int>, _ items: inout JSONItems) -> StreamRecord {
        item = record
        do throws(ResponseError) {
            return .value(try items.parse(record))
        } catch {
            return .malformed(error.ofItem)
        }
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held.

    /// Reads more of a value.
    ///
    /// A separator ends the value, because a JSON text cannot contain one.
    private mutating func readValue(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        let left = items.window.end - scanned
        guard left > 0 else { return nil }
        let limit = unsafe scanned + decant_find_byte(items.window.address(of: scanned), Self.separator, left)
        let end = extent.end(in: items.window, before: limit)
        scanned = extent.scanned
        try check(&items)
        if end != nil { state = .after }
        return end == nil && limit < items.window.end ? close(at: limit, &items) : nil
    }

    /// Skips bytes up to the next separator.
    private mutating func skipRecord(_ items: inout JSONItems) -> StreamRecord? {
        let left = items.window.end - scanned
        guard left > 0 else { return nil }
        let found = unsafe decant_find_byte(items.window.address(of: scanned), Self.separator, left)
        scanned += found
        if found < left { startRecord(after: scanned) } else { start = scanned }
        return nil
    }

    /// Ends the stream.
    private mutating func end(_ items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        guard start < items.window.end else { return nil }
        var record = close(at: items.window.end, &items)
        if case .malformed(var error)? = record, error.details.isCut {
            error.details.hint = "the stream ends inside a record"
            record = .malformed(error)
        }
        start = items.window.end
        state = .given
        return record
    }
}

extension Hint {
    /// The hint for a stream of another format that begins with a record separator.
    static let jsonSequence = Hint("records that begin with 0x1E are a JSON sequence", .format("jsonSequence"))

    /// The hint for a stream of another format that has one value after another.
    static let jsonValues = Hint("the body looks like several JSON values", .format("jsonValues"))
}
