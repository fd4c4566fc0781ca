public import DecantCore

/// An incremental text decoder.
///
/// A character is returned once all of its bytes have arrived.
///
/// ```swift
/// var decoder = TextDecoder(.shiftJIS)
/// for chunk in chunks { text += try decoder.decode(chunk) }
/// text += try decoder.finish()
/// ```
///
/// Chunks may be split anywhere. A leading byte-order mark is not treated specially; detect the charset and strip the
/// mark before decoding.
public struct TextDecoder: Sendable {
    /// The number of bytes decoded between two checks of the capacity.
    private static let block = 16 << 10
    /// The charset of the bytes.
    public let charset: Charset
    /// Whether malformed bytes are replaced by U+FFFD; otherwise, they are an error.
    public private(set) var replacesMalformed: Bool
    /// The number of malformed sequences replaced by U+FFFD.
    public private(set) var replacements = 0
    /// The byte offset of the first malformed sequence that was replaced.
    public private(set) var firstReplacement: Int?
    /// Whether characters that XML does not allow are dropped.
    private(set) var dropsControls = false
    /// The characters that were dropped.
    private(set) var dropped = DroppedControls()
    /// The number of bytes decoded, without the incomplete character at the end.
    private(set) var offset = 0
    private var engine: DecodingEngine
    /// The prefix of an incomplete character: at most three bytes.
    private var rest: [UInt8] = []
    /// The bytes of an incomplete character.
    var pending: [UInt8] { rest }
    /// A cursor at the next character.
    var cursor: TranscodingCursor { TranscodingCursor(engine: engine, dropsControls: dropsControls) }

    /// Creates a decoder for one text.
    ///
    /// ```swift
    /// var decoder = TextDecoder(.shiftJIS, replacesMalformed: true)
    /// var text = ""
    /// for chunk in chunks { text += try decoder.decode(chunk) }
    /// text += try decoder.finish()
    /// print(decoder.replacements)
    /// ```
    ///
    /// - Parameters:
    ///   - charset: The charset of the bytes.
    ///   - replacesMalformed: Whether malformed bytes are replaced by U+FFFD; otherwise, they are an error.
    public init(_ charset: Charset, replacesMalformed: Bool = false) {
        self.charset = charset
        self.replacesMalformed = replacesMalformed
        engine = DecodingEngine(charset)
    }

    /// Creates a decoder that drops the characters that XML does not allow.
    init(_ charset: Charset, replacesMalformed: Bool, dropsControls: Bool) {
        self.init(charset, replacesMalformed: replacesMalformed)
        self.dropsControls = dropsControls
    }

    /// Decodes the next chunk.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Returns: The characters that are complete. A scalar is never split, but a grapheme cluster may be.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.invalidText` and the offset from the beginning
    ///   of the text, if bytes are malformed and are not replaced.
    public mutating func decode(_ bytes: some Sequence<UInt8>) throws(ResponseError) -> String {
        try decode(Array(bytes).elementSpan)
    }

    /// Decodes the next chunk.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Returns: The characters that are complete.
    /// - Throws: `ResponseError` in the same cases as for a sequence.
    public mutating func decode(_ bytes: Span<UInt8>) throws(ResponseError) -> String {
        var buffer = UTF8Buffer()
        try decode(bytes, into: &buffer)
        return String(decoding: buffer.finish(), as: UTF8.self)
    }

    /// Ends the text.
    ///
    /// ```swift
    /// var decoder = TextDecoder(.utf16LittleEndian)
    /// let text = try decoder.decode(bytes) + decoder.finish()
    /// ```
    ///
    /// - Returns: U+FFFD for an incomplete character at the end; otherwise, an empty string.
    /// - Throws: `ResponseError` with the code `ResponseError.Code.invalidText` if the text ends inside a character
    ///   and malformed bytes are not replaced.
    public mutating func finish() throws(ResponseError) -> String {
        var buffer = UTF8Buffer()
        try finish(into: &buffer)
        return String(decoding: buffer.finish(), as: UTF8.self)
    }
}

extension TextDecoder {
    /// Returns the error for malformed bytes.
    static func malformed(_ charset: Charset, at offset: Int, hint: Hint? = nil) -> ResponseError {
        let message = "the text is not valid \(charset) at offset \(offset)"
        return ResponseError(.invalidText, message, at: .body(offset), hint: hint)
    }

    /// A copy of the decoder after an error, set to replace malformed bytes and continue after them.
    var resumed: TextDecoder {
        var decoder = self
        decoder.replacesMalformed = true
        decoder.rest = []
        return decoder
    }

    /// Decodes the next chunk into a buffer.
    mutating func decode(_ chunk: borrowing Span<UInt8>, into buffer: inout UTF8Buffer) throws(ResponseError) {
        var position = 0
        if !rest.isEmpty {
            guard let end = try decodeRest(continuedBy: chunk, into: &buffer) else { return }
            position = end
        }
        guard try !decode(chunk, from: &position, upTo: chunk.count, into: &buffer) else { return }
        while position < chunk.count {
            rest.append(chunk[position])
            position += 1
        }
    }

    /// Ends the text and decodes the remaining bytes into a buffer.
    mutating func finish(into buffer: inout UTF8Buffer) throws(ResponseError) {
        while !rest.isEmpty {
            let left = rest
            rest = []
            let length = engine.consumeIncomplete(rest: left.count)
            try replace(length, into: &buffer)
            try decode(left.elementSpan.extracting(droppingFirst: length), into: &buffer)
        }
    }

    /// Completes the incomplete character, and returns the offset of the next one.
    ///
    /// Returns nil if the chunk is too short.
    private mutating func decodeRest(
        continuedBy chunk: borrowing Span<UInt8>,
        into buffer: inout UTF8Buffer
    ) throws(ResponseError) -> Int? {
        var joined = rest
        for index in 0..<min(chunk.count, 4) { joined.append(chunk[index]) }
        var position = 0
        guard try decode(joined.elementSpan, from: &position, upTo: rest.count, into: &buffer) else {
            rest = Array(joined[position...])
            return nil
        }
        defer { rest = [] }
        return position - rest.count
    }

    /// Decodes all characters that begin before an offset.
    ///
    /// Returns false if the last one is incomplete.
    private mutating func decode(
        _ input: borrowing Span<UInt8>,
        from position: inout Int,
        upTo end: Int,
        into buffer: inout UTF8Buffer
    ) throws(ResponseError) -> Bool {
        while position < end {
            let start = position
            let blockEnd = min(end, position + Self.block)
            let (before, count) = (engine, buffer.count)
            let stop = engine.write(to: &buffer, from: input, at: &position, upTo: blockEnd)
            if dropsControls, let (controls, first) = buffer.dropControls(from: count) {
                if dropped.count == 0 {
                    var cursor = TranscodingCursor(engine: before)
                    cursor.move(to: first - count, in: input.extracting(start...))
                    dropped.first = offset + cursor.position
                }
                dropped.count += controls
            }
            offset += position - start
            guard let stop else { continue }
            guard case .malformed(let length) = stop else { return false }
            position += length
            try replace(length, into: &buffer)
        }
        return true
    }

    private mutating func replace(_ length: Int, into buffer: inout UTF8Buffer) throws(ResponseError) {
        guard replacesMalformed else { throw Self.malformed(charset, at: offset) }
        if firstReplacement == nil { firstReplacement = offset }
        replacements += 1
        offset += length
        buffer.writeReplacement()
    }
}
