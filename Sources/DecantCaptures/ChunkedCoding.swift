internal import DecantCore

/// The chunked transfer coding (RFC 9112 §7.1).
///
/// The output of `curl -i` contains a decoded body although the head still declares chunks, so the bytes themselves
/// must show whether they are chunked. They are if the first line begins with a size in hexadecimal digits, and a line
/// end follows after that number of bytes. If so, any later violation of the grammar is an error.
struct ChunkedCoding {
    private(set) var lines: HeadLineReader
    private var content: ResponseBodyCollector

    /// The number of chunks, excluding the last chunk, which has no data.
    private(set) var chunkCount = 0

    /// Whether the bytes end before the last chunk.
    private(set) var isCut = false

    /// The number of chunks whose size is followed by whitespace (RFC 9112 §7.1.1).
    private(set) var paddedSizeCount = 0

    /// The number of fields after the last chunk.
    private(set) var trailerCount = 0

    private var bytes: ResponseBytes { lines.bytes }

    init(_ bytes: ResponseBytes, at position: Int, limits: Limits) {
        lines = HeadLineReader(bytes, at: position, limits: limits)
        content = ResponseBodyCollector(limits: .unlimited, expectedCount: bytes.count - position)
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

    /// Returns the data of all chunks, without copying it.
    mutating func finishContent() -> ResponseBytes { content.finish() }

    /// RFC 9112 §7.1: the prefix of `chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF`.
    private mutating func chunkSizeLine() throws(ResponseError) -> Int? {
        lines.restart()
        let line = try lines.line()
        guard !line.isCut else { return nil }
        var position = line.content.lowerBound
        let size = try Self.chunkSize(of: bytes, &position, line.content.upperBound)
        if position < line.content.upperBound, bytes[position].isOptionalWhitespace { paddedSizeCount += 1 }
        try ChunkExtension(bytes).parse(position..<line.content.upperBound)
        return size
    }

    /// RFC 9112 §7.1: `chunk-size = 1*HEXDIG`.
    ///
    /// A size that overflows is `Int.max`, which exceeds any number of bytes that can follow.
    private static func chunkSize(
        of bytes: ResponseBytes,
        _ position: inout Int,
        _ end: Int
    ) throws(ResponseError) -> Int {
        let start = position
        var size = 0
        while position < end, let digit = bytes[position].hexDigitValue {
            let (high, overflows) = size.multipliedReportingOverflow(by: 16)
            size = overflows ? .max : high | digit
            position += 1
        }
        guard position > start else {
            throw ResponseError(.malformedBody, "expected the size of a chunk in hexadecimal digits", offset: start)
        }
        return size
    }

    private mutating func chunkData(_ size: Int) throws(ResponseError) {
        let rest = bytes.count - lines.position
        try content.append(bytes.span.extracting(lines.position..<lines.position + min(size, rest)))
        guard size < rest else {
            lines.position = bytes.count
            isCut = true
            return
        }
        lines.position += size
        let length = bytes.lineEndLength(at: lines.position)
        guard length > 0 else {
            throw ResponseError(.malformedBody, "expected a line end after the data of a chunk", offset: lines.position)
        }
        lines.position += length
    }

    /// RFC 9112 §7.1.2: `trailer-section = *( field-line CRLF )`, and the empty line, which is optional.
    private mutating func trailerSection() throws(ResponseError) {
        var parser = HeadParser(bytes, at: lines.position, limits: lines.limits, isStrict: true)
        do throws(ResponseError) {
            trailerCount = try parser.fieldSection().count
        } catch {
            guard error.code == .malformedHead else { throw error }
            throw ResponseError(
                .malformedBody,
                "the trailer section is malformed: \(error.message)",
                offset: error.offset
            )
        }
        lines.position = parser.lines.position
    }
}

extension ChunkedCoding {
    /// Returns whether the bytes at a position are evidently chunks.
    static func startsChunk(_ bytes: ResponseBytes, at start: Int) -> Bool {
        var position = start
        guard let size = try? chunkSize(of: bytes, &position, bytes.count) else { return false }
        while position < bytes.count, bytes.lineEndLength(at: position) == 0 { position += 1 }
        let lineEnd = bytes.lineEndLength(at: position)
        let data = position + lineEnd
        guard lineEnd > 0, size > 0, size <= bytes.count - data else { return lineEnd == 2 }
        return size + data == bytes.count ? lineEnd == 2 : bytes.lineEndLength(at: data + size) > 0
    }
}

// MARK: - Extensions

/// A parser of chunk extensions (RFC 9112 §7.1.1), which are validated and ignored.
struct ChunkExtension {
    private let bytes: ResponseBytes

    init(_ bytes: ResponseBytes) {
        self.bytes = bytes
    }

    /// RFC 9112 §7.1.1: `chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`.
    ///
    /// Trailing whitespace is accepted, since some servers pad the size.
    func parse(_ range: Range<Int>) throws(ResponseError) {
        var position = range.lowerBound
        while true {
            skipWhitespace(&position, range.upperBound)
            guard position < range.upperBound else { return }
            guard bytes[position] == UInt8(ascii: ";") else {
                throw ResponseError(
                    .malformedBody,
                    "expected “;” or a line end after the size of a chunk",
                    offset: position
                )
            }
            position += 1
            skipWhitespace(&position, range.upperBound)
            try token(&position, range.upperBound)
            try value(&position, range.upperBound)
        }
    }

    private func value(_ position: inout Int, _ end: Int) throws(ResponseError) {
        var next = position
        skipWhitespace(&next, end)
        guard next < end, bytes[next] == UInt8(ascii: "=") else { return }
        position = next + 1
        skipWhitespace(&position, end)
        if position < end, bytes[position] == UInt8(ascii: "\"") {
            try quotedString(&position, end)
        } else {
            try token(&position, end)
        }
    }

    /// RFC 9110 §5.6.2: `token = 1*tchar`.
    private func token(_ position: inout Int, _ end: Int) throws(ResponseError) {
        let start = position
        while position < end, bytes[position].isHTTPToken { position += 1 }
        guard position > start else {
            throw ResponseError(.malformedBody, "a chunk extension has no name or no value", offset: position)
        }
    }

    /// RFC 9110 §5.6.4: `quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE`.
    private func quotedString(_ position: inout Int, _ end: Int) throws(ResponseError) {
        let start = position
        position += 1
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < end else {
            throw ResponseError(.malformedBody, "a quoted string in a chunk extension is not closed", offset: start)
        }
        position += 1
    }

    private func skipWhitespace(_ position: inout Int, _ end: Int) {
        while position < end, bytes[position].isOptionalWhitespace { position += 1 }
    }
}

// MARK: - Transfer-Encoding

/// The codings of a `Transfer-Encoding` field (RFC 9112 §6.1), in the order of their application.
struct TransferCodings {
    /// The value of all field lines.
    let text: String

    /// Whether the last coding is chunked, the only one that delimits the body.
    let endsWithChunked: Bool

    /// Whether chunked is applied more than once, or before another coding (RFC 9112 §6.1).
    let misusesChunked: Bool

    /// Whether the list contains codings other than chunked.
    let hasOthers: Bool

    init(_ fieldValues: [String]) {
        text = fieldValues.joined(separator: ", ")
        let codings = text.split(separator: ",").map { coding in
            coding.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != ";" }.lowercased()
        }
        endsWithChunked = codings.last == "chunked"
        misusesChunked = codings.dropLast().contains("chunked")
        hasOthers = codings.contains { $0 != "chunked" && $0 != "identity" }
    }
}
