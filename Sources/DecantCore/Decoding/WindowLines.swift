/// The line counts at some offsets of a ``BodyWindow``.
///
/// An object of its own, so a window consists of a few words, and lending it to a function does not copy the counts.
final class WindowLines {
    /// The line count at the start of the memory.
    private var first = LineCounter()

    /// The line count at a later offset, from the last call of ``count(_:in:from:)``.
    private var counted = LineCounter()

    /// The line count at the end of a large chunk, computed before the chunk was copied.
    private var ahead = LineCounter()

    /// The offset of the first line count.
    var offset: Int { first.offset }

    /// Returns the line count at an offset in the window.
    ///
    /// - Parameters:
    ///   - offset: The offset in the stream.
    ///   - text: The bytes in memory.
    ///   - base: The offset of the first byte in memory.
    func counter(at offset: Int, in text: Span<UInt8>, from base: Int) -> LineCounter {
        var counter = first
        let (counted, ahead) = (counted, ahead)
        if counted.offset <= offset, counted.offset > counter.offset { counter = counted }
        if ahead.offset <= offset, ahead.offset > counter.offset { counter = ahead }
        if ahead.offset > offset, ahead.offset - offset < offset - counter.offset {
            var later = ahead
            if later.moveBack(to: offset, in: text, from: base) { return later }
        }
        counter.move(to: offset, in: text, from: base)
        return counter
    }

    /// Counts the lines before an offset, because the bytes before it are about to be dropped.
    func keep(_ offset: Int, in text: Span<UInt8>, from base: Int) {
        first = counter(at: offset, in: text, from: base)
    }

    /// Returns the number of line ends in a range; the range must end at the start of a line.
    func count(_ range: Range<Int>, in text: Span<UInt8>, from base: Int) -> Int {
        let start = counter(at: range.lowerBound, in: text, from: base)
        counted = start
        let end = counter(at: range.upperBound, in: text, from: base)
        counted = end
        return end.line - start.line
    }

    /// Counts the lines of a chunk before it is appended.
    ///
    /// Counting now brings the bytes into the cache, so the copy takes half as long; counting later would read them
    /// again.
    @inline(never)
    func countAhead(_ chunk: Span<UInt8>, after text: Span<UInt8>, from base: Int) {
        // A carriage return at the end of a chunk may be the first half of CR LF.
        guard chunk[chunk.count - 1] != .carriageReturn,
            text.isEmpty || text[text.count - 1] != .carriageReturn
        else { return }
        let end = base + text.count
        var counter = counter(at: end, in: text, from: base)
        counter.move(to: end + chunk.count, in: chunk, from: end)
        ahead = counter
    }
}
