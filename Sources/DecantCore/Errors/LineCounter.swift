/// Counts lines and columns before a place in a text of any length; each byte is looked at once.
struct LineCounter {
    /// Where the line of the place begins.
    private(set) var lineStart = 0

    /// The line, counted from 1; LF, CR and CR LF end one.
    private(set) var line = 1

    /// The column, counted from 1 in Unicode scalars.
    private(set) var column = 1

    /// Counts.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - offset: The place, in bytes; at most the length of the text.
    init(_ text: Span<UInt8>, upTo offset: Int) {
        var start = 0
        while start < offset {
            let end = min(start + TextCounts.limit, offset)
            count(in: text, start..<end)
            start = end
        }
    }

    /// Counts on the line of a place only, whose number is known; nil if it begins too far away.
    ///
    /// - Parameters:
    ///   - text: The text, without carriage returns before the place.
    ///   - offset: The place, in bytes; at most the length of the text.
    ///   - line: The line of the place, from 1.
    init?(_ text: Span<UInt8>, upTo offset: Int, line: Int) {
        let limit = max(0, offset - TextCounts.limit)
        var start = offset
        while start > limit, text[start - 1] != 0x0A { start -= 1 }
        guard start > limit || limit == 0 else { return nil }
        lineStart = start
        self.line = line
        column = 1 + TextCounts(of: text.extracting(start..<offset)).scalars
    }

    private mutating func count(in text: Span<UInt8>, _ block: Range<Int>) {
        let counts = TextCounts(of: text.extracting(block))
        let lineEnds = counts.feeds + (counts.returns == 0 ? 0 : Self.lineEndingReturns(in: text, block))
        guard lineEnds > 0 else {
            column += counts.scalars
            return
        }
        line += lineEnds
        lineStart = block.upperBound
        column = 1
        while !Self.isLineEnd(lineStart - 1, in: text) {
            lineStart -= 1
            if text[lineStart] & 0xC0 != 0x80 { column += 1 }
        }
    }

    /// The number of carriage returns that end a line by themselves.
    private static func lineEndingReturns(in text: Span<UInt8>, _ block: Range<Int>) -> Int {
        var count = 0
        for index in block where text[index] == 0x0D && isLineEnd(index, in: text) { count += 1 }
        return count
    }

    /// Whether a line ends behind a byte; behind the carriage return of a pair it does not.
    private static func isLineEnd(_ index: Int, in text: Span<UInt8>) -> Bool {
        guard text[index] == 0x0D else { return text[index] == 0x0A }
        return index + 1 == text.count || text[index + 1] != 0x0A
    }
}
