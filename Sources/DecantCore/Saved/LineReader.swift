/// Reads the lines of a head (RFC 9112 §2.2): they end with CR LF, or with LF alone.
struct LineReader {
    /// A line without its end.
    struct Line {
        /// Where its bytes stand.
        var content: Range<Int>

        /// Whether it ends with CR LF.
        var isRegular: Bool

        /// Whether the bytes end before the line does.
        var isCut: Bool
    }

    /// The bytes to read.
    let bytes: ResponseBody

    /// How long lines may be.
    let limits: Limits

    /// Where the next line begins.
    var position: Int

    /// Where the bytes began that count against ``Limits/headBytes``.
    private(set) var start: Int

    init(_ bytes: ResponseBody, at position: Int, limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
        start = position
    }

    /// Begins to count against ``Limits/headBytes`` anew.
    mutating func restart() {
        start = position
    }

    /// The next byte, or nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads the next line.
    ///
    /// - Parameter first: Where the first of the lines began that are folded into one.
    /// - Returns: The line, which is cut if the bytes end before it does.
    /// - Throws: ``ResponseError`` for a bare CR, and for a line or a head that is too long.
    mutating func line(foldedFrom first: Int? = nil) throws(ResponseError) -> Line {
        let begin = position
        while position < bytes.count {
            try checkLimits(lineStart: first ?? begin)
            if let length = try lineEndLength() {
                let content = begin..<position
                position += length
                return Line(content: content, isRegular: length == 2, isCut: false)
            }
            position += 1
        }
        return Line(content: begin..<position, isRegular: false, isCut: true)
    }

    /// A bare CR is never part of a line; taking it for a line end, or for text, lets two readers see two heads.
    private func lineEndLength() throws(ResponseError) -> Int? {
        let length = bytes.lineEndLength(at: position)
        if length == 0, bytes[position] == 0x0D {
            throw ResponseError(.malformedHead, "a carriage return without a line feed", offset: position)
        }
        return length == 0 ? nil : length
    }

    private func checkLimits(lineStart: Int) throws(ResponseError) {
        if position - lineStart >= limits.fieldBytes {
            let message = "a line of the head has more than \(limits.fieldBytes) bytes"
            throw ResponseError(.limitExceeded, message, offset: position, limit: .fieldBytes)
        }
        if position - start >= limits.headBytes {
            let message = "the head has more than \(limits.headBytes) bytes"
            throw ResponseError(.limitExceeded, message, offset: position, limit: .headBytes)
        }
    }
}
