/// Reads the numbers of the text formats.
enum PropertyListNumbers {
    /// An integer in decimal: digits, with or without a sign.
    static func decimal(_ text: some Collection<UInt8>) -> Int128? { integer(text, radix: 10) }

    /// An integer in decimal, or in hexadecimal behind `0x`.
    static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
        let sign = text.first == 0x2D || text.first == 0x2B ? 1 : 0
        let digits = text.dropFirst(sign)
        guard digits.count > 2, digits.first == 0x30, digits.dropFirst().first.map({ $0 | 0x20 }) == 0x78 else {
            return integer(text, radix: 10)
        }
        let isNegative = text.first == 0x2D
        return magnitude(digits.dropFirst(2), radix: 16).flatMap { Int128($0, isNegative: isNegative) }
    }

    private static func integer(_ text: some Collection<UInt8>, radix: UInt128) -> Int128? {
        let hasSign = text.first == 0x2D || text.first == 0x2B
        let isNegative = text.first == 0x2D
        return magnitude(text.dropFirst(hasSign ? 1 : 0), radix: radix).flatMap { Int128($0, isNegative: isNegative) }
    }

    private static func magnitude(_ digits: some Collection<UInt8>, radix: UInt128) -> UInt128? {
        guard !digits.isEmpty else { return nil }
        var value: UInt128 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalValue, UInt128(digit) < radix else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}

extension Int128 {
    /// An integer of a sign and a magnitude, if it has not more than 128 bits.
    fileprivate init?(_ magnitude: UInt128, isNegative: Bool) {
        guard isNegative else {
            self.init(exactly: magnitude)
            return
        }
        guard magnitude <= UInt128(1) << 127 else { return nil }
        self = 0 &- Int128(truncatingIfNeeded: magnitude)
    }
}

extension PropertyListNumbers {
    /// A floating-point number: a sign, digits with or without a point and an exponent, or `nan`, `inf` or `infinity` in
    /// letters of any case.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        shortReal(text) ?? (isReal(text) ? Double(String(decoding: text, as: UTF8.self)) : nil)
    }

    /// A number of at most 15 digits and a power of ten up to 22, both of which doubles hold exactly, so that one division
    /// rounds correctly.
    private static func shortReal(_ text: ArraySlice<UInt8>) -> Double? {
        let isNegative = text.first == 0x2D
        var value: UInt64 = 0
        var digits = 0
        var decimals = -1
        for byte in isNegative ? text.dropFirst() : text {
            if byte == 0x2E, decimals < 0 {
                decimals = 0
                continue
            }
            guard byte &- 0x30 <= 9, digits < 15 else { return nil }
            value = value &* 10 &+ UInt64(byte &- 0x30)
            digits += 1
            if decimals >= 0 { decimals += 1 }
        }
        guard digits > 0, decimals != 0, digits > max(decimals, 0) else { return nil }
        let magnitude = Double(value) / powersOfTen[max(decimals, 0)]
        return isNegative ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Whether a text is a number in one of the forms above, and not in one that only Swift has.
    private static func isReal(_ text: ArraySlice<UInt8>) -> Bool {
        let unsigned = text.first == 0x2D || text.first == 0x2B ? text.dropFirst() : text
        guard let first = unsigned.first else { return false }
        if first | 0x20 == 0x6E || first | 0x20 == 0x69 {
            return ["nan", "inf", "infinity"].contains(String(decoding: unsigned, as: UTF8.self).lowercased())
        }
        return unsigned.allSatisfy { (0x30...0x39).contains($0) || [0x2E, 0x65, 0x45, 0x2B, 0x2D].contains($0) }
    }
}
