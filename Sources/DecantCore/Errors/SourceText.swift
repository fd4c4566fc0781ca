/// A place in the text of a body.
public struct SourcePosition: Sendable, Hashable, Codable {
    /// The number of bytes of the body, as received, that precede the place.
    public var offset: Int

    /// The line, counted from 1; lines end with LF, CR or CR LF.
    public var line: Int

    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before the place.
    ///   - line: The line, from 1.
    ///   - column: The column, from 1, in Unicode scalars.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// A map from offsets in transcoded text to the bytes that it was decoded from.
///
/// It is a class, because most texts need none.
package final class Transcoding: Sendable {
    private let map: @Sendable (Int) -> Int

    /// Creates a map.
    ///
    /// - Parameter map: Takes an offset in the text in UTF-8; gives the offset in the body as received. May decode the text
    ///   again, since it is used for errors and positions only.
    package init(_ map: @escaping @Sendable (Int) -> Int) {
        self.map = map
    }

    /// The offset in the body as received that an offset in the text came from.
    package func sourceOffset(_ textOffset: Int) -> Int { map(textOffset) }
}

/// The text of a body in UTF-8, and where its bytes came from: the one place that turns an offset in a text into an offset in the
/// body as received, a line, a column and a snippet.
package struct SourceText: Sendable {
    /// The number of bytes of a line that are shown before and after an offset.
    private static let reach = (before: 60, after: 40)

    private let text: ResponseBody
    private let transcoding: Transcoding?

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8: the body itself, or what it was transcoded to. Bytes that are not UTF-8 count as one scalar
    ///     each.
    ///   - transcoding: The map to the bytes as received, if the text was transcoded.
    package init(_ text: ResponseBody, _ transcoding: Transcoding? = nil) {
        self.text = text
        self.transcoding = transcoding
    }

    /// The offset in the body as received that an offset in the text came from.
    package func sourceOffset(of offset: Int) -> Int {
        transcoding?.sourceOffset(offset) ?? text.start + offset
    }

    /// The position of an offset in the text; each byte before it is looked at once.
    package func position(of offset: Int) -> SourcePosition {
        position(of: offset, LineCounter(text.span, upTo: offset))
    }

    private func position(of offset: Int, _ counter: LineCounter) -> SourcePosition {
        SourcePosition(offset: sourceOffset(of: offset), line: counter.line, column: counter.column)
    }

    /// Fills offset, position and snippet into an error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - offset: The offset in the text.
    ///   - line: The line of the offset, if it is known, in a text without carriage returns before it: then only this line is
    ///     looked at, unless it is long.
    package func locate(_ error: inout ResponseError, at offset: Int, line: Int? = nil) {
        let known = line.flatMap { LineCounter(text.span, upTo: offset, line: $0) }
        let counter = known ?? LineCounter(text.span, upTo: offset)
        let position = position(of: offset, counter)
        error.details.offset = position.offset
        error.details.position = position
        error.details.snippet = snippet(at: offset, counter)
    }

    /// Fills a position that is known into an error, with a snippet of what is held of the text.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - position: The position in the body as received.
    ///   - offset: The offset in what is held.
    package func locate(_ error: inout ResponseError, at position: SourcePosition, held offset: Int) {
        var snippet = snippet(at: offset, LineCounter(text.span, upTo: offset))
        snippet.line = position.line
        error.details.offset = position.offset
        error.details.position = position
        error.details.snippet = snippet
    }
}

extension SourceText {
    /// The line around an offset, fit to print.
    private func snippet(at offset: Int, _ counter: LineCounter) -> Snippet {
        let start = max(counter.lineStart, offset - Self.reach.before)
        let before = printable(from: start, to: offset)
        let prefix = (start > counter.lineStart ? "…" : "") + before
        let end = lineEnd(from: offset, limit: offset + Self.reach.after)
        let after = printable(from: offset, to: end.offset) + (end.isCut ? "…" : "")
        return Snippet(text: prefix + after, caret: prefix.count, line: counter.line)
    }

    private func lineEnd(from offset: Int, limit: Int) -> (offset: Int, isCut: Bool) {
        var end = offset
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D {
            if end >= limit { return (end, true) }
            end += 1
        }
        return (end, false)
    }

    /// Cuts between scalars, so that a cut never makes a replacement character.
    private func printable(from start: Int, to end: Int) -> String {
        var start = start
        while start < end, text[start] & 0xC0 == 0x80 { start += 1 }
        return String(decoding: text.bytes[start..<end], as: UTF8.self).printable
    }
}

extension ResponseError {
    /// Fills in the position of an error that has only an offset in a text, unless the body is not text.
    package mutating func locate(in text: SourceText, count: Int) {
        guard let offset = details.offset, details.position == nil, !details.isBinary, offset <= count else { return }
        text.locate(&self, at: offset)
    }

    /// Fills in the position of an error that has only an offset in a body, which is taken for UTF-8.
    package mutating func locate(in body: ResponseBody) {
        locate(in: SourceText(body), count: body.count)
    }
}

/// The line of a text at which something is wrong, made fit to print, with the place marked.
///
/// Control characters, and those that change the direction of writing, are shown by visible substitutes, so a snippet
/// never sends commands to a terminal. Long lines are cut on both sides.
public struct Snippet: Sendable, Hashable, Codable {
    /// The line, or the part of it around the place.
    public var text: String

    /// The number of characters of ``text`` before the place.
    public var caret: Int

    /// The line's number, counted from 1.
    public var line: Int

    /// Creates a snippet.
    ///
    /// - Parameters:
    ///   - text: The line, or the part of it around the place, fit to print.
    ///   - caret: The number of characters before the place.
    ///   - line: The line's number, counted from 1.
    public init(text: String, caret: Int, line: Int) {
        self.text = text
        self.caret = caret
        self.line = line
    }
}

extension Snippet {
    /// The number of terminal cells before the place: East Asian characters take two, combining marks none.
    package var caretColumn: Int {
        text.prefix(caret).unicodeScalars.reduce(0) { $0 + Self.cells($1) }
    }

    private static func cells(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F: return 2
        case 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD: return 2
        default: return 1
        }
    }
}
