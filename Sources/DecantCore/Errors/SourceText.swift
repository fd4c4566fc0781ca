import CDecantScan

/// A position in the text of a body.
public struct SourcePosition: Sendable, Hashable, Codable {
    /// The number of bytes before the position, in the body as received.
    public var offset: Int

    /// The one-based line number; lines end with LF, CR, or CR LF.
    public var line: Int

    /// The one-based column in Unicode scalars.
    public var column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before the position.
    ///   - line: The one-based line number.
    ///   - column: The one-based column in Unicode scalars.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }
}

/// A map from offsets in transcoded text to offsets in the original bytes.
///
/// This is a class because most texts do not need one.
package final class Transcoding: Sendable {
    private let map: @Sendable (Int) -> Int

    /// Creates a map.
    ///
    /// - Parameter map: A closure that converts an offset in the UTF-8 text to an offset in the body as received. It
    ///   may transcode the text again, because it is called for errors and positions only.
    package init(_ map: @escaping @Sendable (Int) -> Int) {
        self.map = map
    }

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(_ textOffset: Int) -> Int { map(textOffset) }
}

/// A UTF-8 text or a part of one, with the known position of one byte, that computes positions and snippets.
package struct SourceText: Sendable {
    /// The number of bytes of a line to show before and after an offset.
    private static let reach = (before: 60, after: 40)

    private let text: ResponseBytes
    private let transcoding: Transcoding?

    /// The offset where line counting starts, and its position.
    private let anchor: (offset: Int, position: SourcePosition)

    /// Creates the text of a whole body.
    ///
    /// - Parameters:
    ///   - text: The body, or the text it was transcoded to. Bytes that are not UTF-8 count as one scalar each.
    ///   - transcoding: The map to the bytes as received, if the text was transcoded.
    package init(_ text: ResponseBytes, _ transcoding: Transcoding? = nil) {
        self.text = text
        self.transcoding = transcoding
        anchor = (0, SourcePosition(offset: text.start, line: 1, column: 1))
    }

    /// Creates a part of a text, such as the bytes of a stream that are still in memory.
    ///
    /// - Parameters:
    ///   - part: The bytes to show around an offset.
    ///   - offset: An offset in the part.
    ///   - position: The position of this offset in the body as received.
    ///   - transcoding: The map to the bytes as received, if the text was transcoded.
    package init(
        _ part: ResponseBytes,
        at offset: Int,
        position: SourcePosition,
        _ transcoding: Transcoding? = nil
    ) {
        text = part
        self.transcoding = transcoding
        anchor = (offset, position)
    }

    /// The number of bytes.
    package var count: Int { text.count }

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(of offset: Int) -> Int {
        transcoding?.sourceOffset(offset) ?? anchor.position.offset + offset - anchor.offset
    }

    /// Returns the position of an offset at or after the known position.
    ///
    /// The bytes between the two are read once. If the line of the offset is known, only that line is read, unless it
    /// is long. A known line requires a whole text without carriage returns before the offset.
    package func position(of offset: Int, line: Int? = nil) -> SourcePosition {
        let known = line.flatMap { LineCounter(text.span, upTo: offset, line: $0) }
        let counter = known ?? LineCounter(text.span.extracting(anchor.offset...), upTo: offset - anchor.offset)
        let start = anchor.position
        return SourcePosition(
            offset: sourceOffset(of: offset),
            line: start.line + counter.line - 1,
            column: counter.line == 1 ? start.column + counter.column - 1 : counter.column
        )
    }

    /// Returns the printable part of a line around an offset.
    package func snippet(at offset: Int, line: Int) -> Snippet {
        let start = lineStart(before: offset)
        let before = (start.isCut ? "…" : "") + printable(from: start.offset, to: offset)
        let end = lineEnd(after: offset)
        let after = printable(from: offset, to: end.offset) + (end.isCut ? "…" : "")
        return Snippet(text: before + after, caret: before.count, line: line)
    }

    private func lineStart(before offset: Int) -> (offset: Int, isCut: Bool) {
        let limit = offset - Self.reach.before
        var start = offset
        while start > 0, !LineCounter.isLineEnd(start - 1, in: text.span) {
            if start <= limit { return (start, true) }
            start -= 1
        }
        return (start, false)
    }

    private func lineEnd(after offset: Int) -> (offset: Int, isCut: Bool) {
        let limit = offset + Self.reach.after
        var end = offset
        while end < text.count, text[end] != .lineFeed, text[end] != .carriageReturn {
            if end >= limit { return (end, true) }
            end += 1
        }
        return (end, false)
    }

    /// Returns printable text, cut between scalars so that no replacement characters appear at the ends.
    private func printable(from start: Int, to end: Int) -> String {
        var start = start
        while start < end, UTF8.isContinuation(text[start]) { start += 1 }
        return String(decoding: text[start..<end], as: UTF8.self).printable
    }
}

