import CDecantScan

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
        while start > limit, text[start - 1] != 0x0A { start -= 1 }
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
        while offset < end {
            let next = min(end, offset + TextCounts.limit)
            count(offset - start..<next - start, in: text, from: start)
            offset = next
        }
    }

    private mutating func count(_ block: Range<Int>, in text: Span<UInt8>, from start: Int) {
        let counts = TextCounts(of: text.extracting(block))
        let lineEnds = counts.feeds + (counts.returns == 0 ? 0 : Self.lineEndingReturns(in: text, block))
        guard lineEnds > 0 else {
            column += counts.scalars
            return
        }
        line += lineEnds
        column = 1
        var position = block.upperBound
        while !Self.isLineEnd(position - 1, in: text) {
            position -= 1
            if text[position] & 0xC0 != 0x80 { column += 1 }
        }
        lineStart = start + position
    }

    /// The number of carriage returns that end a line by themselves.
    private static func lineEndingReturns(in text: Span<UInt8>, _ block: Range<Int>) -> Int {
        var count = 0
        for index in block where text[index] == 0x0D && isLineEnd(index, in: text) { count += 1 }
        return count
    }

    /// Returns whether a line ends after a byte; after the carriage return of a pair it does not.
    private static func isLineEnd(_ index: Int, in text: Span<UInt8>) -> Bool {
        guard text[index] == 0x0D else { return text[index] == 0x0A }
        return index + 1 == text.count || text[index + 1] != 0x0A
    }
}

/// The numbers of line ends and scalars in a piece of text, from which positions are computed.
package struct TextCounts: Equatable {
    /// The most bytes that are counted at once.
    package static let limit = 255 * 16

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
            feeds += byte == 0x0A ? 1 : 0
            returns += byte == 0x0D ? 1 : 0
            scalars += byte & 0xC0 != 0x80 ? 1 : 0
        }
    }
}

// MARK: - Unsafe
//
// Bound: only whole groups of 16 bytes of a span are read through its address, while the closure that has it runs; at most 255
// groups at once, so that no lane of 8 bits overflows.

extension TextCounts {
    /// Counts in at most ``limit`` bytes, sixteen at a time where the processor can.
    package init(of text: Span<UInt8>) {
        #if arch(x86_64) || arch(arm64)
        precondition(text.count <= Self.limit)
        let groups = text.count / 16
        let counts = unsafe text.withUnsafeBytes { bytes in
            // An empty span may have no address.
            groups == 0 ? decant_text_counts() : unsafe decant_count_text(bytes.baseAddress, groups)
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
