import DecantCore
import DecantText

/// An incremental reader of text lines in any charset.
///
/// Lines end with LF, CR, or CR LF.
///
/// The charset comes from the options, a byte-order mark, or the media type, in this order; the default is UTF-8.
/// Chunks may be split anywhere without affecting lines, findings, and errors. Text after the last line end is a line
/// unless it is empty.
struct LineReader: ~Copyable {
    private let label: String?
    private let options: TextOptions
    private let limit: Int
    private var window = BodyWindow()
    private var lines = LineScanner()
    /// The bytes received before the charset was determined.
    private var beginning: [UInt8] = []
    private var stream: TextStream?
    /// The text offset of the first retained source offset; earlier ones have been discarded.
    private var forgotten = 0
    /// Whether the charset is known.
    private var hasBegun = false
    /// Whether the bytes are used as text without conversion.
    private var isUnchanged = false
    private var isFinished = false
    private var hasEnded = false
    private var failure: ResponseError?

    /// The number of lines read.
    private(set) var lineCount = 0

    /// The number of findings about the charset.
    private(set) var findingCount = 0

    /// Creates a reader for an empty text.
    init(mediaType: ResponseMediaType?, options: TextOptions, limits: Limits) {
        label = mediaType?.charsetLabel
        self.options = options
        limit = limits.itemBytes
    }
}

extension LineReader {
    /// Appends bytes.
    ///
    /// They are decoded when lines are read.
    mutating func append(_ chunk: Span<UInt8>) {
        guard !isFinished else { return }
        if isUnchanged { return window.append(chunk) }
        var bytes: [UInt8] = []
        unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        decode(bytes)
    }

    /// Ends the input.
    mutating func finish() { isFinished = true }

    var findings: [Finding] { stream?.findings ?? [] }

    /// The number of bytes held for an incomplete line.
    var heldBytes: Int { window.count + beginning.count }

    /// The current read offset in the text.
    var offset: Int { lines.start }

    /// Returns the position of an offset in the text.
    func position(of offset: Int) -> SourcePosition { window.position(of: offset) }

    /// Returns the text of a line, which must be the last one read.
    func text(_ line: Range<Int>) -> String { window.span(line).text }
}

extension LineReader {
    /// Reads the next line.
    ///
    /// Returns nil if more bytes are needed, or at the end.
    mutating func advance() throws(ResponseError) -> Range<Int>? {
        if let failure { throw failure }
        if !hasBegun { try determineCharset() }
        window.drop(before: lines.start)
        if let line = lines.next(in: window) { return try checked(line) }
        if lines.scanned - lines.start > limit { try exceed(from: lines.start) }
        guard isFinished, hasBegun else { return nil }
        if !hasEnded {
            hasEnded = true
            if !isUnchanged, let rest = stream?.finish(), !rest.isEmpty { window.append(rest.elementSpan) }
            findingCount = stream?.findings.count ?? 0
            if let line = lines.next(in: window) { return try checked(line) }
        }
        if let failure = stream?.failure { throw fail(failure, at: window.end) }
        return try lines.last(in: window).map { (line) throws(ResponseError) in try checked(line) }
    }

    private mutating func checked(_ line: Range<Int>) throws(ResponseError) -> Range<Int> {
        let isHigh = lines.high != 0
        lines.high = 0
        if line.count > limit { try exceed(from: line.lowerBound) }
        if isHigh, isUnchanged, let index = UTF8Validator.firstMalformed(in: window.span(line)) {
            let hint = stream?.hint
            let error = ResponseError(.invalidText, "line \(lineCount + 1) is not valid UTF-8", at: nil, hint: hint)
            throw fail(error, at: line.lowerBound + index)
        }
        lineCount &+= 1
        return line
    }

    private mutating func exceed(from start: Int) throws(ResponseError) {
        let message = "line \(lineCount + 1) has more than \(limit.counted("byte"))"
        throw fail(ResponseError(.limitExceeded, message, limit: .itemBytes), at: start + limit)
    }

    private mutating func fail(_ reason: ResponseError, at offset: Int) -> ResponseError {
        let received = isUnchanged ? nil : reason.offset ?? stream?.sourceOffset(ofUTF8Offset: offset)
        var error = reason.moved(to: window.site(of: offset, received: received))
        error.details.itemIndex = lineCount
        failure = error
        return error
    }

    /// Determines the charset once enough bytes have arrived to recognize a byte-order mark.
    private mutating func determineCharset() throws(ResponseError) {
        // The first bytes of the byte-order marks of UTF-8, UTF-16, and UTF-32.
        let markStarts: [UInt8] = [0xEF, 0xFE, 0xFF, 0]
        let mayBeMark = beginning.count < 4 && beginning.first.map(markStarts.contains) != false
        guard !mayBeMark || isFinished else { return }
        do throws(ResponseError) {
            let bytes = beginning
            beginning = []
            stream = try TextStream(ResponseBytes(bytes), label: label, options: options, format: .plain)
            hasBegun = true
            findingCount = stream?.findings.count ?? 0
            isUnchanged = stream?.isUnchanged == true
            let length = stream?.markLength ?? 0
            if isUnchanged {
                window.append(bytes.elementSpan)
                lines.restart(at: length)
            } else {
                decode(Array(bytes.dropFirst(length)))
            }
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func decode(_ bytes: [UInt8]) {
        guard hasBegun else { return beginning += bytes }
        if lines.start > forgotten {
            forgotten = lines.start
            stream?.forget(before: forgotten)
        }
        let text = stream?.decode(bytes) ?? []
        findingCount = stream?.findings.count ?? 0
        window.append(text.elementSpan)
    }
}
