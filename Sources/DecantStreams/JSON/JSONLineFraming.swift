import CDecantStreams
import DecantCore
import DecantJSON

/// The framing of JSON Lines, also known as NDJSON: one JSON text on each line.
///
/// Lines end with LF; a CR before it is whitespace. Empty lines and lines of whitespace are skipped. Text after the
/// last LF is a line.
struct JSONLineFraming: JSONFraming {
    private var start = 0
    private var scanned = 0
    private var hasBegun = false
    private(set) var item = 0..<0

    init() {}

    var position: Int { start }

    mutating func next(of items: inout JSONItems) throws(ResponseError) -> StreamRecord? {
        guard hasBegun || skipMark(&items), let line = try nextLine(of: &items) else { return nil }
        if let (lines, count) = lines(from: line, of: &items), items.readBatch(lines, .lineFeed, expecting: count) {
            return items.nextOfBatch().map(StreamRecord.value)
        }
        item = line
        if line.isEmpty || items.isBlank(line) { return .blank }
        do throws(ResponseError) {
            return .value(try items.parse(line, isSkippable: true))
        } catch {
            return .malformed(items.dropsErrors || items.isPrepared ? error : explained(error, line, &items))
        }
    }
}

extension JSONLineFraming {
    mutating func resume(after item: Range<Int>) {
        self.item = item
        start = item.upperBound + 1
        scanned = start
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned`, and so from `start` when a line has just been found, to the window's end are
    // held.

    /// Returns the range of all complete lines from the first one on, and their number; nil if there is only one line.
    private func lines(from first: Range<Int>, of items: inout JSONItems) -> (Range<Int>, count: Int)? {
        guard first.lowerBound >= items.singleEnd else { return nil }
        let maxLength = min(items.window.end, first.lowerBound + items.batchLength) - start
        guard maxLength > 0 else { return nil }
        let length = unsafe decant_find_last_byte(items.window.address(of: start), UInt8(ascii: "\n"), maxLength)
        guard length > 0 else { return nil }
        let lines = first.lowerBound..<start + length
        return (lines, items.window.countLines(lines))
    }

    private mutating func nextLine(of items: inout JSONItems) throws(ResponseError) -> Range<Int>? {
        items.window.drop(before: start)
        let left = items.window.end &- scanned
        let feed = UInt8(ascii: "\n")
        let found = left > 0 ? unsafe decant_find_byte(items.window.address(of: scanned), feed, left) : 0
        scanned = scanned &+ found
        if scanned &- start > items.limit { throw items.tooLarge("line", from: start) }
        let line = start..<scanned
        guard found < left else {
            guard items.isFinished, !line.isEmpty else { return nil }
            start = scanned
            return line
        }
        scanned = scanned &+ 1
        start = scanned
        return line
    }

    /// Skips a byte-order mark.
    ///
    /// Returns false if more bytes are needed to recognize one.
    private mutating func skipMark(_ items: inout JSONItems) -> Bool {
        guard let length = items.lengthOfMark() else { return false }
        hasBegun = true
        start = length
        scanned = length
        return true
    }

    /// Returns the error for a line, with a hint that names the right serializer for the stream.
    private func explained(_ error: ResponseError, _ line: Range<Int>, _ items: inout JSONItems) -> ResponseError {
        var error = error
        let first = items.firstByte(of: line)
        let isAtEnd = error.offset.map { $0 >= line.upperBound } ?? false
        let found = items.byte(at: error.offset, in: line)
        switch (first, found) {
        case (JSONSequenceFraming.separator, _) where items.count == 0: error.details.hint = .jsonSequence
        case (UInt8(ascii: "<"), _):
            error.details.hint = "expected JSON Lines, but received an HTML or XML page"
        case _ where error.details.isCut && line.upperBound == items.window.end:
            // Only the last line has no line feed after it.
            error.details.hint = "the stream ends inside a line"
        case (UInt8(ascii: "["), _) where isAtEnd && items.count == 0:
            error.details.hint = Hint("the stream is an array over several lines", .format("jsonElements"))
        case (UInt8(ascii: "{"), _) where isAtEnd, (UInt8(ascii: "["), _) where isAtEnd:
            error.details.hint = Hint("a value over several lines is not JSON Lines", .format("jsonValues"))
        case (_, UInt8(ascii: ",")): error.details.hint = "JSON Lines have no commas between values"
        case (_, .some) where isAfterValue(error.offset, line, &items):
            let isSequence = error.details.hint.remedy?.name == "jsonValues"
            error.details.hint = Hint("a line has one value", isSequence ? .format("jsonValues") : nil)
        default: break
        }
        return error
    }
}

extension JSONLineFraming {
    /// Returns whether the line up to an offset is a JSON text.
    private func isAfterValue(_ offset: Int?, _ line: Range<Int>, _ items: inout JSONItems) -> Bool {
        guard let offset, line.contains(offset) else { return false }
        return (try? items.parse(line.lowerBound..<offset)) != nil
    }
}

extension JSONItems {
    /// Returns the first byte of a line that is not whitespace.
    fileprivate func firstByte(of line: Range<Int>) -> UInt8? {
        for offset in line where !Self.isWhitespace(window[offset]) { return window[offset] }
        return nil
    }

    /// Returns the byte at an offset, or nil if the offset is outside the line.
    fileprivate func byte(at offset: Int?, in line: Range<Int>) -> UInt8? {
        guard let offset, line.contains(offset) else { return nil }
        return window[offset]
    }
}
