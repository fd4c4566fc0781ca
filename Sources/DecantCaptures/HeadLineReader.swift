public import DecantCore

/// A reader of the lines of a head (RFC 9112 §2.2), which end with CR LF, or with LF alone.
struct HeadLineReader {
    /// A line without its line end.
    struct Line {
        /// The offsets of the bytes.
        var content: Range<Int>

        /// Whether the line ends with CR LF.
        var isRegular: Bool

        /// Whether the bytes end before the end of the line.
        var isCut: Bool
    }

    /// The bytes to read.
    let bytes: ResponseBytes

    /// The limits of a line and of a head.
    let limits: Limits

    /// The position of the next line.
    var position: Int

    /// The position of the first byte that counts toward `Limits.headBytes`.
    private(set) var start: Int

    private let fieldBytes: Int
    private let headBytes: Int

    init(_ bytes: ResponseBytes, at position: Int, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
        start = position
        fieldBytes = limits.fieldBytes
        headBytes = limits.headBytes
    }

    /// Restarts the count of `Limits.headBytes` at the current position.
    mutating func restart() {
        start = position
    }

    /// The next byte, or nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads the next line.
    ///
    /// - Parameter first: The position of the first line, if the next line continues a folded field.
    /// - Returns: The line; it is cut if the bytes end before its line end.
    /// - Throws: `ResponseError` for a bare CR, and for a line or a head that is too long.
    mutating func line(foldedFrom first: Int? = nil) throws(ResponseError) -> Line {
        let begin = position
        // The line end before this line may have exceeded the limit of the head.
        let maxEnd = max(begin, maxPosition(lineStart: first ?? begin))
        let bytes = bytes
        let span = bytes.span
        let feed = span.firstOffset(of: UInt8(ascii: "\n"), in: begin..<maxEnd)
        guard let end = span.firstOffset(of: UInt8(ascii: "\r"), in: begin..<(feed ?? maxEnd)) ?? feed else {
            position = maxEnd
            if maxEnd < span.count { try checkLimits(lineStart: first ?? begin) }
            return Line(content: begin..<maxEnd, isRegular: false, isCut: true)
        }
        let isRegular = end != feed
        let next = isRegular ? end + 2 : end + 1
        // If one reader treats a bare CR as a line end and another as text, they see different heads.
        guard next <= span.count, span[next - 1] == UInt8(ascii: "\n") else {
            position = end
            throw ResponseError(.malformedHead, "expected a line feed after a carriage return", offset: end)
        }
        position = next
        return Line(content: begin..<end, isRegular: isRegular, isCut: false)
    }

    /// Returns the end of the bytes that the limits of a line and of a head allow.
    private func maxPosition(lineStart: Int) -> Int {
        let rest = bytes.count - lineStart
        return min(lineStart + min(rest, fieldBytes), start + min(bytes.count - start, headBytes))
    }

    private func checkLimits(lineStart: Int) throws(ResponseError) {
        if position - lineStart >= fieldBytes {
            let message = "a line of the head has more than \(fieldBytes.counted("byte"))"
            throw ResponseError(.limitExceeded, message, offset: position, limit: .fieldBytes)
        }
        if position - start >= headBytes {
            let message = "the head has more than \(headBytes.counted("byte"))"
            throw ResponseError(.limitExceeded, message, offset: position, limit: .headBytes)
        }
    }
}

// MARK: - Bytes

extension ResponseBytes {
    /// Returns the length of the line end at a position: 2 for CR LF, 1 for LF, 0 for other bytes.
    func lineEndLength(at position: Int) -> Int {
        guard position < count else { return 0 }
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        if self[position] == lineFeed { return 1 }
        return self[position] == carriageReturn && position + 1 < count && self[position + 1] == lineFeed ? 2 : 0
    }

    /// Returns a range of the bytes without a copy.
    func slice(_ range: Range<Int>) -> Slice<ResponseBytes> { self[range] }
}

extension UInt8 {
    /// RFC 5234: DIGIT.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// RFC 5234: CR or LF.
    var isLineEnd: Bool { self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") }

    /// RFC 9110 §5.6.3: a byte of OWS.
    var isOptionalWhitespace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// RFC 5234: CTL, without HTAB.
    var isControl: Bool {
        self < UInt8(ascii: " ") && self != UInt8(ascii: "\t") || self == UInt8(ascii: "\u{7F}")
    }

    /// RFC 5234: the value of a HEXDIG, in either letter case.
    var hexDigitValue: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
        default: nil
        }
    }
}

/// The limits of a head in a capture, read once.
struct HeadLimits {
    let headBytes, fieldBytes, fieldCount: Int

    init(_ limits: Limits) {
        headBytes = limits.headBytes
        fieldBytes = limits.fieldBytes
        fieldCount = min(limits.fieldCount, ReceivedFields.maxFields)
    }
}

/// The limits of captured heads.
extension Limits {
    /// The maximum size of the head of a captured response in bytes: 256 KiB.
    ///
    /// curl stops at 300 KB.
    public var headBytes: Int {
        get { self[.headBytes] }
        set { self[.headBytes] = newValue }
    }

    /// The maximum size of a field line in a captured head in bytes: 64 KiB.
    ///
    /// curl stops at 100 KB, SwiftNIO at 80 KiB.
    public var fieldBytes: Int {
        get { self[.fieldBytes] }
        set { self[.fieldBytes] = newValue }
    }

    /// The maximum number of field lines in a captured head: 1,000.
    ///
    /// curl stops at 5,000.
    public var fieldCount: Int {
        get { self[.fieldCount] }
        set { self[.fieldCount] = newValue }
    }
}

extension Limits.Name {
    /// The name of `Limits.headBytes`.
    public static let headBytes = Limits.Name("headBytes", default: 256 << 10)

    /// The name of `Limits.fieldBytes`.
    public static let fieldBytes = Limits.Name("fieldBytes", default: 64 << 10)

    /// The name of `Limits.fieldCount`.
    public static let fieldCount = Limits.Name("fieldCount", default: 1000)
}
