import CDecantStreams
import DecantCore

/// An incremental scanner of the head of a part (RFC 2046 §5.1), which checks its lines and finds its end.
///
/// The fields are parsed when a program asks for them; see ``PartFields``.
struct PartHeadScanner {
    /// A line that is not a field.
    struct Failure: Error {
        var message: String
        var offset: Int
        var exceedsLimit = false
    }

    /// The offset of the first line.
    let start: Int

    /// The offset of the line that is scanned.
    private(set) var lineStart: Int

    /// The value of the field `Content-Length`, if it is a number.
    private(set) var contentLength: Int?

    private var scanned: Int
    private let allowsLineFeed: Bool
    private let limit: Int

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - start: The offset of the first line.
    ///   - allowsLineFeed: Whether a line may end with LF alone.
    ///   - limit: The maximum number of bytes.
    init(at start: Int, allowsLineFeed: Bool, limit: Int) {
        self.start = start
        lineStart = start
        scanned = start
        self.allowsLineFeed = allowsLineFeed
        self.limit = limit
    }

    // MARK: - Unsafe
    //
    // Bound: the window has the bytes from `start` on, and the slack of a body after them is readable.

    /// Returns the offset after the empty line at the end of the head, or nil if more bytes are needed.
    mutating func scan(_ window: borrowing BodyWindow) throws(Failure) -> Int? {
        var high: UInt32 = 0
        while true {
            let count = window.end &- scanned
            let found = unsafe count > 0 ? decant_line_end(window.address(of: scanned), count, &high) : 0
            scanned = scanned &+ found
            guard scanned &- start < limit else { throw exceeding }
            guard scanned < window.end else { return nil }
            let end = scanned
            let isFeed = window[end] == .lineFeed
            if isFeed, !allowsLineFeed { throw Failure(message: "expected CR before LF", offset: end) }
            if !isFeed {
                guard end &+ 1 &- start < limit else { throw exceeding }
                guard end &+ 1 < window.end else { return nil }
                guard window[end &+ 1] == .lineFeed else { throw Failure(message: "expected LF after CR", offset: end) }
            }
            scanned = end &+ (isFeed ? 1 : 2)
            if end == lineStart { return scanned }
            try check(window.span(lineStart..<end))
            lineStart = scanned
        }
    }

    private var exceeding: Failure { Failure(message: "", offset: start + limit, exceedsLimit: true) }

    /// RFC 5322 §2.2: `field-name ":" field-body`, or the continuation of a folded field (§2.2.3).
    private mutating func check(_ line: Span<UInt8>) throws(Failure) {
        if line.offset(of: 0) < line.count { throw Failure(message: "a field has a zero byte", offset: lineStart) }
        if line[0] == .space || line[0] == .tab {
            guard lineStart > start else { throw Failure(message: "the first line is folded", offset: start) }
            return
        }
        var offset = 0
        while offset < line.count, line[offset].isHTTPToken { offset &+= 1 }
        guard offset > 0 else { throw Failure(message: "expected the name of a field", offset: lineStart) }
        guard offset < line.count, line[offset] == UInt8(ascii: ":") else {
            throw Failure(message: "expected “:” after the name of a field", offset: lineStart + offset)
        }
        if offset == PartFields.contentLength.count, PartFields.isNamed(PartFields.contentLength, line) {
            contentLength = Int(line.extracting(offset + 1..<line.count).text.trimmingSpaces)
        }
    }
}
