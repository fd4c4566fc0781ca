import CDecantScan

/// Constants for turning decimal numbers into doubles, from C, where they are data and not code that runs at the start.
enum PowersOfTen {
    /// The exponents for which there is a 128-bit approximation of a power of five.
    static let exponents = -342...308

    /// 10 to the power of an exponent from 0 to 22, exactly.
    @inline(__always)
    static func exact(_ exponent: Int) -> Double {
        precondition(exponent >= 0 && exponent <= 22)
        return decant_power_of_ten(exponent)
    }

    /// 5 to the power of an exponent of ``exponents``, as 128 bits of which the highest is set.
    @inline(__always)
    static func ofFive(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        precondition(exponent >= -342 && exponent <= 308)
        let index = (exponent &+ 342) &* 2
        return (decant_power_of_five(index), decant_power_of_five(index &+ 1))
    }
}
