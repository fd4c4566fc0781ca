extension LongDecimal {
    /// The number as an integer, if it is one that the type holds.
    ///
    /// - Parameters:
    ///   - text: The text that the number was read from.
    ///   - type: The type of the integer.
    /// - Returns: The integer, or nil.
    func integer<Integer: FixedWidthInteger>(in text: borrowing Span<UInt8>, as type: Integer.Type) -> Integer? {
        guard !isZero else { return 0 }
        // A digit has more than three bits, so the sum is bounded before anything is multiplied.
        guard exponent >= 0, count <= Integer.bitWidth / 3 + 1, exponent <= Integer.bitWidth / 3 + 1 else { return nil }
        var value: Integer = 0
        for index in 0..<count + exponent {
            let digit = index < count ? Integer(digit(index, in: text)) : 0
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if isTooLarge || isTooLargeToo { return nil }
            value = sum
        }
        return value
    }
}
