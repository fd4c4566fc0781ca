extension LongDecimal {
    /// Whether two numbers have the same value.
    ///
    /// - Parameters:
    ///   - other: The other number.
    ///   - text: The text that this number was read from.
    ///   - otherText: The text that the other number was read from.
    /// - Returns: Whether they have.
    func equals(_ other: LongDecimal, in text: borrowing Span<UInt8>, and otherText: borrowing Span<UInt8>) -> Bool {
        if isZero || other.isZero { return isZero && other.isZero }
        guard isNegative == other.isNegative, exponent == other.exponent, count == other.count else { return false }
        for index in 0..<count where digit(index, in: text) != other.digit(index, in: otherText) { return false }
        return true
    }

    /// Feeds the value to a hasher.
    func hash(into hasher: inout Hasher, in text: borrowing Span<UInt8>) {
        guard !isZero else { return hasher.combine(0) }
        hasher.combine(isNegative)
        hasher.combine(exponent)
        for index in 0..<count { hasher.combine(digit(index, in: text)) }
    }
}
