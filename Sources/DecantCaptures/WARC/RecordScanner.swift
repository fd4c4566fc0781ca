internal import DecantCore
internal import DecantStreams

// Why: a record ends after as many bytes as its header states, and CR LF CR LF must follow. Where they do not, the
// length is wrong, and the scanner searches for the next record: in the block if the length is too large, after it
// otherwise. The record ends before the next one, so an archive in a record with a correct length stays whole.
//
// A record of a compressed archive is complete only if its member ends with a correct checksum, or if further bytes of
// the member follow. A member that begins with a record ends the record before it.
//
// Bound: a byte is searched for the beginning of a record at most twice, in a block and after it.

/// The bytes of a record.
struct ScannedRecord {
    /// The parsed header.
    var header: RecordHeader

    /// The header and the block.
    let bytes: ResponseBytes

    /// The number of bytes of the header.
    let headerCount: Int

    /// The offset of the record from the first byte that was read, or of the member that it begins in.
    let offset: Int
}

/// A scanner of the records in decompressed bytes, which may be split anywhere.
struct RecordScanner: ~Copyable {
    /// The result of a step.
    enum Action {
        /// More bytes are needed.
        case needsInput

        /// A record is complete.
        case record(ScannedRecord)

        /// A record is damaged, or bytes are not a record.
        case skipped(SkippedData)
    }

    private enum Phase {
        /// Before a record.
        case start
        /// In a header; the bytes before the offset are searched.
        case header(searched: Int)
        /// In a block, or in the line ends after it.
        case block(RecordHeader, start: Int)
        /// After a block whose length is too small; the bytes before the offset are searched.
        case surplus(RecordHeader, start: Int, searched: Int)
        /// Before a record whose offset is unknown; the bytes before the offset are searched.
        case search(from: Int)
    }

    private let limits: ArchiveLimits
    private var window = BodyWindow(countsLines: false)
    private var phase = Phase.start

    /// The offset of the current record in the window's bytes.
    private var recordStart = 0
    private var member = Member()
    /// Whether no more bytes will arrive.
    private(set) var isAtEnd = false

    /// The members of a compressed archive.
    private struct Member {
        /// The offset of the first byte of the last member in the decompressed bytes.
        var start = 0
        /// The offset of that member in the file; nil in a plain archive.
        var offset: Int?
        /// The offset of the member before it in the file.
        var previousOffset: Int?
        /// Whether the member is complete, and its checksum correct.
        var isComplete = true
    }

    init(_ limits: ArchiveLimits) { self.limits = limits }
}

// MARK: - Input

extension RecordScanner {
    /// Whether all bytes that were appended belong to complete records.
    var isBetweenRecords: Bool {
        if case .start = phase { window.count == 0 } else { false }
    }

    /// Appends decompressed bytes.
    mutating func append(_ bytes: Span<UInt8>) { window.append(bytes) }

    /// Appends the decompressed bytes that a closure writes, up to 64 KiB.
    mutating func append<Result>(
        _ write: (inout OutputSpan<UInt8>) throws(ResponseError) -> Result
    ) throws(ResponseError) -> Result {
        try window.append(upTo: 64 << 10, write)
    }

    /// Begins a member of a compressed archive.
    mutating func startMember(at offset: Int) {
        let previous = member.offset
        member = Member(start: window.end, offset: offset, previousOffset: previous, isComplete: false)
    }

    /// Ends a member whose checksum is correct.
    mutating func endMember() { member.isComplete = true }

    /// Drops the bytes of the current record, because its member is damaged.
    mutating func discard() {
        window.clear()
        phase = .start
    }

    /// Ends the input.
    mutating func finish() { isAtEnd = true }
}

// MARK: - Steps

extension RecordScanner {
    /// Scans to the end of the next record.
    mutating func next() -> Action {
        while true {
            let action: Action?
            switch phase {
            case .start: action = start()
            case .header(let searched): action = header(from: searched)
            case .block(let header, let start): action = block(header, start)
            case .surplus(let header, let start, let searched): action = surplus(header, start, from: searched)
            case .search(let start): action = search(from: start)
            }
            if let action { return action }
        }
    }

