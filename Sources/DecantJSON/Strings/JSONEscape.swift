/// The escapes of JSON strings (RFC 8259 §7).
enum JSONEscape {
    /// Stands for four characters that are not all hexadecimal digits; greater than any unit of UTF-16.
    @inline(__always)
    static var invalidUnit: UInt32 { 0xFFFF_0000 }

    /// Reads the four hexadecimal digits behind `\u`.
    ///
    /// - Parameter digits: The characters, the first in the lowest bits.
    /// - Returns: The unit of UTF-16, or ``invalidUnit``.
    @inline(__always)
    static func unit(in digits: UInt32) -> UInt32 {
        let first = value(of: digits & 0xFF)
        let second = value(of: digits >> 8 & 0xFF)
        let third = value(of: digits >> 16 & 0xFF)
        let fourth = value(of: digits >> 24)
        let unit = first << 12 | second << 8 | third << 4 | fourth
        return (first | second | third | fourth) > 0xF ? invalidUnit : unit
    }

    @inline(__always)
    private static func value(of digit: UInt32) -> UInt32 {
        let decimal = digit &- 0x30
        if decimal < 10 { return decimal }
        let letter = (digit | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : 0x100
    }
}
