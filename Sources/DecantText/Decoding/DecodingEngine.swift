/// A decoder for any charset, selected once per text.
enum DecodingEngine: Sendable {
    case utf8(UTF8Decoder)
    case utf16(UTF16Decoder)
    case utf32(UTF32Decoder)
    case singleByte(SingleByteDecoder)
    case userDefined(UserDefinedDecoder)
    case gb18030(GB18030Decoder)
    case big5(Big5Decoder)
    case eucJP(EUCJPDecoder)
    case iso2022JP(ISO2022JPDecoder)
    case shiftJIS(ShiftJISDecoder)
    case eucKR(EUCKRDecoder)

    /// Selects the decoder of a charset.
    init(_ charset: Charset) {
        switch charset.identifier {
        case .utf8: self = .utf8(UTF8Decoder())
        case .utf16BigEndian: self = .utf16(UTF16Decoder(isBigEndian: true))
        case .utf16LittleEndian: self = .utf16(UTF16Decoder(isBigEndian: false))
        case .utf32BigEndian: self = .utf32(UTF32Decoder(isBigEndian: true))
        case .utf32LittleEndian: self = .utf32(UTF32Decoder(isBigEndian: false))
        case .userDefined: self = .userDefined(UserDefinedDecoder())
        case .gbk, .gb18030: self = .gb18030(GB18030Decoder())
        case .big5: self = .big5(Big5Decoder())
        case .eucJP: self = .eucJP(EUCJPDecoder())
        case .iso2022JP: self = .iso2022JP(ISO2022JPDecoder())
        case .shiftJIS: self = .shiftJIS(ShiftJISDecoder())
        case .eucKR: self = .eucKR(EUCKRDecoder())
        // The table is the one for ISO-8859-8. The two encodings differ only in display order.
        case .iso8859x8I: self = .singleByte(SingleByteDecoder(table: Charset.iso8859x8.name))
        default: self = .singleByte(SingleByteDecoder(table: charset.name))
        }
    }

    /// Decodes one character; see ``CharacterDecoder/next(in:at:)``.
    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        switch self {
        case .utf8(let decoder): return decoder.next(in: input, at: position)
        case .utf16(let decoder): return decoder.next(in: input, at: position)
        case .utf32(let decoder): return decoder.next(in: input, at: position)
        case .singleByte(let decoder): return decoder.next(in: input, at: position)
        case .userDefined(let decoder): return decoder.next(in: input, at: position)
        case .gb18030(let decoder): return decoder.next(in: input, at: position)
        case .big5(let decoder): return decoder.next(in: input, at: position)
        case .eucJP(let decoder): return decoder.next(in: input, at: position)
        case .shiftJIS(let decoder): return decoder.next(in: input, at: position)
        case .eucKR(let decoder): return decoder.next(in: input, at: position)
        case .iso2022JP(var decoder):
            defer { self = .iso2022JP(decoder) }
            return decoder.next(in: input, at: position)
        }
    }

    /// Decodes characters up to an offset; see ``UTF8Buffer/write(_:from:at:upTo:)``.
    mutating func write(
        to buffer: inout UTF8Buffer,
        from input: borrowing Span<UInt8>,
        at position: inout Int,
        upTo end: Int
    ) -> DecodedCharacter? {
        switch self {
        case .utf8(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .utf16(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .utf32(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .singleByte(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .userDefined(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .gb18030(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .big5(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .eucJP(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .shiftJIS(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .eucKR(var decoder): return buffer.write(&decoder, from: input, at: &position, upTo: end)
        case .iso2022JP(var decoder):
            defer { self = .iso2022JP(decoder) }
            return buffer.write(&decoder, from: input, at: &position, upTo: end)
        }
    }

    /// Returns the length of the error for an incomplete character at the end; see
    /// ``CharacterDecoder/consumeIncomplete(rest:)``.
    mutating func consumeIncomplete(rest: Int) -> Int {
        guard case .iso2022JP(var decoder) = self else { return rest }
        defer { self = .iso2022JP(decoder) }
        return decoder.consumeIncomplete(rest: rest)
    }
}

// MARK: - Unsafe
//
// Most text is mostly ASCII. It is processed eight bytes at a time, and the standard library has no safe API for that.
//
// Bound: every load and store of eight bytes begins at an offset that was just checked to have eight more bytes in the
// given span. A remainder of fewer than eight bytes is processed byte by byte with checked subscripts.

/// Functions that find and copy runs of ASCII bytes, eight at a time.
enum UnsafeASCII {
    /// The bits that are zero in every ASCII byte.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns the index of the first non-ASCII byte from a position on, or the number of bytes.
    static func end(in input: borrowing Span<UInt8>, from position: Int) -> Int {
        var position = position
        let bytes = unsafe input.bytes
        while position + 8 <= input.count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
            let high = word.littleEndian & highBits
            guard high == 0 else { return position + high.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < input.count, UTF8.isASCII(input[position]) { position += 1 }
        return position
    }

    /// Copies a run of ASCII up to `end`, within the capacity of `output`, and returns the number of bytes copied.
    @inline(__always)
    static func copy(
        from input: borrowing Span<UInt8>,
        at position: Int,
        upTo end: Int,
        to output: inout MutableSpan<UInt8>,
        at count: Int
    ) -> Int {
        let limit = min(end - position, output.count - count, input.count - position)
        var length = 0
        let source = unsafe input.bytes
        var target = unsafe output.mutableBytes
        while length + 8 <= limit {
            let word = unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: position + length, as: UInt64.self)
            guard word & highBits == 0 else { break }
            unsafe target.storeBytes(of: word, toUncheckedByteOffset: count + length, as: UInt64.self)
            length += 8
        }
        while length < limit, UTF8.isASCII(input[position + length]) {
            output[count + length] = input[position + length]
            length += 1
        }
        return length
    }
}
