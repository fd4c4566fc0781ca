/// Decimal digits in words of eight, the first in the lowest bits.
enum JSONDigits {
    /// The value of eight digits: pairs, then pairs of pairs, are put together side by side.
    @inline(__always)
    static func value(of word: UInt64) -> UInt64 {
        value(ofDigits: word &- 0x3030_3030_3030_3030)
    }

    /// The value of eight digits that are numbers from 0 to 9, no longer characters.
    @inline(__always)
    static func value(ofDigits digits: UInt64) -> UInt64 {
        let pairs = (digits &* 10) &+ (digits >> 8)
        let low = (pairs & 0x0000_00FF_0000_00FF) &* (100 + 1_000_000 << 32)
        let high = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* (1 + 10_000 << 32)
        return (low &+ high) >> 32
    }

    /// Turns digits into numbers from 0 to 9; what is no digit becomes 10 or more.
    @inline(__always)
    static func numbers(of word: UInt64) -> UInt64 { word ^ 0x3030_3030_3030_3030 }

    /// Marks the characters that are no digits with their highest bit, given their numbers; right up to the lowest mark,
    /// which is all that counts, since a carry can only spoil the bytes above one.
    @inline(__always)
    static func stops(in numbers: UInt64) -> UInt64 {
        ((numbers &+ 0x7676_7676_7676_7676) | numbers) & 0x8080_8080_8080_8080
    }

    /// Whether all eight characters are digits.
    @inline(__always)
    static func areAllDigits(_ word: UInt64) -> Bool { stops(in: numbers(of: word)) == 0 }
}
