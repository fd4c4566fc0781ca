/// A decimal number taken from its text without rounding: sign, digits, and a power of ten.
///
/// `-120.50e3` becomes negative, 1205, 2: zeros at either end are not digits.
struct DecimalText {
    /// What an exponent in the text is capped at, far outside of what any number here can have.
    private static let exponentCap = 1 << 40

    /// Whether a minus sign stands in front.
    let isNegative: Bool

    /// The digits as an integer that is no multiple of ten, or 0.
    let significand: UInt128

    /// The power of ten to multiply with.
    let exponent: Int

    /// Reads a text that is a decimal number and nothing else.
    ///
    /// - Parameter text: Text from a body.
    init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        isNegative = bytes.first == UInt8(ascii: "-")
        if let first = bytes.first, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(first) { bytes.removeFirst() }
        var digits = Digits()
        guard digits.append(&bytes) else { return nil }
        let integerCount = digits.count
        if bytes.first == UInt8(ascii: ".") {
            bytes.removeFirst()
            guard digits.append(&bytes) else { return nil }
        }
        guard let power = Self.exponent(&bytes), bytes.isEmpty else { return nil }
        significand = digits.value
        exponent = significand == 0 ? 0 : power - (digits.count - integerCount) + digits.zeros
    }

    /// The part behind `e`, or 0 if there is none.
    private static func exponent(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
        bytes.removeFirst()
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let start = bytes.startIndex
        var value = 0
        while let byte = bytes.first, (0x30...0x39).contains(byte) {
            value = min(value * 10 + Int(byte - 0x30), exponentCap)
            bytes.removeFirst()
        }
        guard bytes.startIndex > start else { return nil }
        return isNegative ? -value : value
    }

    private struct Digits {
        /// The digits up to the last that is no zero.
        var value: UInt128 = 0
        /// The zeros behind them.
        var zeros = 0
        /// The digits read.
        var count = 0

        /// Takes digits, at least one; gives false if there is none, or they do not fit.
        mutating func append(_ bytes: inout ArraySlice<UInt8>) -> Bool {
            let start = bytes.startIndex
            while let byte = bytes.first, (0x30...0x39).contains(byte) {
                bytes.removeFirst()
                guard append(byte - 0x30) else { return false }
            }
            count += bytes.startIndex - start
            return bytes.startIndex > start
        }

        private mutating func append(_ digit: UInt8) -> Bool {
            guard digit != 0 else {
                zeros += value == 0 ? 0 : 1
                return true
            }
            for _ in 0...zeros where value != 0 {
                let (product, overflow) = value.multipliedReportingOverflow(by: 10)
                guard !overflow else { return false }
                value = product
            }
            zeros = 0
            let (sum, overflow) = value.addingReportingOverflow(UInt128(digit))
            value = sum
            return !overflow
        }
    }
}
