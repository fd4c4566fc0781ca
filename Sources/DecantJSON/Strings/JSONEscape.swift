// Digits are random, so that a branch for each would often be predicted wrong. Four characters are looked at as one word,
// each in a byte of its own; the highest bit of a byte, which no ASCII character has, holds the answer to a comparison.
//
// Example: "00e9" is 0x3965_3030. Its digits are 0x0905_0000, and 9 more where bit 6 says letter: 0x090E_0000.
// Neighbours together are 0x__E9__00, and so 0x00E9.

/// The escapes of JSON strings (RFC 8259 §7).
enum JSONEscape {
    /// Stands for four characters that are not all hexadecimal digits; greater than any unit of UTF-16.
    @inline(__always)
    static var invalidUnit: UInt32 { 0xFFFF_0000 }

    /// Reads the four hexadecimal digits behind `\u`.
    ///
    /// - Parameter characters: The characters, the first in the lowest bits.
    /// - Returns: The unit of UTF-16, or ``invalidUnit``.
    @inline(__always)
    static func unit(in characters: UInt32) -> UInt32 {
        areDigits(characters) ? validUnit(in: characters) : invalidUnit
    }

    /// Reads four characters that are known to be hexadecimal digits.
    @inline(__always)
    static func validUnit(in characters: UInt32) -> UInt32 {
        let digits = (characters & 0x0F0F_0F0F) &+ (characters >> 6 & 0x0101_0101) &* 9
        let pairs = digits << 4 | digits >> 8
        return (pairs & 0xFF) << 8 | pairs >> 16 & 0xFF
    }

    @inline(__always)
    private static func areDigits(_ characters: UInt32) -> Bool {
        // With the highest bits off, no sum carries into the next byte.
        let ascii = characters & 0x7F7F_7F7F
        let small = ascii | 0x2020_2020
        let isDecimal = (ascii &+ repeated(0x80 - 0x30)) & ~(ascii &+ repeated(0x80 - 0x3A))
        let isLetter = (small &+ repeated(0x80 - 0x61)) & ~(small &+ repeated(0x80 - 0x67))
        return (isDecimal | isLetter) & ~characters & 0x8080_8080 == 0x8080_8080
    }

    @inline(__always)
    private static func repeated(_ byte: UInt32) -> UInt32 { byte &* 0x0101_0101 }
}