/// The printable line of a text that contains an error, with the position marked.
///
/// Control and bidirectional characters are replaced by visible substitutes, so a snippet never sends commands to a
/// terminal. Long lines are cut on both sides.
package struct Snippet: Sendable, Hashable, Encodable {
    /// The line, or the part of it around the position.
    package let text: String

    /// The number of characters of ``text`` before the position.
    package let caret: Int

    /// The one-based line number.
    package let line: Int

    /// Creates a snippet.
    ///
    /// - Parameters:
    ///   - text: The printable line, or the part of it around the position.
    ///   - caret: The number of characters before the position.
    ///   - line: The one-based line number.
    package init(text: String, caret: Int, line: Int) {
        self.text = text
        self.caret = caret
        self.line = line
    }
}

extension Snippet {
    /// The number of terminal cells before the position: East Asian characters take two, combining marks none.
    var caretColumn: Int {
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

/// A counter of the lines and columns before an offset in a text of any length.
///
/// It reads each byte once. LF, CR, and CR LF end a line (XML 1.0 §2.11).
package struct LineCounter: Sendable {
    /// The number of bytes counted.
    package private(set) var offset = 0

    /// The one-based line number of the offset.
    package private(set) var line = 1

    /// The one-based column of the offset in Unicode scalars; bytes that are not UTF-8 count as one each.
    package private(set) var column = 1

    /// The offset of the start of the line.
    package private(set) var lineStart = 0

    /// Creates a counter at the start of a text.
    package init() {}

    /// Counts up to an offset.
    ///
    /// - Parameter offset: The number of bytes to count; at most the size of the text.
    package init(_ text: Span<UInt8>, upTo offset: Int) {
        move(to: offset, in: text)
    }

    /// Counts only the column of an offset whose line is known; returns nil if the line starts too far before it.
    ///
    /// - Parameters:
    ///   - text: The text, without carriage returns before the offset.
    ///   - offset: The offset; at most the size of the text.
    ///   - line: The one-based line number of the offset.
    init?(_ text: Span<UInt8>, upTo offset: Int, line: Int) {
        let limit = max(0, offset - TextCounts.limit)
        var start = offset
        while start > limit, text[start - 1] != .lineFeed { start -= 1 }
        guard start > limit || limit == 0 else { return nil }
        self.offset = offset
        self.line = line
        lineStart = start
        column = 1 + TextCounts(of: text.extracting(start..<offset)).scalars
    }

    /// Moves forward to an offset.
    ///
    /// - Parameters:
    ///   - end: The new offset; not before the current one.
    ///   - text: The text, or the part of it in memory.
    ///   - start: The offset of the first byte in memory; not after the current offset.
    package mutating func move(to end: Int, in text: Span<UInt8>, from start: Int = 0) {
        // Only the last block with a line end is searched for the start of the line.
        var last: Range<Int>?
        while offset < end {
            let next = min(end, offset + TextCounts.limit)
            let block = offset - start..<next - start
            let counts = TextCounts(of: text.extracting(block))
            let lineEnds = counts.feeds + (counts.returns == 0 ? 0 : Self.lineEndingReturns(in: text, block))
            if lineEnds > 0 {
                line += lineEnds
                column = 1
                last = block
            } else {
                column += counts.scalars
            }
            offset = next
        }
        if let last { startLine(in: last, of: text, from: start) }
    }

    /// Moves back to an offset, if possible.
    ///
    /// - Parameters:
    ///   - earlier: The new offset; not after the current one.
    ///   - text: The text, or the part of it in memory.
    ///   - start: The offset of the first byte in memory; not after the new offset.
    /// - Returns: Whether the counter was moved. It is unchanged if there is a carriage return between the offsets, or
    ///   if the line starts far before the new offset.
    package mutating func moveBack(to earlier: Int, in text: Span<UInt8>, from start: Int) -> Bool {
        var counter = self
        while counter.offset > earlier {
            let next = max(earlier, counter.offset - TextCounts.limit)
            let counts = TextCounts(of: text.extracting(next - start..<counter.offset - start))
            guard counts.returns == 0 else { return false }
            counter.line -= counts.feeds
            counter.column -= counts.scalars
            counter.offset = next
        }
        if earlier < lineStart {
            let first = max(0, earlier - start - TextCounts.limit)
            var position = earlier - start
            while position > first, !Self.isLineEnd(position - 1, in: text) { position -= 1 }
            guard position > first else { return false }
            counter.lineStart = start + position
            counter.column = 1 + TextCounts(of: text.extracting(position..<earlier - start)).scalars
        }
        self = counter
        return true
    }

    /// Finds the last line end of a block, and counts the scalars after it.
    private mutating func startLine(in block: Range<Int>, of text: Span<UInt8>, from start: Int) {
        var position = block.upperBound
        // Groups without a line end are counted as a whole.
        while position - block.lowerBound >= 64 {
            let counts = TextCounts(of: text.extracting(position - 64..<position))
            guard counts.feeds == 0, counts.returns == 0 else { break }
            column += counts.scalars
            position -= 64
        }
        while !Self.isLineEnd(position - 1, in: text) {
            position -= 1
            if !UTF8.isContinuation(text[position]) { column += 1 }
        }
        lineStart = start + position
    }

    /// Returns the number of carriage returns without a line feed after them.
    private static func lineEndingReturns(in text: Span<UInt8>, _ block: Range<Int>) -> Int {
        var count = 0
        for index in block where text[index] == .carriageReturn && isLineEnd(index, in: text) { count += 1 }
        return count
    }

    /// Returns whether a line ends after a byte; false for the carriage return of CR LF.
    fileprivate static func isLineEnd(_ index: Int, in text: Span<UInt8>) -> Bool {
        guard text[index] == .carriageReturn else { return text[index] == .lineFeed }
        return index + 1 == text.count || text[index + 1] != .lineFeed
    }
}

/// The numbers of line ends and scalars in a chunk of text.
package struct TextCounts: Equatable {
    /// The maximum number of bytes per call.
    package static let limit = 254 * 16

    /// The number of line feeds.
    package var feeds = 0

    /// The number of carriage returns.
    package var returns = 0

    /// The number of scalars; each byte that is not UTF-8 counts as one, except continuation bytes.
    package var scalars = 0

    /// Counts one byte at a time.
    package init(portably text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            feeds += byte == .lineFeed ? 1 : 0
            returns += byte == .carriageReturn ? 1 : 0
            scalars += UTF8.isContinuation(byte) ? 0 : 1
        }
    }
}

// MARK: - Unsafe
//
// Bound: only whole groups of 16 bytes of a span are read through its address, inside the closure that receives it; at
// most 254 groups per call, so no 8-bit lane overflows.

extension TextCounts {
    /// Counts at most ``limit`` bytes, 16 at a time if the processor supports it.
    package init(of text: Span<UInt8>) {
        #if arch(x86_64) || arch(arm64)
        precondition(text.count <= Self.limit)
        let groups = text.count / 16
        let counts = unsafe text.withUnsafeBytes { bytes in
            // An empty span may have no address.
            groups == 0 ? decant_text_counts() : unsafe decant_count_long_text(bytes.baseAddress, groups)
        }
        self.init(portably: text.extracting((groups * 16)..<text.count))
        feeds += Int(counts.feeds)
        returns += Int(counts.returns)
        scalars += Int(counts.scalars)
        #else
        self.init(portably: text)
        #endif
    }
}
