/// A decoder of one encoding, which decodes the character at a position.
///
/// The standard defines its decoders as state machines that consume single bytes, and push bytes back when a character
/// is malformed. These decoders look ahead at most four bytes instead, and return the number of bytes consumed. Bytes
/// that the standard pushes back are not consumed. Only information that outlives a character is stored as state.
protocol CharacterDecoder: Sendable {
    /// Whether ASCII bytes represent themselves at the start of a character.
    static var isASCIITransparent: Bool { get }

    /// Decodes the character at a position.
    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter

    /// Returns the number of bytes of an incomplete character at the end of the text that count as one error.
    mutating func consumeIncomplete(rest: Int) -> Int
}

extension CharacterDecoder {
    static var isASCIITransparent: Bool { true }

    mutating func consumeIncomplete(rest: Int) -> Int { rest }
}

/// A decoded character, and the number of bytes consumed.
enum DecodedCharacter {
    case scalar(UInt32, length: Int)
    /// Two Unicode scalar values. Four codes of Big5 decode to two.
    case pair(UInt32, UInt32, length: Int)
    /// An escape sequence, which produces no character.
    case nothing(length: Int)
    /// Bytes that are replaced by one U+FFFD.
    case malformed(length: Int)
    /// The prefix of a character that needs more bytes.
    case incomplete

    /// Returns the result for a two-byte code.
    ///
    /// If the table has no scalar for it, the code is malformed, and an ASCII trail byte is left for the next
    /// character.
    @inline(__always)
    static func twoBytes(_ scalar: UInt32, trail: UInt8) -> DecodedCharacter {
        if scalar != 0 { return .scalar(scalar, length: 2) }
        return .malformed(length: UTF8.isASCII(trail) ? 1 : 2)
    }
}

extension [UInt32] {
    /// Returns the code point of a pointer; 0 if the table has none.
    @inline(__always)
    func codePoint(_ pointer: Int) -> UInt32 { pointer >= 0 && pointer < count ? self[pointer] : 0 }
}

/// The decoder of UTF-8 (WHATWG Encoding §8.1.1).
///
/// The longest prefix of a possible character counts as one error.
struct UTF8Decoder: CharacterDecoder {
    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let lead = input[position]
        if UTF8.isASCII(lead) { return .scalar(UInt32(lead), length: 1) }
        let needed = UTF8Sequence.needed(after: lead)
        guard needed > 0 else { return .malformed(length: 1) }
        var scalar = UTF8Sequence.payload(ofLead: lead, needed: needed)
        for index in 1...needed {
            guard position + index < input.count else { return .incomplete }
            let byte = input[position + index]
            guard UTF8.isContinuation(byte), index > 1 || UTF8Sequence.isInBoundaries(byte, after: lead) else {
                return .malformed(length: index)
            }
            scalar = scalar << UTF8Sequence.payloadBits | UTF8Sequence.payload(of: byte)
        }
        return .scalar(scalar, length: needed + 1)
    }
}

/// The decoder of UTF-16 in either byte order (WHATWG Encoding §14.2.1).
struct UTF16Decoder: CharacterDecoder {
    static var isASCIITransparent: Bool { false }
    private let high: Int

    init(isBigEndian: Bool) { high = isBigEndian ? 0 : 1 }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 1 < input.count else { return .incomplete }
        let unit = unit(in: input, at: position)
        guard unit & 0xF800 == 0xD800 else { return .scalar(unit, length: 2) }
        guard unit < 0xDC00 else { return .malformed(length: 2) }
        guard position + 3 < input.count else { return .incomplete }
        let trail = self.unit(in: input, at: position + 2)
        guard trail & 0xFC00 == 0xDC00 else { return .malformed(length: 2) }
        return .scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00), length: 4)
    }

    @inline(__always)
    private func unit(in input: borrowing Span<UInt8>, at position: Int) -> UInt32 {
        UInt32(input[position + high]) << 8 | UInt32(input[position + 1 - high])
    }
}

/// The decoder of UTF-32 in either byte order (Unicode §3.10).
///
/// The WHATWG Encoding Standard does not define it.
struct UTF32Decoder: CharacterDecoder {
    static var isASCIITransparent: Bool { false }
    private let isBigEndian: Bool

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        guard position + 3 < input.count else { return .incomplete }
        var value: UInt32 = 0
        for index in 0..<4 { value = value << 8 | UInt32(input[position + (isBigEndian ? index : 3 - index)]) }
        guard value <= 0x10FFFF, value & 0xFFFF_F800 != 0xD800 else { return .malformed(length: 4) }
        return .scalar(value, length: 4)
    }
}

/// The decoder of an encoding with one byte per character (WHATWG Encoding §9.1).
struct SingleByteDecoder: CharacterDecoder {
    private let upperHalf: [UInt32]

    init(table: String) { upperHalf = IndexTables.singleByte[table.lowercased()] ?? [] }

    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if UTF8.isASCII(byte) { return .scalar(UInt32(byte), length: 1) }
        let scalar = upperHalf.codePoint(Int(byte - .firstNonASCII))
        return scalar == 0 ? .malformed(length: 1) : .scalar(scalar, length: 1)
    }
}

/// The decoder of x-user-defined (WHATWG Encoding §14.5.1), which maps the upper half to private-use code points.
struct UserDefinedDecoder: CharacterDecoder {
    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if UTF8.isASCII(byte) { return .scalar(UInt32(byte), length: 1) }
        return .scalar(0xF780 + UInt32(byte - .firstNonASCII), length: 1)
    }
}
