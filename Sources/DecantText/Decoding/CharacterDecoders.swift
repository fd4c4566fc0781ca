/// The algorithm of one encoding: decodes the character at a position of a text.
///
/// The standard writes its decoders as machines fed byte by byte, which put bytes back when a character turns out to be
/// malformed. Here each looks ahead instead, at most four bytes, and returns the number that it took: bytes put back are bytes
/// not taken. Only what lasts longer than a character is state.
protocol CharacterDecoder: Sendable {
    /// Whether ASCII bytes represent themselves wherever a character begins.
    static var isASCIITransparent: Bool { get }

    /// Decodes the character that begins at a position.
    mutating func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter

    /// Returns how many bytes of an incomplete character at the end of the text count as one error.
    mutating func takeIncomplete(rest: Int) -> Int
}

extension CharacterDecoder {
    static var isASCIITransparent: Bool { true }

    mutating func takeIncomplete(rest: Int) -> Int { rest }
}

/// The character at a position of a text, and the number of bytes it takes.
enum DecodedCharacter {
    case scalar(UInt32, length: Int)
    /// Two Unicode scalar values, as four codes of Big5 have them.
    case pair(UInt32, UInt32, length: Int)
    /// An escape sequence, which makes no character.
    case nothing(length: Int)
    /// Bytes that become one U+FFFD.
    case malformed(length: Int)
    /// The beginning of a character that needs more bytes than are at hand.
    case incomplete

    /// A two-byte code: the scalar if the table has one; else an error, which leaves an ASCII byte to the next
    /// character.
    @inline(__always)
    static func twoBytes(_ scalar: UInt32, trail: UInt8) -> DecodedCharacter {
        if scalar != 0 { return .scalar(scalar, length: 2) }
        return .malformed(length: UTF8.isASCII(trail) ? 1 : 2)
    }
}

extension [UInt32] {
    /// The code point of a pointer, or 0 if the table has none.
    @inline(__always)
    func codePoint(_ pointer: Int) -> UInt32 { pointer >= 0 && pointer < count ? self[pointer] : 0 }
}

/// UTF-8 (WHATWG Encoding §8.1.1): the longest prefix that could have begun a character counts as one error.
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

/// UTF-16 in either byte order (WHATWG Encoding §14.2.1).
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

/// UTF-32 in either byte order (Unicode §3.10), which the WHATWG Encoding Standard leaves out.
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

/// An encoding with one byte for each character (WHATWG Encoding §9.1).
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

/// x-user-defined (WHATWG Encoding §14.5.1): the upper half goes to private code points.
struct UserDefinedDecoder: CharacterDecoder {
    @inline(__always)
    func next(in input: borrowing Span<UInt8>, at position: Int) -> DecodedCharacter {
        let byte = input[position]
        if UTF8.isASCII(byte) { return .scalar(UInt32(byte), length: 1) }
        return .scalar(0xF780 + UInt32(byte - .firstNonASCII), length: 1)
    }
}
