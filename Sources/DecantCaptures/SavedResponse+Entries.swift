public import DecantCore

extension SavedResponse {
    /// Returns all responses of a file, such as the output of `curl -i` for several URLs.
    ///
    /// Heads without a body belong to the response that follows: interim heads, redirects, a proxy's
    /// response to CONNECT, rounds of authentication. Where no length delimits a body, it ends at the next head with
    /// regular line ends, with a finding.
    ///
    /// ```swift
    /// for entry in SavedResponse.entries(of: bytes) {
    ///     print(try entry.get().context.head?.status.code ?? 0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The whole file. A `ResponseBytes` is not copied.
    ///   - limits: The limits of a head, of its lines, and of the number of heads before a response.
    /// - Returns: The responses, each parsed when it is read. An error is the last element, with the code
    ///   `malformedHead`, `malformedBody` (for chunks), or `limitExceeded`. Its position is relative to the beginning of
    ///   the file.
    public static func entries(
        of bytes: some Sequence<UInt8>,
        limits: Limits = Limits()
    ) -> some Sequence<Result<CaptureEntry, ResponseError>> & Sendable {
        SavedEntries(ResponseBytes(bytes), limits)
    }
}

/// The responses of a file, parsed one after the other.
struct SavedEntries: Sequence, IteratorProtocol, Sendable {
    private let bytes: ResponseBytes
    private let limits: Limits
    private var position: Int? = 0
    private var count = 0

    init(_ bytes: ResponseBytes, _ limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Parses the next response, or nil at the end of the file and after an error.
    mutating func next() -> Result<CaptureEntry, ResponseError>? {
        guard let start = position else { return nil }
        do throws(ResponseError) {
            let heads = try SavedHeads(bytes, at: start, after: [], limits: limits)
            var content = try SavedBody(after: heads.last, in: bytes, limits: limits)
            content.endBeforeNextHead(limits)
            position = nextHead(from: content.end)
            let surplus = position == nil ? content.surplus : []
            let entry = CaptureEntry(
                index: count,
                context: ResponseContext(heads.last.received, method: nil, url: nil),
                body: content.body,
                findings: heads.findings + content.findings + surplus
            )
            count += 1
            return .success(entry)
        } catch {
            var error = error
            error.add(bytes, limits)
            position = nil
            return .failure(error)
        }
    }

    /// Returns the position of the head after a body and any empty lines, or nil if none follows.
    private func nextHead(from end: Int) -> Int? {
        var position = end
        while position < bytes.count, bytes[position].isLineEnd { position += 1 }
        return position < bytes.count && HeadParser.startsHead(bytes, at: position) ? position : nil
    }
}

extension Finding.Code {
    /// The code for a saved response without a length, whose body was assumed to end at the next head.
    public static let guessedEnd: Self = "guessedEnd"
}

/// A search for a head inside a body without a length.
///
/// Bound: a line is parsed once, because the search continues at the line that is not part of a head, and the status
/// line of a candidate is short.
struct HeadSearch {
    /// The maximum length of the status line of a candidate.
    private static let maxStatusLine = 80

    private let bytes: ResponseBytes
    private let limits: Limits

    init(_ bytes: ResponseBytes, _ limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Returns the position of the first complete head with fields and regular line ends.
    func firstHead(from start: Int) -> Int? {
        var position = start
        while let candidate = bytes.span.firstOffset(of: UInt8(ascii: "H"), in: position..<bytes.count) {
            position = candidate + 1
            guard HeadParser.startsHead(bytes, at: candidate), hasShortStatusLine(at: candidate) else { continue }
            var parser = HeadParser(bytes, at: candidate, limits: limits, isStrict: true)
            if let head = try? parser.head(), head.fields.count > 0, parser.bareLineFeeds == 0, isClosed(head) {
                return candidate
            }
            position = lineStart(before: parser.lines.position, notBefore: position)
        }
        return nil
    }

    private func hasShortStatusLine(at start: Int) -> Bool {
        let end = min(start + Self.maxStatusLine, bytes.count)
        return (start..<end).contains { bytes.lineEndLength(at: $0) == 2 }
    }

    /// Returns whether a head ends with an empty line.
    private func isClosed(_ head: SavedHead) -> Bool {
        head.end - head.start > 4 && bytes[head.end - 1] == UInt8(ascii: "\n")
            && bytes[head.end - 2] == UInt8(ascii: "\r")
            && bytes[head.end - 3] == UInt8(ascii: "\n")
    }

    /// Returns the start of the line that contains a position.
    private func lineStart(before position: Int, notBefore floor: Int) -> Int {
        var start = max(floor, min(position, bytes.count))
        while start > floor, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return start
    }
}
