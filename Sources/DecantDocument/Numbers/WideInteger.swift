/// The 128 bits of an integer, as two words.
///
/// Why: the standard library's `Int128` and `UInt128` need macOS 15 or iOS 18.
@usableFromInline
package struct WideInteger: Hashable {
    /// The upper word, whose first bit is the sign of a signed integer.
    @usableFromInline package var high: UInt64

    /// The lower word.
    @usableFromInline package var low: UInt64

    @inlinable
    package init(high: UInt64 = 0, low: UInt64 = 0) {
        self.high = high
        self.low = low
    }

    @inlinable
    package init(_ value: Int64) {
        self.init(high: UInt64(bitPattern: value >> 63), low: UInt64(bitPattern: value))
    }

    /// Appends a digit to an unsigned integer; returns false if it does not fit.
    @inlinable
    package mutating func append(_ digit: UInt8, radix: UInt64) -> Bool {
        let product = low.multipliedFullWidth(by: radix)
        let (sum, carry) = product.low.addingReportingOverflow(UInt64(digit))
        let (upper, isTooLarge) = high.multipliedReportingOverflow(by: radix)
        let (upperSum, isTooLargeToo) = upper.addingReportingOverflow(product.high &+ (carry ? 1 : 0))
        high = upperSum
        low = sum
        return !isTooLarge && !isTooLargeToo
    }
}

// A signed integer, in two's complement.
extension WideInteger {
    package var isNegative: Bool { high >> 63 == 1 }

    package var negated: WideInteger { WideInteger(high: ~high &+ (low == 0 ? 1 : 0), low: 0 &- low) }

    /// Returns the integer in another type, or nil if the type cannot represent it.
    @inlinable
    package func converted<Integer: FixedWidthInteger>(to type: Integer.Type = Integer.self) -> Integer? {
        let high = Int64(bitPattern: high)
        let value = Integer(truncatingIfNeeded: high) << 64 | Integer(truncatingIfNeeded: low)
        return value >> 64 == high && UInt64(truncatingIfNeeded: value) == low ? value : nil
    }

    /// The integer in decimal.
    package var text: String {
        let magnitude = isNegative ? negated : self
        // The magnitude is at most 2^127, so the quotient fits in a word.
        let (quotient, remainder) = UInt64(1e19).dividingFullWidth((magnitude.high, magnitude.low))
        let digits = String(remainder)
        let zeros = String(repeating: "0", count: 19 - digits.utf8.count)
        return (isNegative ? "-" : "") + (quotient == 0 ? digits : "\(quotient)\(zeros)\(digits)")
    }
}
