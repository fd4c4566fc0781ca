import DecantCore

/// The locations in the stream of the lines of an event's data, for errors in data whose bytes have left the window.
struct EventDataLines {
    /// Consecutive lines with the same number of bytes between the data of one line and the next.
    private struct Run {
        /// The offset in the event's data of the first line.
        let start: Int

        /// The position in the stream of the first line, which begins with the name of the field.
        let position: SourcePosition

        /// The number of bytes of a line before its data, as in `data: `.
        let prefix: Int

        /// The number of bytes between the data of one line and the next, or nil for a single line.
        var gap: Int?

        /// The offset in the stream of the end of the last line.
        var end: Int

        /// Returns whether a line continues the run.
        func isContinued(by value: Range<Int>, prefix: Int) -> Bool {
            let gap = value.lowerBound - end
            // A line ends with one or two bytes; more bytes are another line in between.
            return prefix == self.prefix && (gap - prefix == 1 || gap - prefix == 2) && (self.gap ?? gap) == gap
        }
    }

    /// The maximum number of runs, which bounds the memory.
    private static let maxRuns = 1000

    /// The maximum number of bytes that are displayed after an error, and of a first line.
    private static let displayedLength = 200

    private var runs: [Run] = []

    /// The first line, if offsets in the data no longer correspond to offsets in the stream.
    private var firstLine: [UInt8]?

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        firstLine = nil
    }

    /// Adds a line.
    ///
    /// - Parameters:
    ///   - value: The range of the line's data in the stream.
    ///   - prefix: The number of bytes of the line before its data.
    ///   - line: The one-based number of the line.
    ///   - data: The data of the lines before, with a line feed after each.
    mutating func add(_ value: Range<Int>, prefix: Int, line: Int, to data: [UInt8]) {
        guard firstLine == nil else { return }
        if let last = runs.indices.last, runs[last].isContinued(by: value, prefix: prefix) {
            runs[last].gap = value.lowerBound - runs[last].end
            runs[last].end = value.upperBound
            return
        }
        guard runs.count < Self.maxRuns else { return loseOffsets(in: data) }
        let position = SourcePosition(offset: value.lowerBound - prefix, line: line, column: 1)
        runs.append(Run(start: data.count, position: position, prefix: prefix, end: value.upperBound))
    }

    /// Locates later errors at the start of the data, because data was replaced.
    mutating func loseOffsets(in data: [UInt8]) {
        guard firstLine == nil else { return }
        firstLine = Array(data.prefix(Self.displayedLength).prefix { $0 != UInt8(ascii: "\n") })
    }

    /// Returns the site of an offset in the data, with its line, or nil if the data has no lines.
    func site(of offset: Int, in data: [UInt8]) -> ErrorSite? {
        if let firstLine { return runs.first.map { Self.site(of: 0, in: firstLine[...], of: $0, line: 0, skipped: 0) } }
        let offset = min(max(0, offset), data.count)
        guard let run = runs.last(where: { $0.start <= offset }) else { return nil }
        let feed = UInt8(ascii: "\n")
        var (start, lines) = (run.start, 0)
        for index in run.start..<offset where data[index] == feed { (start, lines) = (index + 1, lines + 1) }
        let end = data[offset...].prefix(Self.displayedLength).firstIndex(of: feed)
        let line = data[start..<(end ?? min(data.count, offset + Self.displayedLength))]
        let skipped = start - run.start + lines * ((run.gap ?? 1) - 1)
        return Self.site(of: offset - start, in: line, of: run, line: lines, skipped: skipped)
    }

    /// Returns the site of an offset in a line of a run.
    ///
    /// - Parameters:
    ///   - offset: The offset in the line's data.
    ///   - data: The line's data.
    ///   - line: The number of lines of the run before this one.
    ///   - skipped: The number of bytes in the stream from the first line of the run to this one.
    private static func site(
        of offset: Int,
        in data: ArraySlice<UInt8>,
        of run: Run,
        line: Int,
        skipped: Int
    ) -> ErrorSite {
        let text = Array("data: ".utf8.prefix(run.prefix)) + data
        var position = run.position
        position.offset += skipped
        position.line += line
        return .text(run.prefix + offset, SourceText(ResponseBytes(text), at: 0, position: position))
    }
}
