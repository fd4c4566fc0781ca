import DecantDocument

/// Reads the numbers of the text formats.
enum PropertyListNumbers {
    /// An integer in decimal, or in hexadecimal behind `0x`; with or without a sign.
    static func integer(_ text: Span<UInt8>) -> Int128? {
        let start = signLength(text)
        let isHexadecimal = text.count > start + 2 && text[start] == 0x30 && text[start + 1] | 0x20 == 0x78
        guard isHexadecimal else { return decimal(text) }
        let magnitude = magnitude(text.extracting((start + 2)...), radix: 16)
        return magnitude.flatMap { Int128($0, isNegative: text[0] == 0x2D) }
    }

    /// An integer in decimal: digits, with or without a sign.
    static func decimal(_ text: Span<UInt8>) -> Int128? {
        guard text.count > 0 else { return nil }
        let digits = text.extracting(signLength(text)...)
        let isNegative = text[0] == 0x2D
        if digits.count <= 18 {
            return short(digits).map { Int128(isNegative ? -$0 : $0) }
        }
        return magnitude(digits, radix: 10).flatMap { Int128($0, isNegative: isNegative) }
    }

    private static func signLength(_ text: Span<UInt8>) -> Int {
        !text.isEmpty && (text[0] == 0x2D || text[0] == 0x2B) ? 1 : 0
    }

    /// At most 18 digits, which 64 bits hold.
    private static func short(_ digits: Span<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for index in digits.indices {
            guard digits[index] &- 0x30 <= 9 else { return nil }
            value = value &* 10 &+ Int64(digits[index] &- 0x30)
        }
        return value
    }

    private static func magnitude(_ digits: Span<UInt8>, radix: UInt128) -> UInt128? {
        guard !digits.isEmpty else { return nil }
        var value: UInt128 = 0
        for index in digits.indices {
            guard let digit = digits[index].hexadecimalValue, UInt128(digit) < radix else { return nil }
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
    /// letters of any case; nil for anything else, and for digits beyond the range of doubles.
    static func real(_ text: Span<UInt8>) -> Double? { shortReal(text) ?? longReal(text) }

    /// A number of at most 15 digits and a power of ten up to 15, both of which doubles hold exactly, so that one division
    /// rounds correctly.
    private static func shortReal(_ text: Span<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 17 else { return nil }
        let isNegative = text[0] == 0x2D
        var value: UInt64 = 0
        var digits = 0
        var decimals = -1
        for index in (isNegative ? 1 : 0)..<text.count {
            let byte = text[index]
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

    /// Any number; the forms that only Swift has are refused.
    private static func longReal(_ text: Span<UInt8>) -> Double? {
        let string = DocumentText.string(validated: text)
        let unsigned = string.utf8.dropFirst(signLength(text))
        guard let first = unsigned.first else { return nil }
        let isWord = first | 0x20 == 0x6E || first | 0x20 == 0x69
        let isAllowed =
            isWord
            ? ["nan", "inf", "infinity"].contains(String(decoding: unsigned, as: UTF8.self).lowercased())
            : unsigned.allSatisfy { (0x30...0x39).contains($0) || [0x2E, 0x65, 0x45, 0x2B, 0x2D].contains($0) }
        guard isAllowed, let value = Double(string) else { return nil }
        // Digits that no double is near are not infinity.
        return value.isInfinite && !isWord ? nil : value
    }
}
