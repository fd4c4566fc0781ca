/// What stands at a place of a text, and how many bytes it takes.
enum DecodedCharacter {
    /// A Unicode scalar value.
    case scalar(UInt32, length: Int)

    /// Two Unicode scalar values, as four codes of Big5 have them.
    case pair(UInt32, UInt32, length: Int)

    /// An escape sequence, which makes no character.
    case nothing(length: Int)

    /// Bytes that become one U+FFFD.
    case malformed(length: Int)

    /// The beginning of something that needs more bytes than are at hand.
    case incomplete
}

extension DecodedCharacter {
    /// A two-byte code: the scalar if the table has one; else an error, which leaves an ASCII byte to the next
    /// character.
    @inline(__always)
    static func twoBytes(_ scalar: UInt32, trail: UInt8) -> DecodedCharacter {
        if scalar != 0 { return .scalar(scalar, length: 2) }
        return .malformed(length: trail < 0x80 ? 1 : 2)
    }
}

extension [UInt32] {
    /// The code point of a pointer, or 0 if the table has none.
    @inline(__always)
    func codePoint(_ pointer: Int) -> UInt32 {
        pointer >= 0 && pointer < count ? self[pointer] : 0
    }
}
