/// Finds line, column and the surrounding line of a place in a text; used only once something is wrong.
package struct TextLocator {
    /// How many bytes of the line are shown before and behind the place.
    private static let reach = (before: 60, behind: 40)

    private let text: ResponseBody
    private let offset: Int
    private let lineStart: Int

    /// The line, counted from 1; LF, CR and CR LF end one.
    package let line: Int

    /// The column, counted from 1 in Unicode scalars.
    package let column: Int

    /// Creates a locator.
    ///
    /// Each byte before the place is looked at once: backwards up to the beginning of the line, forwards up to there.
    ///
    /// - Parameters:
    ///   - text: Text in UTF-8; bytes that are not UTF-8 count as one scalar each.
    ///   - offset: The place, in bytes; at most the length of the text.
    ///   - line: The line of the place, if it is known, in a text without carriage returns before the place: then only
    ///     this line is looked at, unless it is long.
    package init(_ text: ResponseBody, at offset: Int, line: Int? = nil) {
        self.text = text
        self.offset = offset
        let known = line.flatMap { LineCounter(text.span, upTo: offset, line: $0) }
        let place = known ?? LineCounter(text.span, upTo: offset)
        lineStart = place.lineStart
        column = place.column
        self.line = place.line
    }

    /// The line around the place, fit to print.
    package var snippet: Snippet {
        let start = max(lineStart, offset - Self.reach.before)
        let before = printable(from: start, to: offset)
        let prefix = (start > lineStart ? "…" : "") + before
        let end = lineEnd(limit: offset + Self.reach.behind)
        let behind = printable(from: offset, to: end.offset) + (end.isCut ? "…" : "")
        return Snippet(text: prefix + behind, caret: prefix.count, line: line)
    }

    private func lineEnd(limit: Int) -> (offset: Int, isCut: Bool) {
        var end = offset
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D {
            if end >= limit { return (end, true) }
            end += 1
        }
        return (end, false)
    }

    /// Cuts at scalar borders, so that a cut never makes a replacement character.
    private func printable(from start: Int, to end: Int) -> String {
        var start = start
        while start < end, text[start] & 0xC0 == 0x80 { start += 1 }
        var bytes: [UInt8] = []
        for index in start..<end { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self).printable
    }
}
