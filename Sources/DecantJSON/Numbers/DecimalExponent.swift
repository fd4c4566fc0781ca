/// The exponent of a decimal number.
enum DecimalExponent {
    /// Exponents of a greater magnitude are cut off here: far from what any number can have, far from overflow.
    static let most = 1 << 60

    /// Reads an exponent.
    ///
    /// - Parameters:
    ///   - text: The text it stands in.
    ///   - start: Where its letter e stands.
    ///   - limit: Where it ends.
    /// - Returns: The exponent, cut off at ``most``.
    @inline(__always)
    static func read(_ text: UnsafeJSONText, at start: Int, to limit: Int) -> Int {
        let sign = text[start &+ 1]
        var value = 0
        for position in (sign == 0x2D || sign == 0x2B ? start &+ 2 : start &+ 1)..<limit {
            value = append(text[position], to: value)
        }
        return sign == 0x2D ? -value : value
    }

    /// Appends a digit to an exponent.
    @inline(__always)
    static func append(_ digit: UInt8, to value: Int) -> Int {
        value < most / 16 ? value &* 10 &+ Int(digit &- 0x30) : value
    }
}
