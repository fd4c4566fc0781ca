// Decimal to binary, correctly rounded, in two steps of rising cost; a third one, exact arithmetic, is for the few numbers
// of more than 19 digits that these cannot decide (see LongDecimal).
//
// 1. W. D. Clinger, "How to read floating point numbers accurately", 1990: if the significand and the power of ten are
//    both exact as doubles, one multiplication or division rounds once, and so correctly.
// 2. D. Lemire, "Number Parsing at a Gigabyte per Second", 2021: the product of the significand with a power of five of
//    128 bits has enough correct bits to round. That it always has is shown by N. Mushtak and D. Lemire, "Fast Number
//    Parsing Without Fallback", 2022.

extension ShortDecimal {
    /// The nearest double, ties to even; infinity if it is too large.
    ///
    /// Nil if the digits left out decide.
    @inline(__always)
    var double: Double? {
        if _fastPath(significand >> 53 == 0 && exponent >= -22 && exponent <= 22 && !isTruncated) {
            let value = Double(Int64(truncatingIfNeeded: significand))
            let power = PowersOfTen.exact(exponent < 0 ? 0 &- exponent : exponent)
            let magnitude = exponent < 0 ? value / power : value * power
            return isNegative ? -magnitude : magnitude
        }
        return long
    }

    @inline(never)
    private var long: Double? {
        let value = magnitude
        if isTruncated {
            var next = self
            // At most 19 digits: one more always fits into 64 bits.
            next.significand += 1
            guard next.magnitude == value else { return nil }
        }
        return isNegative ? -value : value
    }

    /// The nearest double to the significand and exponent, without the sign, and as if no digits were left out.
    var magnitude: Double {
        guard significand != 0, exponent >= PowersOfTen.exponents.lowerBound else { return 0 }
        guard exponent <= PowersOfTen.exponents.upperBound else { return .infinity }
        let shift = significand.leadingZeroBitCount
        let product = Self.product(of: significand << UInt64(shift), exponent: exponent)
        let upperBit = Int(product.high >> 63)
        // 54 bits: the double's 53 and one to round by.
        var bits = product.high >> UInt64(upperBit + 9)
        // 217706 / 65536 is a little more than the binary logarithm of ten, close enough for all exponents of the table.
        let power = (217_706 * exponent) >> 16 + 64 + upperBit - shift + 1022
        if power <= 0 { return Self.subnormal(bits, power: power) }
        if product.low <= 1, (-4...23).contains(exponent), bits & 3 == 1, bits << UInt64(upperBit + 9) == product.high {
            // Exactly half way: to even, which here is down.
            bits &= ~1
        }
        return Self.rounded(bits, power: power)
    }

    /// The upper 128 bits of a normalised significand times a power of five, or of a value not much below it.
    private static func product(of significand: UInt64, exponent: Int) -> (high: UInt64, low: UInt64) {
        let power = PowersOfTen.ofFive(exponent)
        var (high, low) = significand.multipliedFullWidth(by: power.high)
        if high & 0x1FF == 0x1FF {
            // The bits to round by are all set, so the lower half of the power can matter.
            let (sum, carry) = low.addingReportingOverflow(significand.multipliedFullWidth(by: power.low).high)
            low = sum
            if carry { high &+= 1 }
        }
        return (high, low)
    }

    private static func rounded(_ bits: UInt64, power: Int) -> Double {
        var bits = (bits &+ (bits & 1)) >> 1
        var power = power
        if bits >> 53 != 0 {
            bits = 1 << 52
            power += 1
        }
        guard power < 2047 else { return .infinity }
        return Double(bitPattern: bits & ~(1 << 52) | UInt64(power) << 52)
    }

    /// A number below the least normal double has fewer bits, the fewer the smaller it is.
    private static func subnormal(_ bits: UInt64, power: Int) -> Double {
        guard power > -63 else { return 0 }
        let shifted = bits >> UInt64(1 - power)
        // A carry into the 53rd bit makes the least normal double, as it should.
        return Double(bitPattern: (shifted &+ (shifted & 1)) >> 1)
    }
}
