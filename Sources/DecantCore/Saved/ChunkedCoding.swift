/// The chunked transfer coding (RFC 9112 §7.1).
///
/// What `curl -i` prints has lost its chunks although the head still speaks of them, so the bytes themselves have to show
/// whether they are chunks. They are if a size in hexadecimal digits begins the first line, and behind as many bytes
/// stands a line end. Once that is so, whatever breaks the grammar is an error.
struct ChunkedCoding {
    private(set) var lines: LineReader
    private(set) var content: [UInt8] = []

    /// The number of chunks, without the last one, which has no data.
    private(set) var chunkCount = 0

    /// Whether the bytes end before the last chunk.
    private(set) var isCut = false

    /// The number of fields behind the last chunk.
    private(set) var trailerCount = 0

    private var bytes: ResponseBody { lines.bytes }

    init(_ bytes: ResponseBody, at position: Int, limits: Limits) {
        lines = LineReader(bytes, at: position, limits: limits)
        content.reserveCapacity(bytes.count - position + ResponseBody.slack)
    }

    /// RFC 9112 §7.1: `chunked-body = *chunk last-chunk trailer-section CRLF`.
    mutating func decode() throws(ResponseError) {
        while let size = try chunkSizeLine() {
            guard size > 0 else { return try trailerSection() }
            try chunkData(size)
            chunkCount += 1
            if isCut { return }
        }
        isCut = true
    }

    /// RFC 9112 §7.1: the beginning of `chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF`.
    private mutating func chunkSizeLine() throws(ResponseError) -> Int? {
        lines.restart()
        let line = try lines.line()
        guard !line.isCut else { return nil }
        var position = line.content.lowerBound
        let size = try chunkSize(&position, line.content.upperBound)
        try ChunkExtension(bytes).parse(position..<line.content.upperBound)
        return size
    }

    /// RFC 9112 §7.1: `chunk-size = 1*HEXDIG`.
    ///
    /// One too large for any memory is `Int.max`, more than can follow.
    private func chunkSize(_ position: inout Int, _ end: Int) throws(ResponseError) -> Int {
        let start = position
        var size = 0
        while position < end, let digit = bytes[position].hexDigitValue {
            let (high, overflows) = size.multipliedReportingOverflow(by: 16)
            size = overflows ? .max : high | digit
            position += 1
        }
        guard position > start else {
            throw ResponseError(.malformedBody, "a chunk begins with its size in hexadecimal digits", offset: start)
        }
        return size
    }

    private mutating func chunkData(_ size: Int) throws(ResponseError) {
        let rest = bytes.count - lines.position
        content.append(contentsOf: bytes.slice(lines.position..<lines.position + min(size, rest)))
        guard size < rest else {
            lines.position = bytes.count
            isCut = true
            return
        }
        lines.position += size
        let length = bytes.lineEndLength(at: lines.position)
        guard length > 0 else {
            throw ResponseError(.malformedBody, "a chunk does not end where its size says", offset: lines.position)
        }
        lines.position += length
    }

    /// RFC 9112 §7.1.2: `trailer-section = *( field-line CRLF )`, and the empty line, which may be missing.
    private mutating func trailerSection() throws(ResponseError) {
        var parser = HeadParser(bytes, at: lines.position, limits: lines.limits)
        do throws(ResponseError) {
            trailerCount = try parser.fieldSection().count
        } catch {
            guard error.code == .malformedHead else { throw error }
            throw ResponseError(.malformedBody, "behind the last chunk: \(error.message)", offset: error.offset)
        }
        lines.position = parser.lines.position
    }
}

extension ChunkedCoding {
    /// Whether the bytes at some position show that they are chunks.
    static func begins(_ bytes: ResponseBody, at start: Int) -> Bool {
        let coding = ChunkedCoding(bytes, peekingAt: start)
        var position = start
        guard let size = try? coding.chunkSize(&position, bytes.count) else { return false }
        while position < bytes.count, bytes.lineEndLength(at: position) == 0 { position += 1 }
        let lineEnd = bytes.lineEndLength(at: position)
        let data = position + lineEnd
        guard lineEnd > 0, size > 0, size <= bytes.count - data else { return lineEnd == 2 }
        return size + data == bytes.count ? lineEnd == 2 : bytes.lineEndLength(at: data + size) > 0
    }

    private init(_ bytes: ResponseBody, peekingAt position: Int) {
        lines = LineReader(bytes, at: position, limits: Limits())
    }
}
