import CDecantStreams
import DecantCore

/// A delimiter of a multipart body, with its padding and its line end.
struct DelimiterLine {
    /// The offset after the content before the delimiter.
    var contentEnd: Int

    /// The offset of the first hyphen.
    var start: Int

    /// The offset after the line end.
    var end: Int

    /// Whether the delimiter closes the body.
    var isClosing: Bool
}

/// An incremental search for delimiters (RFC 2046 §5.1.1).
///
/// A delimiter is a whole line: two hyphens, the boundary, two more hyphens if it closes the body, and optional padding.
/// The CR LF before the line belongs to the delimiter. A line that only starts with a delimiter is content, and so is a
/// delimiter after a bare LF. If the first delimiter line ends with LF alone, all delimiters do.
///
/// Bound: only the byte after a line feed starts a candidate. A boundary contains no line feed, so each byte is searched
/// once and compared once, regardless of the chunks. Padding is limited.
struct DelimiterSearch {
    /// The end of the delimiter lines of a body.
    enum LineEnd {
        case undecided, crlf, lineFeed
    }

    private enum Match {
        case none, incomplete
        case line(DelimiterLine)
    }

    /// The maximum number of bytes of padding; a line with more is content.
    private static let maxPadding = 1 << 10

    /// Two hyphens and the boundary.
    let delimiter: [UInt8]

    /// The end of the delimiter lines; the first one decides.
    private(set) var lineEnd = LineEnd.undecided

    /// The offset of the first byte that was not searched.
    private var scanned = 0

    /// The start of a line that may be a delimiter, at first that of the body.
    private var candidate: Int? = 0
    private var followsReturn = true

    /// The number of bytes of the candidate that were compared, with its padding.
    private var compared = 0

    init(boundary: [UInt8]) { delimiter = Array("--".utf8) + boundary }

    /// Restarts the search at the start of a line.
    mutating func restart(at line: Int) {
        scanned = line
        candidate = line
        followsReturn = true
        compared = 0
    }

    /// Returns the offset before which the searched bytes belong to no delimiter.
    func knownEnd(in window: borrowing BodyWindow) -> Int {
        if let candidate { return contentEnd(before: candidate) }
        let mayBeLineEnd = window.count > 0 && window[window.end - 1] == .carriageReturn
        return mayBeLineEnd ? window.end - 1 : window.end
    }

    /// Returns the offset of the first byte that the search still needs.
    func neededStart(in window: borrowing BodyWindow) -> Int {
        // A carriage return may belong to the line end before a delimiter.
        candidate ?? max(window.start, window.end - 1)
    }

    private func contentEnd(before line: Int) -> Int { line - (followsReturn ? 2 : 1) }

    // MARK: - Unsafe
    //
    // Bound: the window has the bytes from `scanned` on.

    /// Returns the next delimiter, or nil if more bytes are needed.
    ///
    /// - Parameters:
    ///   - window: The bytes, from ``knownEnd(in:)`` on.
    ///   - isFinished: Whether no more bytes follow.
    mutating func next(in window: borrowing BodyWindow, isFinished: Bool) -> DelimiterLine? {
        while true {
            if let start = candidate {
                switch match(window.span(start..<window.end), at: start, isFinished: isFinished) {
                case .incomplete: return nil
                case .line(let line): return line
                case .none: candidate = nil
                }
            }
            let count = window.end &- scanned
            guard count > 0 else { return nil }
            let found = unsafe decant_find_byte(window.address(of: scanned), .lineFeed, count)
            scanned = scanned &+ found
            guard found < count else { return nil }
            followsReturn = scanned > window.start && window[scanned &- 1] == .carriageReturn
            scanned = scanned &+ 1
            compared = 0
            // Most lines are no delimiter.
            if scanned == window.end || window[scanned] == UInt8(ascii: "-") { candidate = scanned }
        }
    }
}

// MARK: - Delimiter lines

extension DelimiterSearch {
    /// Compares a line with the delimiter.
    private mutating func match(_ line: Span<UInt8>, at start: Int, isFinished: Bool) -> Match {
        guard lineEnd != .crlf || followsReturn else { return .none }
        let missing = isFinished ? Match.none : .incomplete
        let common = min(line.count, delimiter.count)
        for index in min(compared, common)..<common where line[index] != delimiter[index] { return .none }
        compared = max(compared, common)
        guard line.count > delimiter.count else {
            // A finished body has no delimiter without a line end unless it is closed.
            return missing
        }
        var offset = delimiter.count
        let isClosing = line[offset] == UInt8(ascii: "-")
        if isClosing {
            guard line.count > offset + 1 else { return missing }
            guard line[offset + 1] == UInt8(ascii: "-") else { return .none }
            offset += 2
        }
        let maxOffset = offset + Self.maxPadding
        offset = max(offset, compared)
        // RFC 2046 §5.1.1: `transport-padding := *LWSP-char`.
        while offset < line.count, line[offset] == .space || line[offset] == .tab { offset += 1 }
        compared = offset
        guard offset <= maxOffset else { return .none }
        return terminated(line, from: offset, at: start, isClosing: isClosing, isFinished: isFinished)
    }

    /// Checks the end of a line that consists of a delimiter.
    private mutating func terminated(
        _ line: Span<UInt8>,
        from offset: Int,
        at start: Int,
        isClosing: Bool,
        isFinished: Bool
    ) -> Match {
        // The closing delimiter may be the last line, with any line end or none.
        let isLast = line.count - offset <= 1
        var cut = isFinished ? Match.none : .incomplete
        if isFinished, isClosing { cut = accepted(start, end: start + line.count, isClosing) }
        guard offset < line.count else { return cut }
        switch line[offset] {
        case .carriageReturn:
            guard !isLast else { return cut }
            guard line[offset + 1] == .lineFeed, lineEnd != .lineFeed, followsReturn else { return .none }
            lineEnd = .crlf
            return accepted(start, end: start + offset + 2, isClosing)
        case .lineFeed:
            if lineEnd == .lineFeed || lineEnd == .undecided && (start == 0 || !followsReturn) {
                lineEnd = .lineFeed
                return accepted(start, end: start + offset + 1, isClosing)
            }
            return isLast && isClosing ? cut : .none
        default: return .none
        }
    }

    private func accepted(_ start: Int, end: Int, _ isClosing: Bool) -> Match {
        let line = DelimiterLine(
            contentEnd: contentEnd(before: start),
            start: start,
            end: end,
            isClosing: isClosing
        )
        return .line(line)
    }
}

extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var tab: UInt8 { UInt8(ascii: "\t") }
}
