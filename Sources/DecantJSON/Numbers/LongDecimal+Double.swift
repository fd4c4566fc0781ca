// The exact comparison that decides how a long decimal number is rounded.
//
// Two doubles are candidates. The number D * 10^q is compared with the value half way between them, h * 2^k, as integers:
// negative powers of five are moved to the other side by multiplication, and powers of two become one shift. Digits beyond
// the 768th cannot make a number equal to such a value, which never has more than 767 significant ones; that there are any
// is all that counts, so that the work is bounded however long the number is.

extension LongDecimal {
    private static let mostDigits = 768

    /// Rounds the number.
    ///
    /// - Parameters:
    ///   - lower: The double the number is not below of, without the sign; the other candidate is the next one above.
    ///   - text: The text that the number was read from.
    /// - Returns: The nearest double, ties to even.
    func rounded(from lower: Double, in text: borrowing Span<UInt8>) -> Double {
        let digits = min(count, Self.mostDigits)
        var number = BigNatural()
        for index in 0..<digits { number.multiply(by: 10, adding: UInt64(digit(index, in: text))) }
        var power = exponent + count - digits
        if digits < count {
            number.multiply(by: 10, adding: 1)
            power -= 1
        }
        let isAbove = Self.compare(number, power: power, withHalfAbove: lower)
        let isRoundedUp = isAbove > 0 || (isAbove == 0 && lower.bitPattern & 1 == 1)
        let magnitude = isRoundedUp ? lower.nextUp : lower
        return isNegative ? -magnitude : magnitude
    }

    /// Compares number * 10^power with the value half way between a double and the next one.
    private static func compare(_ number: BigNatural, power: Int, withHalfAbove lower: Double) -> Int {
        var left = number
        let biased = Int(lower.bitPattern >> 52)
        let fraction = lower.bitPattern & (1 << 52 - 1)
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        var right = BigNatural(significand << 1 | 1)
        let rightPower = max(biased, 1) - 1076
        if power >= 0 { left.multiply(byFiveToThe: power) } else { right.multiply(byFiveToThe: -power) }
        let shift = power - rightPower
        if shift >= 0 { left.shiftLeft(by: shift) } else { right.shiftLeft(by: -shift) }
        return left.compare(with: right)
    }
}
