public import DecantCore

/// Decodes a text that arrives in pieces, cut anywhere: a character is returned once all of its bytes have arrived.
///
/// ```swift
/// var decoder = TextDecoder(.shiftJIS)
/// for chunk in chunks { text += try decoder.decode(chunk) }
/// text += try decoder.finish()
/// ```
///
/// A byte-order mark at the beginning is a character like any other; which charset a body has, and whether it begins
/// with a mark, is decided where all of it is known.
public struct TextDecoder: Sendable {
    /// The number of bytes decoded between two tests of the capacity.
    private static let block = 16 << 10
    /// The charset of the bytes.
    public let charset: Charset
    /// Whether bytes that the charset does not have become U+FFFD; else they are an error.
    public private(set) var replacesMalformed: Bool
    /// The number of times that U+FFFD replaced malformed bytes.
    public private(set) var replacements = 0
    /// The offset of the first malformed bytes that were replaced, in bytes from the beginning.
    public private(set) var firstReplacement: Int?
    /// The number of bytes that were decoded: all but the beginning of a character.
    private(set) var offset = 0
    private var engine: DecodingEngine
    /// The beginning of a character that is not complete: at most three bytes.
    private var rest: [UInt8] = []
    /// Bytes of a character that is not complete.
    var pending: [UInt8] { rest }
    /// The algorithm.
    var decodingEngine: DecodingEngine { engine }

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
    ///   - replacesMalformed: Whether bytes that the charset does not have become U+FFFD; else they are an error.
    public init(_ charset: Charset, replacesMalformed: Bool = false) {
        self.charset = charset
        self.replacesMalformed = replacesMalformed
        engine = DecodingEngine(charset)
    }

    /// Decodes the next piece.
    ///
    /// - Parameter bytes: The bytes that follow those already given.
    /// - Returns: The characters that are complete; never a part of one, though perhaps only some of those that make
    ///   up a grapheme.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/invalidText`` and the place, counted from the
    ///   beginning of the text, if bytes are malformed and that is an error.
    public mutating func decode(_ bytes: some Sequence<UInt8>) throws(ResponseError) -> String {
        try decode(Array(bytes).span)
    }

    /// Decodes the next piece.
    ///
    /// - Parameter bytes: The bytes that follow those already given.
    /// - Returns: The characters that are complete.
    /// - Throws: ``ResponseError`` as for a sequence.
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
    /// - Returns: The replacement of a character that was begun and not completed: nothing, or U+FFFD.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/invalidText`` if the text ends inside a
    ///   character and that is an error.
    public mutating func finish() throws(ResponseError) -> String {
        var buffer = UTF8Buffer()
        try finish(into: &buffer)
        return String(decoding: buffer.finish(), as: UTF8.self)
    }
}

extension TextDecoder {
    /// The error for bytes that a charset does not have.
    static func malformed(_ charset: Charset, at offset: Int, hint: String? = nil) -> ResponseError {
        ResponseError(.invalidText, "the text is not valid \(charset) at offset \(offset)", offset: offset, hint: hint)
    }

    /// The decoder after an error, set to continue after the malformed bytes by replacing them.
    var resumed: TextDecoder {
        var decoder = self
        decoder.replacesMalformed = true
        decoder.rest = []
        return decoder
    }

    /// Decodes the next piece into a buffer.
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

    /// Ends the text in a buffer.
    mutating func finish(into buffer: inout UTF8Buffer) throws(ResponseError) {
        while !rest.isEmpty {
            let left = rest
            rest = []
            let length = engine.takeIncomplete(rest: left.count)
            try replace(length, into: &buffer)
            try decode(left.span.extracting(droppingFirst: length), into: &buffer)
        }
    }

    /// Decodes the character that was begun, and returns where the next one begins; nil if the chunk is too short to
    /// complete it.
    private mutating func decodeRest(
        continuedBy chunk: borrowing Span<UInt8>,
        into buffer: inout UTF8Buffer
    ) throws(ResponseError) -> Int? {
        var joined = rest
        for index in 0..<min(chunk.count, 4) { joined.append(chunk[index]) }
        var position = 0
        guard try decode(joined.span, from: &position, upTo: rest.count, into: &buffer) else {
            rest = Array(joined[position...])
            return nil
        }
        defer { rest = [] }
        return position - rest.count
    }

    /// Decodes all characters that begin before an offset; false if the last one is incomplete.
    private mutating func decode(
        _ input: borrowing Span<UInt8>,
        from position: inout Int,
        upTo end: Int,
        into buffer: inout UTF8Buffer
    ) throws(ResponseError) -> Bool {
        while position < end {
            let start = position
            let blockEnd = min(end, position + Self.block)
            let stop = engine.write(to: &buffer, from: input, at: &position, upTo: blockEnd)
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
