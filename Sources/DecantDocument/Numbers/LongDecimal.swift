import DecantCore

/// A decimal number in normal form: the range of its significant digits in its text, and its power of ten.
///
/// The first and last significant digits are not zero, so equal numbers have equal digits and exponents: `100`, `1e2`
/// and `10.0e+1` are all the digit 1 with the exponent 2. Zero has no digits.
package struct LongDecimal {
    /// Whether the number has a minus sign; also true for `-0`.
    private(set) var isNegative = false

    /// The power of ten of the last significant digit, saturated far beyond the exponent of any practical number.
    package private(set) var exponent = 0

    /// The offset of the first significant digit in the text, the offset after the last one, and the offset of a point
    /// between them.
    private var first = 0
    private var end = 0
    private var point: Int?
}

extension LongDecimal {
    /// Reads a valid number.
    package init(_ text: borrowing Span<UInt8>) {
        isNegative = text[0] == UInt8(ascii: "-")
        var position = isNegative ? 1 : 0
        var pointPosition: Int?
        var firstDigit: Int?
        while position < text.count, !text[position].isExponentLetter {
            switch text[position] {
            case UInt8(ascii: "."): pointPosition = position
            case UInt8(ascii: "0"): break
            default:
                firstDigit = firstDigit ?? position
                end = position + 1
            }
            position += 1
        }
        guard let firstDigit else { return }
        first = firstDigit
        let unit = pointPosition ?? position
        exponent = Self.exponent(in: text, from: position) + (end <= unit ? unit - end : unit + 1 - end)
        if let pointPosition, first < pointPosition, pointPosition < end { point = pointPosition }
    }

    private static func exponent(in text: borrowing Span<UInt8>, from start: Int) -> Int {
        guard start < text.count else { return 0 }
        let sign = text[start + 1]
        var value = 0
        for position in (sign.isSign ? start + 2 : start + 1)..<text.count {
            value = DecimalExponent.append(text[position], to: value)
        }
        return sign == UInt8(ascii: "-") ? -value : value
    }

    package var isZero: Bool { end == 0 }

    /// The number of significant digits.
    var count: Int { end - first - (point == nil ? 0 : 1) }

    /// Returns the value of a significant digit, from 0 to 9; the digit at index 0 is the most significant one.
    func digit(_ index: Int, in text: borrowing Span<UInt8>) -> UInt8 {
        let position = first + index
        guard let point, position >= point else { return text[position].decimalValue }
        return text[position + 1].decimalValue
    }
}

extension LongDecimal {
    /// Returns whether two numbers have the same value.
    func equals(_ other: LongDecimal, in text: borrowing Span<UInt8>, and otherText: borrowing Span<UInt8>) -> Bool {
        if isZero || other.isZero { return isZero && other.isZero }
        guard isNegative == other.isNegative, exponent == other.exponent, count == other.count else { return false }
        for index in 0..<count where digit(index, in: text) != other.digit(index, in: otherText) { return false }
        return true
    }

    func hash(into hasher: inout Hasher, in text: borrowing Span<UInt8>) {
        guard !isZero else { return hasher.combine(0) }
        hasher.combine(isNegative)
        hasher.combine(exponent)
        for index in 0..<count { hasher.combine(digit(index, in: text)) }
    }

    /// Returns whether two valid numbers have the same value; a word such as `NaN` equals only itself.
    package static func equal(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        guard !isNonFinite(left), !isNonFinite(right) else { return false }
        let leftBytes = Array(left.utf8)
        let rightBytes = Array(right.utf8)
        return LongDecimal(leftBytes.elementSpan).equals(
            LongDecimal(rightBytes.elementSpan),
            in: leftBytes.elementSpan,
            and: rightBytes.elementSpan
        )
    }

    /// Feeds the value of a valid number to a hasher.
    package static func hash(_ text: String, into hasher: inout Hasher) {
        guard !isNonFinite(text) else { return hasher.combine(text) }
        let bytes = Array(text.utf8)
        LongDecimal(bytes.elementSpan).hash(into: &hasher, in: bytes.elementSpan)
    }

