import CDecantStreams
public import DecantCore
public import DecantJSON

/// JSON text sequences, `application/json-seq` (RFC 7464): a record separator, 0x1E, before each JSON text, and a line feed
/// after it.
public enum JSONSequence {
    /// Reads a JSON text sequence while it arrives.
    ///
    /// A value comes with the line feed after it, or with the next record separator, or at the end. Bytes before the first
    /// separator, and a record that is not one JSON text, are errors. So is a number, `true`, `false` or `null` without
    /// white space after it, since it may be cut (RFC 7464 §2.4). Separators in a row count as one.
    ///
    /// Values, findings and errors are the same however the bytes are cut. A value refers to the memory in which it arrived.
    public struct Reader: ~Copyable {
        var items: JSONItems
        private let skipsBadItems: Bool
        private var state = State.preamble
        private var extent = JSONExtent()
        /// The offset at which the record begins.
        private var start = 0
        /// The offset up to which the record has no end.
        private var scanned = 0
        /// The place of the record that was read last.
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
            /// After the line feed, when the value has been given out.
            case given
            /// In a record that is malformed, which was said.
            case skipping
        }

        /// Creates a reader of a stream that is yet to come.
        ///
        /// - Parameters:
        ///   - options: The ways in which the texts are read.
        ///   - limits: The limits, of which ``Limits/itemBytes`` counts for a record, and those of JSON for each text.
        ///   - skipsBadItems: Whether a record that is not a JSON text becomes a finding instead of an error.
        public init(options: JSON.Options = JSON.Options(), limits: Limits = Limits(), skipsBadItems: Bool = false) {
            items = JSONItems(options, limits)
            self.skipsBadItems = skipsBadItems
        }
    }
}

extension JSONSequence.Reader {
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

    /// The number of values that were read, with the records that were skipped.
    public var itemCount: Int { items.count }

    /// The position in the stream up to which it was read.
    public var position: SourcePosition { items.window.position(of: scanned) }

    /// Reads the next value.
    ///
    /// - Returns: The value, in whose positions offsets, lines and columns count from its beginning; nil if more bytes are
    ///   needed, or at the end.
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

    /// Reads the next record, and goes on after one that is not a JSON text, for programs that report on each.
    ///
    /// - Returns: The record; nil if more bytes are needed, or at the end.
    /// - Throws: ``ResponseError`` for what ends the stream, such as a record that is too large.
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
        items.window.drop(before: start)
        while true {
            if let record = try step() { return record }
            guard scanned < items.window.end else { break }
        }
        guard items.isFinished else { return nil }
        return try end()
    }
}

extension JSONSequence.Reader {
    /// Goes on in the record; nil if that gives nothing.
    private mutating func step() throws(ResponseError) -> StreamRecord? {
        switch state {
        case .preamble: readPreamble()
        case .before, .given, .after: try skipWhiteSpace()
        case .value: try readValue()
        case .skipping: skipRecord()
        }
    }

    private mutating func check() throws(ResponseError) {
        if scanned - start > items.limit { throw items.fail(items.tooLarge("record", from: start)) }
    }

    /// Begins a record after the separator at an offset.
    private mutating func begin(after separator: Int) {
        start = separator + 1
        scanned = start
        state = .before
    }

    private mutating func readPreamble() -> StreamRecord? {
        guard scanned < items.window.end else { return nil }
        guard items.window[scanned] != 0x1E else {
            begin(after: scanned)
            return nil
        }
        state = .skipping
        let hint = "without 0x1E before each text, the stream may be JSON Lines: use .jsonLines"
        let error = ResponseError(
            .malformedBody,
            "expected a record separator (0x1E) at the beginning of a JSON sequence",
            hint: hint
        )
        return .malformed(items.placed(error, at: scanned))
    }

    /// Passes over white space around a value.
    private mutating func skipWhiteSpace() throws(ResponseError) -> StreamRecord? {
        while scanned < items.window.end {
            let byte = items.window[scanned]
            if byte == 0x1E { return close(at: scanned) }
            guard JSONItems.isWhiteSpace(byte) else { return leaveWhiteSpace() }
            scanned += 1
            if state == .given { start = scanned }
            if byte == 0x0A, state == .after {
                try check()
                state = .given
                return parsed(start..<scanned)
            }
        }
        try check()
        return nil
    }

    private mutating func leaveWhiteSpace() -> StreamRecord? {
        if state == .before {
            extent.begin(at: scanned, in: items.window)
            state = .value
            return nil
        }
        defer { state = .skipping }
        guard state == .given else { return parsed(start..<scanned + 1) }
        let message = "expected one JSON text in a record, but more follows its line feed"
        let hint =
            "each text of expected a record separator (0x1E) at the beginning of a JSON sequence; without them, use .jsonLines"
        return .trailing(items.placed(ResponseError(.malformedBody, message, hint: hint), at: scanned))
    }

    /// Ends the record at a separator, or at the end of the stream.
    private mutating func close(at end: Int) -> StreamRecord? {
        let record = start..<end
        defer { if end < items.window.end { begin(after: end) } }
        switch state {
        case .given, .skipping, .preamble: return nil
        case .before: return record.isEmpty ? nil : .blank
        case .value, .after: return complete(record)
        }
    }

    /// A record of which all bytes are known.
    private mutating func complete(_ record: Range<Int>) -> StreamRecord {
        let parsed = parsed(record)
        guard case .value = parsed, extent.isScalar, extent.scanned == record.upperBound else { return parsed }
        let message = "the record may be truncated: expected white space after a number or a literal"
        return .malformed(items.placed(ResponseError(.malformedBody, message), at: record.upperBound))
    }

    private mutating func parsed(_ record: Range<Int>) -> StreamRecord {
        item = record
        do throws(ResponseError) {
            return .value(try items.parse(record))
        } catch {
            return .malformed(error)
        }
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held.

    /// Reads on in a value; a separator ends it, since none can be in a JSON text.
    private mutating func readValue() throws(ResponseError) -> StreamRecord? {
        let left = items.window.end - scanned
        guard left > 0 else { return nil }
        let limit = unsafe scanned + decant_find_byte(items.window.address(of: scanned), 0x1E, left)
        let end = extent.end(in: items.window, before: limit)
        scanned = extent.scanned
        try check()
        if end != nil { state = .after }
        return end == nil && limit < items.window.end ? close(at: limit) : nil
    }

    /// Passes over bytes up to a separator.
    private mutating func skipRecord() -> StreamRecord? {
        let left = items.window.end - scanned
        guard left > 0 else { return nil }
        let found = unsafe decant_find_byte(items.window.address(of: scanned), 0x1E, left)
        scanned += found
        if found < left { begin(after: scanned) } else { start = scanned }
        return nil
    }

    /// Ends the stream.
    private mutating func end() throws(ResponseError) -> StreamRecord? {
        guard start < items.window.end else { return nil }
        let record = close(at: items.window.end)
        start = items.window.end
        state = .given
        return record
    }
}
