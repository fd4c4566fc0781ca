/// Decimal digits in words of eight, the first in the lowest bits.
enum JSONDigits {
    /// Whether all eight characters are digits: the upper half of each is 3, and adding 6 does not change that.
    @inline(__always)
    static func areAllDigits(_ word: UInt64) -> Bool {
        let upper: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let carried = (word &+ 0x0606_0606_0606_0606) & upper
        return (word & upper) | carried >> 4 == 0x3333_3333_3333_3333
    }

    /// The value of eight digits: pairs, then pairs of pairs, are put together side by side.
    @inline(__always)
    static func value(of word: UInt64) -> UInt64 {
        let digits = word &- 0x3030_3030_3030_3030
        let pairs = (digits &* 10) &+ (digits >> 8)
        let low = (pairs & 0x0000_00FF_0000_00FF) &* (100 + 1_000_000 << 32)
        let high = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* (1 + 10_000 << 32)
        return (low &+ high) >> 32
    }
}