    /// Begins a record, after line ends that do not belong to one.
    private mutating func start() -> Action? {
        while window.count > 0, window[window.start].isLineEnd { window.drop(before: window.start + 1) }
        recordStart = window.start
        guard window.count > 0 else { return .needsInput }
        guard let isRecord = isRecord(at: recordStart) else { return .needsInput }
        guard !isRecord else {
            phase = .header(searched: recordStart)
            return nil
        }
        guard let isARC = isARC(at: recordStart) else { return .needsInput }
        phase = .search(from: recordStart)
        guard !isARC else {
            let hint = "convert the archive to WARC"
            return skipped(ResponseError(.unsupportedFormat, "ARC, the format before WARC, is not read", hint: hint))
        }
        return skipped(ResponseError(.malformedBody, "expected “WARC/1.0” or “WARC/1.1” at the beginning of a record"))
    }

    private mutating func header(from searched: Int) -> Action? {
        let end: Int
        switch headerEnd(from: searched) {
        case .empty(let offset): end = offset
        case .record(let offset):
            // A smaller chunk would have exceeded the limit before the mark was complete.
            guard offset + Self.markCount - recordStart <= limits.head.headBytes else { return skipTooLongHeader() }
            return cut(at: offset, "the header of a record ends without an empty line")
        case .none:
            phase = .header(searched: window.end)
            if window.end - recordStart > limits.head.headBytes { return skipTooLongHeader() }
            return isAtEnd ? skipRemainder("the archive is truncated in the header of a record") : .needsInput
        }
        guard end - recordStart <= limits.head.headBytes else { return skipTooLongHeader() }
        do throws(ResponseError) {
            let header = try RecordHeader(window.span(recordStart..<end), limits)
            guard header.length <= limits.blockBytes else {
                let count = header.length.counted("byte")
                let message = "the block of \(count) is larger than bodyBytes and headBytes allow"
                throw ResponseError(.limitExceeded, message, limit: .bodyBytes)
            }
            phase = .block(header, start: end)
            return nil
        } catch {
            phase = .search(from: end)
            return skipped(error)
        }
    }

    private mutating func skipTooLongHeader() -> Action {
        phase = .search(from: recordStart + 1)
        let message = "the header has more than \(limits.head.headBytes.counted("byte"))"
        return skipped(ResponseError(.limitExceeded, message, limit: .headBytes))
    }

    /// ISO 28500 §4: `warc-record = header CRLF block CRLF CRLF`.
    private mutating func block(_ header: RecordHeader, _ start: Int) -> Action? {
        let end = start + header.length
        if isCompressed, member.start > recordStart, member.start < end {
            guard let isRecord = isRecord(at: member.start) else { return .needsInput }
            if isRecord, member.start > start { return guessed(header, start, member.start) }
            if isRecord { return cut(at: member.start, "the record is truncated at the end of its member") }
        }
        guard window.end >= end else { return isAtEnd ? shortBlock(header, start, end) : .needsInput }
        var position = end
        while position < min(window.end, end + 4), window[position].isLineEnd { position += 1 }
        let isEndKnown = isAtEnd || position == end + 4 || position < window.end || member.isComplete && isCompressed
        guard isEndKnown, isVerified(position) else { return .needsInput }
        guard position < end + 4 else {
            phase = .start
            return record(header, start, end, next: position, nil)
        }
        if position < window.end {
            guard let isRecord = isRecord(at: position) else { return .needsInput }
            guard isRecord else { return misplacedEnd(header, start, end) }
        }
        if containsTerminator(header, start, position) { return guessed(header, start, position) }
        phase = .start
        let message = "expected CR LF twice after the block"
        return record(header, start, end, next: position, Finding(.irregularRecord, .note, message))
    }

    /// Ends the archive in a block: before a record in the block, or at the end if only the length is wrong.
    private mutating func shortBlock(_ header: RecordHeader, _ start: Int, _ end: Int) -> Action {
        if let next = nextRecord(in: start..<window.end) { return guessed(header, start, next) }
        let isNearEnd = end - window.end <= Self.maxDeviation && endsWithTerminator(window.end, after: start)
        if isCompressed && member.isComplete || isNearEnd { return guessed(header, start, window.end) }
        return skipRemainder("the archive is truncated in the block of a record")
    }

