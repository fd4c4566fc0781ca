import DecantCore

/// A place in a text, in lines and columns, that moves forward only.
struct XMLPlace {
    /// The number of bytes before it.
    private(set) var offset = 0

    /// Its line, from 1; a line ends at LF, CRLF or CR.
    private(set) var line = 1

    /// Its column, from 1, in Unicode scalars.
    private(set) var column = 1

    /// Moves on.
    ///
    /// - Parameters:
    ///   - end: Where to; not before where it is.
    ///   - text: The text, or what is held of it.
    ///   - start: Where what is held begins.
    mutating func move(to end: Int, in text: UnsafeXMLText, from start: Int) {
        while offset < end {
            let next = min(end, offset + TextCounts.limit)
            count(offset - start, next - start, in: text)
            offset = next
        }
    }

    private mutating func count(_ start: Int, _ end: Int, in text: UnsafeXMLText) {
        let counts = TextCounts(of: text.span(from: start, to: end))
        guard counts.feeds + counts.returns > 0 else {
            column += counts.scalars
            return
        }
        line += counts.feeds
        if counts.returns > 0 {
            for position in start..<end where text[position] == 0x0D && text[position + 1] != 0x0A { line += 1 }
        }
        var lineStart = end
        var columns = 0
        while lineStart > start, !Self.isLineEnd(lineStart - 1, in: text) {
            lineStart -= 1
            columns += text[lineStart] & 0xC0 == 0x80 ? 0 : 1
        }
        column = (lineStart == start ? column : 1) + columns
    }

    private static func isLineEnd(_ position: Int, in text: UnsafeXMLText) -> Bool {
        text[position] == 0x0A || (text[position] == 0x0D && text[position + 1] != 0x0A)
    }
}
