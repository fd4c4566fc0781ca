import CDecantStreams
public import DecantCore
public import DecantJSON

/// JSON Lines, also known as NDJSON: a JSON text on each line.
public enum JSONLines {
    /// Reads JSON Lines while they arrive.
    ///
    /// ```swift
    /// var reader = JSONLines.Reader()
    /// for chunk in chunks {
    ///     reader.append(chunk)
    ///     while let value = try reader.next() { print(try value.decode(Row.self)) }
    /// }
    /// reader.finish()
    /// while let value = try reader.next() { print(try value.decode(Row.self)) }
    /// ```
    ///
    /// Lines end with LF; a CR before it is white space, and blank lines are passed over. What follows the last LF is a
    /// line. Values, findings and errors are the same however the bytes are cut.
    ///
    /// A value refers to the memory in which it arrived. While one is kept, so is all that arrived with it.
    public struct Reader: ~Copyable {
        var items: JSONItems
        private let skipsBadItems: Bool
        private var start = 0
        private var scanned = 0
        private var hasBegun = false
        /// The place of the line that was read last.
        package private(set) var item = 0..<0

        /// Creates a reader of a stream that is yet to come.
        ///
        /// - Parameters:
        ///   - options: The ways in which the texts are read.
        ///   - limits: The limits, of which ``Limits/itemBytes`` counts for a line, and those of JSON for each text.
        ///   - skipsBadItems: Whether a line that is not a JSON text becomes a finding instead of an error.
        public init(options: JSON.Options = JSON.Options(), limits: Limits = Limits(), skipsBadItems: Bool = false) {
            items = JSONItems(options, limits)
            self.skipsBadItems = skipsBadItems
        }
    }
}

extension JSONLines.Reader {
    /// Adds what has arrived; it is looked at when values are asked for.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: Span<UInt8>) {
        if !items.isFinished { items.window.append(chunk) }
    }

    /// Adds what has arrived; it is looked at when values are asked for.
    ///
    /// - Parameter chunk: The bytes that follow those before, of any number.
    public mutating func append(_ chunk: some Sequence<UInt8>) { append(Array(chunk).span) }

    /// Notes that nothing more will arrive; ``next()`` gives what is left.
    public mutating func finish() { items.isFinished = true }

    /// The findings so far.
    public var findings: [Finding] { items.log.all }

    /// The number of values that were read, with the lines that were skipped.
    public var itemCount: Int { items.count }

    /// The position in the stream up to which it was read.
    public var position: SourcePosition { items.window.position(of: start) }

    /// Reads the value of the next line that is not blank.
    ///
    /// - Returns: The value, in whose positions offsets, lines and columns count from the beginning of its line; nil if more
    ///   bytes are needed, or at the end.
    /// - Throws: ``ResponseError`` with the place in the whole stream and the index of the value. Every later call throws it
    ///   again.
    public mutating func next() throws(ResponseError) -> JSON? {
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
                items.skip(error)
            }
        }
        return nil
    }

    /// Reads the next line, and goes on after one that is not a JSON text, for programs that report on each.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: ``ResponseError`` for what ends the stream, such as a line that is too large.
    public mutating func nextRecord() throws(ResponseError) -> StreamRecord? {
        let record = try read()
        switch record {
        case .value, .malformed: items.count &+= 1
        case .blank, .trailing, nil: break
        }
        return record
    }

    private mutating func read() throws(ResponseError) -> StreamRecord? {
        if let failure = items.failure { throw failure }
        guard hasBegun || begin(), let line = try nextLine() else { return nil }
        item = line
        if line.isEmpty || items.isBlank(line) { return .blank }
        do throws(ResponseError) {
            return .value(try items.parse(line))
        } catch {
            return .malformed(explained(error, line))
        }
    }
}

extension JSONLines.Reader {
    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held.

    private mutating func nextLine() throws(ResponseError) -> Range<Int>? {
        items.window.drop(before: start)
        let left = items.window.end &- scanned
        let found = left > 0 ? unsafe decant_find_byte(items.window.address(of: scanned), 0x0A, left) : 0
        scanned = scanned &+ found
        if scanned &- start > items.limit { throw items.fail(items.tooLarge("line", from: start)) }
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

    /// Drops a byte-order mark; false if it cannot be told yet whether there is one.
    private mutating func begin() -> Bool {
        guard let isMarked = items.beginsWithMark else { return false }
        hasBegun = true
        if isMarked { (start, scanned) = (3, 3) }
        return true
    }

    /// The error for a line, with a hint that names the serializer for what the stream is instead.
    private mutating func explained(_ error: ResponseError, _ line: Range<Int>) -> ResponseError {
        var error = error
        let first = line.first { !JSONItems.isWhiteSpace(items.window[$0]) }.map { items.window[$0] }
        let isAtEnd = error.offset.map { $0 >= line.upperBound } ?? false
        let found = error.offset.flatMap { line.contains($0) ? items.window[$0] : nil }
        switch (first, found) {
        case (0x1E, _): error.details.hint = "records that begin with 0x1E are a JSON sequence: use .jsonSequence"
        case (0x3C, _): error.details.hint = "expected JSON Lines, but received an HTML or XML page"
        case (0x5B, _) where isAtEnd && items.count == 0:
            error.details.hint = "the stream is an array over several lines: use .jsonElements, or .json for all of it"
        case (0x7B, _) where isAtEnd, (0x5B, _) where isAtEnd:
            error.details.hint = "a value over several lines is not JSON Lines: use .json, or .jsonSequence"
        case (_, 0x2C): error.details.hint = "values with commas between them are an array: use .jsonElements"
        case (_, .some) where isAfterValue(error.offset, line):
            error.details.hint = "a line has one value; if each follows a record separator, use .jsonSequence"
        default: break
        }
        return error
    }
}

extension JSONLines.Reader {
    /// Returns whether the line is a JSON text up to an offset.
    private mutating func isAfterValue(_ offset: Int?, _ line: Range<Int>) -> Bool {
        guard let offset, line.contains(offset) else { return false }
        return (try? items.parse(line.lowerBound..<offset)) != nil
    }
}

extension JSONItems {
    /// Notes an item that is left out.
    mutating func skip(_ error: ResponseError) {
        let index = count
        count &+= 1
        let line = error.position?.line ?? 1
        log.report(.skippedItem) {
            let message = "skipped item \(index) on line \(line): \(error.message)"
            return Finding(.skippedItem, .warning, message, offset: error.offset)
        }
    }

    /// Whether the stream begins with a byte-order mark, which is noted; nil if that cannot be told yet.
    var beginsWithMark: Bool? {
        mutating get {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let count = min(window.end, mark.count)
            let isMark = (0..<count).allSatisfy { window[$0] == mark[$0] }
            guard !isMark || count == mark.count || isFinished else { return nil }
            guard isMark, count == mark.count else { return false }
            log.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was removed", offset: 0))
            return true
        }
    }
}