    /// Finds the end of a record that does not end after its length: in the block, or after it.
    private mutating func misplacedEnd(_ header: RecordHeader, _ start: Int, _ end: Int) -> Action? {
        // A mark may begin in the block and end after it.
        let markEnd = end + Self.markCount - 1
        guard window.end >= markEnd || isAtEnd else { return .needsInput }
        if let next = nextRecord(in: start..<min(window.end, markEnd)) { return guessed(header, start, next) }
        phase = .surplus(header, start: start, searched: end)
        return nil
    }

    /// Searches for the next record after a block whose length is too small.
    ///
    /// The bytes before it belong to the block if CR LF CR LF or a member ends them.
    private mutating func surplus(_ header: RecordHeader, _ start: Int, from searched: Int) -> Action? {
        let end = start + header.length
        let next = nextRecord(in: searched..<window.end)
        let last = next ?? window.end
        // A mark that begins within the limit may end after it.
        guard next != nil || isAtEnd || window.end - start >= limits.blockBytes + Self.markCount else {
            phase = .surplus(header, start: start, searched: max(end, window.end - Self.markCount + 1))
            return .needsInput
        }
        if last - start <= limits.blockBytes {
            let isAtMember = isCompressed && (next == member.start || next == nil && member.isComplete)
            let isNearEnd = next != nil || last - end <= Self.maxDeviation
            if isAtMember || isNearEnd && endsWithTerminator(last, after: start) { return guessed(header, start, last) }
        }
        phase = .search(from: end)
        let message = "the record does not end after its \(header.length.counted("byte"))"
        return record(header, start, end, next: end, Finding(.irregularRecord, .warning, message))
    }

    /// Searches for the beginning of a record.
    private mutating func search(from start: Int) -> Action? {
        let start = max(start, window.start)
        if let next = nextRecord(in: start..<window.end) {
            window.drop(before: next)
            phase = .start
            return nil
        }
        // The last bytes may be the beginning of a record.
        let kept = max(start, window.end - Self.markCount)
        guard isAtEnd else {
            if kept > window.start { window.drop(before: max(window.start, kept - 1)) }
            phase = .search(from: kept)
            return .needsInput
        }
        window.clear()
        phase = .start
        return .needsInput
    }
}

// MARK: - Results

extension RecordScanner {
    private var isCompressed: Bool { member.offset != nil }

    /// The offset of the current record in the file, or of its member.
    private var fileOffset: Int {
        guard let offset = member.offset else { return recordStart }
        return recordStart >= member.start ? offset : member.previousOffset ?? offset
    }

    /// Returns whether a record that ends at an offset is complete.
    private func isVerified(_ end: Int) -> Bool { !isCompressed || member.isComplete || window.end > end }

    private func skipped(_ error: ResponseError) -> Action { .skipped(SkippedData(error: error, offset: fileOffset)) }

    private mutating func skipRemainder(_ message: String) -> Action {
        let action = skipped(ResponseError(.truncatedBody, message))
        discard()
        return action
    }

    /// Skips an incomplete record before an offset where another record begins.
    private mutating func cut(at end: Int, _ message: String) -> Action {
        let action = skipped(ResponseError(.truncatedBody, message))
        window.drop(before: end)
        phase = .start
        return action
    }

    private mutating func record(
        _ header: RecordHeader,
        _ start: Int,
        _ end: Int,
        next: Int,
        _ finding: Finding?
    ) -> Action {
        var header = header
        if let finding { header.record(finding) }
        let record = ScannedRecord(
            header: header,
            bytes: window.copy(recordStart..<end),
            headerCount: start - recordStart,
            offset: fileOffset
        )
        window.drop(before: next)
        return .record(record)
    }

