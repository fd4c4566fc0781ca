import CDecantStreams
import DecantCore

extension BodyWindow {
    /// Returns the length of the byte-order mark at the start of a stream, which is reported; 0 without one.
    ///
    /// - Parameter isAll: Whether no more bytes follow.
    /// - Returns: The length, or nil if more bytes are needed to recognize a mark.
    func lengthOfMark(isAll: Bool, _ log: inout FindingLog) -> Int? {
        let mark = Array("\u{FEFF}".utf8)
        let count = min(end, mark.count)
        let isMark = (0..<count).allSatisfy { self[$0] == mark[$0] }
        guard !isMark || count == mark.count || isAll else { return nil }
        guard isMark, count == mark.count else { return 0 }
        log.report(Finding(.byteOrderMark, .note, "a UTF-8 byte-order mark was removed", offset: 0))
        return count
    }
}

/// A scanner that finds line ends (LF, CR, or CR LF) in a window.
///
/// Chunks may be split anywhere; no byte is read twice.
struct LineScanner {
    /// The offset of the start of the incomplete line.
    private(set) var start = 0

    /// The end offset of the scanned part of the incomplete line.
    private(set) var scanned = 0

    /// Nonzero if the line so far is not ASCII.
    var high: UInt32 = 0

    /// Whether the last line ended with a carriage return.
    ///
    /// A line feed that follows belongs to the same line end.
    private var skipsFeed = false

    /// Begins a line at an offset after a byte-order mark.
    mutating func restart(at offset: Int) {
        start = offset
        scanned = offset
    }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held, and the slack of a body after them is readable.

    /// Returns the next line without its terminator, or nil if it is not complete.
    @inline(__always)
    mutating func next(in window: borrowing BodyWindow) -> Range<Int>? {
        if skipsFeed {
            guard scanned < window.end else { return nil }
            if window[scanned] == UInt8(ascii: "\n") { restart(at: scanned + 1) }
            skipsFeed = false
        }
        let left = window.end &- scanned
        guard left > 0 else { return nil }
        let found = unsafe decant_line_end(window.address(of: scanned), left, &high)
        scanned = scanned &+ found
        guard found < left else { return nil }
        let line = start..<scanned
        skipsFeed = window[scanned] == UInt8(ascii: "\r")
        restart(at: scanned &+ 1)
        return line
    }

    /// Returns the last line, which ends with the stream, or nil if it is empty.
    mutating func last(in window: borrowing BodyWindow) -> Range<Int>? {
        guard start < window.end else { return nil }
        defer { restart(at: window.end) }
        return start..<window.end
    }
}
