import CDecantStreams
import DecantCore

/// Finds the ends of lines in a window: LF, CR or CR LF, cut anywhere; no byte is looked at twice.
struct LineScanner {
    /// The offset at which the line begins that is not complete.
    private(set) var start = 0

    /// The offset up to which this line has no end.
    private(set) var scanned = 0

    /// Bits if the line so far is not ASCII.
    var high: UInt32 = 0

    /// Whether the last line ended with a carriage return, to which a line feed may belong.
    private var skipsFeed = false

    /// Begins a line at an offset, after a byte-order mark.
    mutating func begin(at offset: Int) { (start, scanned) = (offset, offset) }

    // MARK: - Unsafe
    //
    // Bound: the bytes from `scanned` to the window's end are held, and the slack of a body can be read after them.

    /// The next line without its end; nil if it is not complete.
    @inline(__always)
    mutating func next(in window: borrowing BodyWindow) -> Range<Int>? {
        if skipsFeed {
            guard scanned < window.end else { return nil }
            if window[scanned] == UInt8(ascii: "\n") { begin(at: scanned + 1) }
            skipsFeed = false
        }
        let left = window.end &- scanned
        guard left > 0 else { return nil }
        let found = unsafe decant_line_end(window.address(of: scanned), left, &high)
        scanned = scanned &+ found
        guard found < left else { return nil }
        let line = start..<scanned
        skipsFeed = window[scanned] == UInt8(ascii: "\r")
        begin(at: scanned &+ 1)
        return line
    }

    /// The line that the end of the stream cuts off; nil if it has no bytes.
    mutating func last(in window: borrowing BodyWindow) -> Range<Int>? {
        guard start < window.end else { return nil }
        defer { begin(at: window.end) }
        return start..<window.end
    }
}