    /// Ends a record whose length is too large before the next record.
    private mutating func guessed(_ header: RecordHeader, _ start: Int, _ next: Int) -> Action {
        phase = .start
        var end = next
        for lineEnd in [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        where end > start && window[end - 1] == lineEnd { end -= 1 }
        let message = "the record has \((end - start).counted("byte")), although its length is \(header.length)"
        return record(header, start, end, next: next, Finding(.guessedEnd, .warning, message))
    }
}

// MARK: - Marks

extension RecordScanner {
    /// The number of bytes that show the beginning of a record: `WARC/1.`.
    private static let markCount = 7

    /// The maximum number of bytes by which a length is corrected if no record follows.
    private static let maxDeviation = 64

    /// Returns whether CR LF CR LF, which ends a record, is before an offset and after the start of a block.
    private func endsWithTerminator(_ offset: Int, after start: Int) -> Bool {
        window.span(start..<offset).has("\r\n\r\n", at: offset - start - 4)
    }

    /// Returns whether the length of a block includes line ends that end the record.
    ///
    /// The empty line at the end of a head is not among them.
    private func containsTerminator(_ header: RecordHeader, _ start: Int, _ end: Int) -> Bool {
        guard endsWithTerminator(end, after: start) else { return false }
        let block = window.span(start..<end - 4)
        guard block.has("HTTP/", at: 0) else { return true }
        for index in block.indices where block.has("\n\r\n", at: index) || block.has("\n\n", at: index) { return true }
        return false
    }

    /// Returns whether an ARC file begins at an offset (ARC 1.0, “version block”), or nil if more bytes are needed.
    private func isARC(at offset: Int) -> Bool? {
        let (bytes, mark) = (window.span(offset..<window.end), Array("filedesc:".utf8))
        for index in 0..<min(bytes.count, mark.count) where bytes[index] != mark[index] { return false }
        return bytes.count >= mark.count ? true : isAtEnd ? false : nil
    }

    /// Returns whether a record begins at an offset, or nil if more bytes are needed.
    private func isRecord(at offset: Int) -> Bool? {
        let held = window.span(offset..<window.end)
        let count = min(held.count, Self.markCount)
        for index in 0..<count where !Self.mayBeMark(held[index], at: index) { return false }
        return count == Self.markCount ? true : isAtEnd ? false : nil
    }

    private static func mayBeMark(_ byte: UInt8, at index: Int) -> Bool {
        switch index {
        case 0: byte == UInt8(ascii: "W")
        case 1: byte == UInt8(ascii: "A")
        case 2: byte == UInt8(ascii: "R")
        case 3: byte == UInt8(ascii: "C")
        case 4: byte == UInt8(ascii: "/")
        case 5: byte.isDigit
        default: byte == UInt8(ascii: ".")
        }
    }

    /// Returns the first offset in a range where a record begins, after a line end.
    private func nextRecord(in range: Range<Int>) -> Int? {
        let bytes = window.span(range)
        var index = 0
        while index + Self.markCount <= bytes.count {
            let offset = range.lowerBound + index
            if bytes[index] == UInt8(ascii: "W"), isRecord(at: offset) == true {
                let isAtLine = offset > window.start && window[offset - 1] == UInt8(ascii: "\n")
                if isAtLine || isCompressed && offset == member.start { return offset }
            }
            index += 1
        }
        return nil
    }

    /// The end of a header.
    private enum HeaderEnd {
        /// After the empty line.
        case empty(Int)
        /// Before a line that begins another record.
        case record(Int)
        /// Not among the bytes that have arrived.
        case none
    }

    private func headerEnd(from searched: Int) -> HeaderEnd {
        let bytes = window.span(recordStart..<window.end)
        // The bytes after a line end may have arrived later.
        var index = max(0, searched - recordStart - Self.markCount)
        while let lineEnd = bytes.firstOffset(of: UInt8(ascii: "\n"), in: index..<bytes.count) {
            index = lineEnd + 1
            let isReturn = index < bytes.count && bytes[index] == UInt8(ascii: "\r")
            let feed = isReturn ? index + 1 : index
            if feed < bytes.count, bytes[feed] == UInt8(ascii: "\n") { return .empty(recordStart + feed + 1) }
            if isRecord(at: recordStart + index) == true { return .record(recordStart + index) }
        }
        return .none
    }
}
