import CDecantScan

/// A position in the text of a body.
public struct SourcePosition: Sendable, Hashable, Codable {
    /// The number of bytes of the body, as received, that precede the position.
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

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(_ textOffset: Int) -> Int { map(textOffset) }
}

/// A text in UTF-8, or a part of one, with the position of one of its bytes: all positions and snippets are made from it.
package struct SourceText: Sendable {
    /// The number of bytes of a line that are shown before and after an offset.
    private static let reach = (before: 60, after: 40)

    private let text: ResponseBytes
    private let transcoding: Transcoding?

    /// The offset in the text from which lines are counted, and its position.
    private let anchor: (offset: Int, position: SourcePosition)

    /// Creates the text of a whole body.
    ///
    /// - Parameters:
    ///   - text: The body itself, or the text it was transcoded to. Bytes that are not UTF-8 count as one scalar each.
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
    package init(_ part: ResponseBytes, at offset: Int, position: SourcePosition) {
        text = part
        transcoding = nil
        anchor = (offset, position)
    }

    /// The number of bytes.
    package var count: Int { text.count }

    /// Returns the offset in the body as received for an offset in the text.
    package func sourceOffset(of offset: Int) -> Int {
        transcoding?.sourceOffset(offset) ?? anchor.position.offset + offset - anchor.offset
    }

    /// The position of an offset in the text that is not before the known position.
    ///
    /// Reads each byte between the two once. If the line of the offset is known, in a whole text without carriage returns
    /// before it, only the bytes of this line are read, unless it is long.
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

    /// The part of a line around an offset, fit to print.
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

    /// Cuts between scalars, so that a cut never makes a replacement character.
    private func printable(from start: Int, to end: Int) -> String {
        var start = start
        while start < end, UTF8.isContinuation(text[start]) { start += 1 }
        return String(decoding: text[start..<end], as: UTF8.self).printable
    }
}

/// The line of a text that has the fault, made fit to print, with the position marked.
///
/// Control characters, and those that change the direction of writing, are shown by visible substitutes, so a snippet
/// never sends commands to a terminal. Long lines are cut on both sides.
public struct Snippet: Sendable, Hashable, Codable {
    /// The line, or the part of it around the position.
    public var text: String

    /// The number of characters of ``text`` before the position.
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

/// Counts lines and columns up to an offset in a text of any length; moves forward only, and looks at each byte once.
///
/// LF, CR and CR LF end a line (XML 1.0 §2.11).
package struct LineCounter: Sendable {
    /// The number of bytes counted.
    package private(set) var offset = 0

    /// The line of the offset, counted from 1.
    package private(set) var line = 1

    /// The column of the offset, counted from 1 in Unicode scalars; bytes that are not UTF-8 count as one each.
    package private(set) var column = 1

    /// The offset at which the line begins.
    package private(set) var lineStart = 0

    /// Creates a counter at the start of a text.
    package init() {}

    /// Counts up to an offset.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - offset: The number of bytes to count; at most those of the text.
    package init(_ text: Span<UInt8>, upTo offset: Int) {
        move(to: offset, in: text)
    }

    /// Counts on the line of an offset only, whose number is known; nil if the line begins too far away.
    ///
    /// - Parameters:
    ///   - text: The text, without carriage returns before the offset.
    ///   - offset: The number of bytes before which to count; at most those of the text.
    ///   - line: The line of the offset, from 1.
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

    /// Counts on.
    ///
    /// - Parameters:
    ///   - end: The offset to count to; not before the current one.
    ///   - text: The text, or what is held of it.
    ///   - start: The offset at which what is held begins; not after the current one.
    package mutating func move(to end: Int, in text: Span<UInt8>, from start: Int = 0) {
        // Only the last block with a line end is looked at for the place of it.
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
        if let last { beginLine(in: last, of: text, from: start) }
    }

    /// Counts back.
    ///
    /// - Parameters:
    ///   - earlier: The offset to count to; not after the current one.
    ///   - text: The text, or what is held of it.
    ///   - start: The offset at which what is held begins; not after the earlier one.
    /// - Returns: Whether that was possible; if not, nothing was changed. A carriage return on the way is not, nor a line that begins
    ///   far before the earlier offset.
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

    /// Finds the last line end of a block, and counts the scalars of the block after it.
    private mutating func beginLine(in block: Range<Int>, of text: Span<UInt8>, from start: Int) {
        var position = block.upperBound
        while !Self.isLineEnd(position - 1, in: text) {
            position -= 1
            if !UTF8.isContinuation(text[position]) { column += 1 }
        }
        lineStart = start + position
    }

    /// The number of carriage returns that end a line by themselves.
    private static func lineEndingReturns(in text: Span<UInt8>, _ block: Range<Int>) -> Int {
        var count = 0
        for index in block where text[index] == .carriageReturn && isLineEnd(index, in: text) { count += 1 }
        return count
    }

    /// Returns whether a line ends after a byte; after the carriage return of a pair it does not.
    fileprivate static func isLineEnd(_ index: Int, in text: Span<UInt8>) -> Bool {
        guard text[index] == .carriageReturn else { return text[index] == .lineFeed }
        return index + 1 == text.count || text[index + 1] != .lineFeed
    }
}

/// The numbers of line ends and scalars in a piece of text, from which positions are computed.
package struct TextCounts: Equatable {
    /// The most bytes that are counted at once.
    package static let limit = 254 * 16

    /// Line feeds.
    package var feeds = 0

    /// Carriage returns.
    package var returns = 0

    /// Scalars; a byte that is not UTF-8 counts as one, unless it could continue one.
    package var scalars = 0

    /// Counts byte by byte.
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
// Bound: only whole groups of 16 bytes of a span are read through its address, while the closure that has it runs; at most 254
// groups at once, so that no lane of 8 bits overflows.

extension TextCounts {
    /// Counts in at most ``limit`` bytes, sixteen at a time where the processor can.
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