    /// Returns whether a number is a word that only a quirk accepts.
    package static func isNonFinite(_ text: String) -> Bool { text.utf8.last?.endsWord ?? true }
}

extension LongDecimal {
    /// Returns the number as an integer, or nil if the type cannot represent it.
    package func integer<Integer: FixedWidthInteger>(in text: borrowing Span<UInt8>, as type: Integer.Type) -> Integer?
    {
        guard !isZero else { return 0 }
        // A digit has more than three bits, so the size is bounded before any multiplication.
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

// The exact comparison that decides how a long decimal number is rounded.
//
// Two doubles are candidates. The number D * 10^q is compared, in integer arithmetic, with the value half way between
// them, h * 2^k: negative powers of five are moved to the other side by multiplication, and powers of two become a
// single shift. Such a value has at most 767 significant digits, so digits beyond the 768th cannot make the number
// equal to it. Only the presence of further digits matters, so the work is bounded for a number of any length.

extension LongDecimal {
    private static let maxDigits = 768

    /// Rounds the number to the nearest double, ties to even.
    ///
    /// - Parameter lower: The lower candidate: the magnitude of the number is not below it. The other candidate is the
    ///   next double.
    func rounded(from lower: Double, in text: borrowing Span<UInt8>) -> Double {
        let digits = min(count, Self.maxDigits)
        var number = BigNatural()
        for index in 0..<digits { number.multiply(by: 10, adding: UInt64(digit(index, in: text))) }
        var power = exponent + count - digits
        if digits < count {
            number.multiply(by: 10, adding: 1)
            power -= 1
        }
        let isAbove = Self.compare(number, power: power, withHalfAbove: lower)
        let isRoundedUp = isAbove > 0 || (isAbove == 0 && lower.bitPattern & 1 == 1)
        let magnitude = isRoundedUp ? lower.nextUp : lower
        return isNegative ? -magnitude : magnitude
    }

    /// Compares number * 10^power with the value half way between a double and the next double.
    private static func compare(_ number: BigNatural, power: Int, withHalfAbove lower: Double) -> Int {
        var left = number
        let biased = Int(lower.bitPattern >> 52)
        let fraction = lower.bitPattern & (1 << 52 - 1)
        let significand = biased == 0 ? fraction : fraction | 1 << 52
        var right = BigNatural(significand << 1 | 1)
        let rightPower = max(biased, 1) - 1076
        if power >= 0 { left.multiply(byFiveToThe: power) } else { right.multiply(byFiveToThe: -power) }
        let shift = power - rightPower
        if shift >= 0 { left.shiftLeft(by: shift) } else { right.shiftLeft(by: -shift) }
        return left.compare(with: right)
    }
}

/// A natural number of any size, with the operations needed for exact rounding of decimal numbers.
struct BigNatural {
    /// The digits in base 2^64, the least significant first; the last one is never zero.
    private var words: [UInt64] = []

    init(_ value: UInt64 = 0) {
        if value != 0 { words = [value] }
    }

    /// Multiplies the number by a factor and adds a summand.
    mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            words[index] = low
            // The upper half of a product of two words is never the largest word, so this does not overflow.
            carry = product.high &+ (overflow ? 1 : 0)
        }
        if carry != 0 { words.append(carry) }
    }

    mutating func multiply(byFiveToThe exponent: Int) {
        // 5^27 is the largest power of five that fits into 64 bits.
        for _ in 0..<exponent / 27 { multiply(by: 7_450_580_596_923_828_125) }
        for _ in 0..<exponent % 27 { multiply(by: 5) }
    }

    mutating func shiftLeft(by bits: Int) {
        if bits % 64 != 0 { multiply(by: 1 << UInt64(bits % 64)) }
        if !words.isEmpty { words.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0) }
    }

    /// Compares two numbers; the result is negative if this one is less, positive if it is greater, and otherwise zero.
    func compare(with other: BigNatural) -> Int {
        guard words.count == other.words.count else { return words.count < other.words.count ? -1 : 1 }
        for (word, otherWord) in zip(words, other.words).reversed() where word != otherWord {
            return word < otherWord ? -1 : 1
        }
        return 0
    }
}
