import CDecantScan
package import DecantCore

/// A decimal number as its first 19 significant digits, which always fit into 64 bits, and a power of ten.
struct ShortDecimal {
    /// The digits as an integer.
    var significand: UInt64 = 0

    /// The power of ten that multiplies the significand.
    var exponent = 0

    /// Whether the number has a minus sign.
    var isNegative = false

    /// Whether nonzero digits were dropped, so the number lies between this significand and the next one.
    var isTruncated = false

    /// Whether the number has neither a point nor an exponent.
    var hasOnlyDigits = false
}

extension ShortDecimal {
    /// Reads the node of a fraction, whose text ends the given one.
    @inline(__always)
    init(fraction node: DocumentNode, in text: PaddedBytes) {
        let scale = node.scale
        significand = text.value(ofDigits: scale, at: text.count &- scale, appendedTo: node.integerPart)
        exponent = 0 &- scale
        isNegative = text[node.offset] == UInt8(ascii: "-")
    }

    /// Reads a valid number.
    @inline(__always)
    init(_ text: PaddedBytes, from start: Int, to limit: Int) {
        isNegative = text[start] == UInt8(ascii: "-")
        var position = isNegative ? start &+ 1 : start
        var digits = 0
        (significand, digits) = text.digits(at: position, appendedTo: 0)
        position &+= digits
        if text[position] == UInt8(ascii: ".") {
            let (all, count) = text.digits(at: position &+ 1, appendedTo: significand)
            significand = all
            exponent = 0 &- count
            digits &+= count
            position &+= count &+ 1
        } else {
            hasOnlyDigits = position == limit
        }
        if position != limit { exponent &+= DecimalExponent.read(text, at: position, to: limit) }
        if _slowPath(digits > 19) { self = Self.long(text, from: start, to: limit) }
    }

    /// Reads a number of more than 19 digits, including leading zeros.
    @inline(never)
    private static func long(_ text: PaddedBytes, from start: Int, to limit: Int) -> ShortDecimal {
        var number = ShortDecimal()
        number.hasOnlyDigits = true
        number.isNegative = text[start] == UInt8(ascii: "-")
        var position = number.isNegative ? start + 1 : start
        var hasPoint = false
        var digits = 0
        while position < limit {
            let byte = text[position]
            if byte.isExponentLetter {
                number.hasOnlyDigits = false
                number.exponent += DecimalExponent.read(text, at: position, to: limit)
                break
            }
            position += 1
            if byte == UInt8(ascii: ".") {
                hasPoint = true
                number.hasOnlyDigits = false
                continue
            }
            if digits < 19 {
                number.significand = number.significand * 10 + UInt64(byte.decimalValue)
                if number.significand != 0 { digits += 1 }
                if hasPoint { number.exponent -= 1 }
            } else {
                if byte != UInt8(ascii: "0") { number.isTruncated = true }
                if !hasPoint { number.exponent += 1 }
            }
        }
        return number
    }
}

extension PaddedBytes {
    /// Reads a number of digits, eight at a time.
    ///
    /// - Parameter first: The value of the digits before them.
    /// - Returns: The value of all digits, which must fit into 64 bits.
    @inline(__always)
    func value(ofDigits count: Int, at start: Int, appendedTo first: UInt64) -> UInt64 {
        var (value, position, left) = (first, start, count)
        while left >= 8 {
            value = value &* 100_000_000 &+ DecimalDigits.value(of: word64(at: position))
            position &+= 8
            left &-= 8
        }
        let digits = DecimalDigits.leading(left, of: DecimalDigits.numbers(of: word64(at: position)))
        return value &* PowersOfTen.short(left) &+ DecimalDigits.value(ofDigits: digits)
    }

    /// Reads a run of digits, eight at a time.
    ///
    /// - Parameter first: The value of the digits before the run.
    /// - Returns: The value of all digits, which is meaningful only if it fits into 64 bits, and the length of the run.
    @inline(__always)
    func digits(at start: Int, appendedTo first: UInt64) -> (value: UInt64, count: Int) {
        var value = first
        var position = start
        while true {
            let numbers = DecimalDigits.numbers(of: word64(at: position))
            let stops = DecimalDigits.stops(in: numbers)
            guard _slowPath(stops == 0) else {
                let count = stops.trailingZeroBitCount &>> 3
                let digits = DecimalDigits.leading(count, of: numbers)
                value = value &* PowersOfTen.short(count) &+ DecimalDigits.value(ofDigits: digits)
                return (value, position &+ count &- start)
            }
            value = value &* 100_000_000 &+ DecimalDigits.value(ofDigits: numbers)
            position &+= 8
        }
    }
}

// Converts decimal to binary, correctly rounded, in two steps of increasing cost. A third step, exact arithmetic,
// handles the few numbers of more than 19 digits that the first two cannot decide (see LongDecimal).
//
// 1. W. D. Clinger, "How to read floating point numbers accurately", 1990: if the significand and the power of ten are
//    both exact as doubles, one multiplication or division rounds once, and so correctly.
// 2. D. Lemire, "Number Parsing at a Gigabyte per Second", 2021: the product of the significand with a 128-bit power of
//    five has enough correct bits to round. N. Mushtak and D. Lemire, "Fast Number Parsing Without Fallback", 2022,
//    prove that it always does.

extension ShortDecimal {
    /// The nearest double, ties to even; infinity if it is out of range.
    ///
    /// Nil if the result depends on dropped digits.
    @inline(__always)
    var double: Double? {
        let value = nearest
        return _slowPath(isTruncated) && isUndecided(value) ? nil : value
    }

    /// The nearest double, ignoring any dropped digits.
    @inline(__always)
    var nearest: Double {
        guard _fastPath(significand >> 53 == 0 && exponent >= -22 && exponent <= 22) else { return long }
        let value = Double(Int64(truncatingIfNeeded: significand))
        let power = PowersOfTen.exact(exponent < 0 ? 0 &- exponent : exponent)
        let magnitude = exponent < 0 ? value / power : value * power
        return isNegative ? -magnitude : magnitude
    }

    @inline(never)
    private var long: Double {
        let value = magnitude
        return isNegative ? -value : value
    }

    /// Returns whether the nearest double depends on dropped digits.
    @inline(never)
    private func isUndecided(_ value: Double) -> Bool {
        var next = self
        // At most 19 digits: the successor always fits into 64 bits.
        next.significand += 1
        return next.nearest != value
    }

    /// The nearest double to the significand and exponent, ignoring the sign and any dropped digits.
    @inline(__always)
    var magnitude: Double {
        guard significand != 0, exponent >= PowersOfTen.exponents.lowerBound else { return 0 }
        guard exponent <= PowersOfTen.exponents.upperBound else { return .infinity }
        let shift = significand.leadingZeroBitCount
        let product = Self.product(of: significand &<< UInt64(truncatingIfNeeded: shift), exponent: exponent)
        let upperBit = product.high &>> 63
        // 54 bits: the 53 bits of a double, and one for rounding.
        var bits = product.high &>> (upperBit &+ 9)
        // 217706 / 65536 slightly exceeds the binary logarithm of ten, and is exact enough for all exponents of the
        // table, so no sum can overflow.
        let power = (217_706 &* exponent) &>> 16 &+ Int(truncatingIfNeeded: upperBit) &- shift &+ (64 + 1022)
        if _slowPath(power <= 0) { return Self.subnormal(bits, power: power) }
        if product.low <= 1, (-4...23).contains(exponent), bits & 3 == 1, bits &<< (upperBit &+ 9) == product.high {
            // Exactly half way: ties to even rounds down here.
            bits &= ~1
        }
        return Self.rounded(bits, power: power)
    }

    /// Returns the upper 128 bits of a normalized significand times a power of five, or slightly less.
    @inline(__always)
    private static func product(of significand: UInt64, exponent: Int) -> (high: UInt64, low: UInt64) {
        let power = PowersOfTen.ofFive(exponent)
        var (high, low) = significand.multipliedFullWidth(by: power.high)
        // The bits below the 54 bits used for rounding and a leading zero.
        let lowest: UInt64 = 1 << 9 - 1
        if _slowPath(high & lowest == lowest) {
            // All of them are set, so the lower half of the power may matter.
            let (sum, carry) = low.addingReportingOverflow(significand.multipliedFullWidth(by: power.low).high)
            low = sum
            if carry { high &+= 1 }
        }
        return (high, low)
    }

    private static func rounded(_ bits: UInt64, power: Int) -> Double {
        var bits = (bits &+ (bits & 1)) >> 1
        var power = power
        if _slowPath(bits >> 53 != 0) {
            bits = 1 << 52
            power &+= 1
        }
        guard power < 2047 else { return .infinity }
        return Double(bitPattern: bits & ~(1 << 52) | UInt64(power) << 52)
    }

    /// Returns a number below the least normal double, which has fewer bits the smaller it is.
    private static func subnormal(_ bits: UInt64, power: Int) -> Double {
        guard power > -63 else { return 0 }
        let shifted = bits >> UInt64(1 - power)
        // A carry into the 53rd bit correctly gives the least normal double.
        return Double(bitPattern: (shifted &+ (shifted & 1)) >> 1)
    }
}

extension UInt8 {
    /// The value of a decimal digit; 10 or more for other characters.
    var decimalValue: UInt8 { self &- UInt8(ascii: "0") }
    var isDigit: Bool { decimalValue < 10 }

    /// Whether the character begins an exponent.
    var isExponentLetter: Bool { self == UInt8(ascii: "e") || self == UInt8(ascii: "E") }

    /// Whether the character is the sign of an exponent.
    var isSign: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "+") }

    /// Whether a number with this last character is a word such as `NaN`; letters follow the digits in ASCII.
    var endsWord: Bool { self > UInt8(ascii: "9") }
}

/// The exponent of a decimal number.
enum DecimalExponent {
    /// The bound of exponents: far beyond any practical number, and far from overflow.
    static let maxMagnitude = Int.max / 8

    /// Reads an exponent whose letter “e” is at `start`; its magnitude stops growing below ``maxMagnitude``.
    static func read(_ text: PaddedBytes, at start: Int, to limit: Int) -> Int {
        let sign = text[start &+ 1]
        var value = 0
        for position in (sign.isSign ? start &+ 2 : start &+ 1)..<limit {
            value = append(text[position], to: value)
        }
        return sign == UInt8(ascii: "-") ? -value : value
    }

    /// Appends a digit to an exponent.
    static func append(_ digit: UInt8, to value: Int) -> Int {
        value < maxMagnitude / 16 ? value &* 10 &+ Int(digit.decimalValue) : value
    }
}

/// Constants for converting decimal numbers to doubles.
///
/// They come from C, as static data that needs no initialization.
enum PowersOfTen {
    /// The exponents that have a 128-bit approximation of their power of five.
    static let exponents = -342...308

    /// Returns 10 to the power of an exponent from 0 to 22, exactly.
    static func exact(_ exponent: Int) -> Double {
        precondition(exponent >= 0 && exponent <= 22)
        return decant_power_of_ten(exponent)
    }

    /// Returns 10 to the power of an exponent from 0 to 7.
    static func short(_ exponent: Int) -> UInt64 { decant_short_power_of_ten(exponent & 7) }

    /// Returns 5 to the power of an exponent in ``exponents``, as 128 bits with the highest bit set.
    static func ofFive(_ exponent: Int) -> (high: UInt64, low: UInt64) {
        precondition(exponent >= -342 && exponent <= 308)
        let index = (exponent &+ 342) &* 2
        return (decant_power_of_five(index), decant_power_of_five(index &+ 1))
    }
}

/// Decimal digits in words of eight; the first digit is in the lowest bits.
@usableFromInline
package enum DecimalDigits {
    /// The character “0” in each byte.
    @usableFromInline static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The highest bit of each byte; it is clear in ASCII.
    @usableFromInline static var highestBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The distance from 10 to the highest bit, in each byte; the sum with a digit leaves that bit clear.
    @usableFromInline static var toHighestBit: UInt64 { 0x7676_7676_7676_7676 }

    /// Returns the value of eight digits; pairs, then pairs of pairs, are combined in parallel.
    @inlinable
    package static func value(of word: UInt64) -> UInt64 {
        value(ofDigits: word &- zeros)
    }

    /// Returns the value of eight digits that are already numbers from 0 to 9.
    @inlinable
    package static func value(ofDigits digits: UInt64) -> UInt64 {
        let pairs = (digits &* 10) &+ (digits >> 8)
        // The first and third pairs; after the shift, the second and fourth.
        let everyOtherPair: UInt64 = 0xFF | 0xFF << 32
        let low = (pairs & everyOtherPair) &* (100 + 1_000_000 << 32)
        let high = (pairs >> 16 & everyOtherPair) &* (1 + 10_000 << 32)
        return (low &+ high) >> 32
    }

    /// Returns the first of eight numbers, after leading zeros instead of the others.
    ///
    /// - Parameter count: The number of digits to keep, from 0 to 7.
    static func leading(_ count: Int, of numbers: UInt64) -> UInt64 {
        (numbers &<< 8) &<< UInt64(truncatingIfNeeded: 56 &- 8 &* count)
    }

    /// Converts digits into numbers from 0 to 9; other characters become 10 or more.
    @inlinable
    package static func numbers(of word: UInt64) -> UInt64 { word ^ zeros }

    /// Marks non-digits, given their numbers, with the highest bit of their bytes.
    ///
    /// Only the lowest mark is reliable: a carry can affect the bytes above it.
    @inlinable
    package static func stops(in numbers: UInt64) -> UInt64 {
        ((numbers &+ toHighestBit) | numbers) & highestBits
    }

    /// Marks all non-digits, given their numbers, with the highest bit of their bytes.
    @inlinable
    package static func allStops(in numbers: UInt64) -> UInt64 {
        (((numbers & ~highestBits) &+ toHighestBit) | numbers) & highestBits
    }

    /// Converts four digits into numbers from 0 to 9; other characters become 10 or more.
    @inlinable
    package static func numbers(of word: UInt32) -> UInt32 { word ^ UInt32(truncatingIfNeeded: zeros) }

    /// Marks non-digits among four characters, given their numbers, and the bytes of other bits that are 128 or more.
    ///
    /// If there are any, at least one mark is set.
    @inlinable
    package static func stops(in numbers: UInt32, or others: UInt32) -> UInt32 {
        ((numbers &+ UInt32(truncatingIfNeeded: toHighestBit)) | numbers | others)
            & UInt32(truncatingIfNeeded: highestBits)
    }

    /// Returns the value of four digits that are already numbers from 0 to 9.
    @inlinable
    package static func value(ofDigits digits: UInt32) -> UInt32 {
        let pairs = (digits &* 10) &+ (digits >> 8)
        return (pairs & 0xFF) &* 100 &+ (pairs >> 16 & 0xFF)
    }
}

// MARK: - Unsafe
//
// Bound: the address is used while the body is alive; a number ends at its length, and a byte outside the number
// follows it.

extension ResponseBytes {
    /// Returns the valid number in a range of the body as the nearest double, ties to even; infinity if it is out of
    /// range.
    package func double(at offset: Int, length: Int) -> Double {
        let short = withExtendedLifetime(self) {
            ShortDecimal(unsafe PaddedBytes(address, count: count), from: offset, to: offset &+ length)
        }
        if let double = short.double { return double }
        let text = span.extracting(offset..<offset &+ length)
        return LongDecimal(text).rounded(from: short.magnitude, in: text)
    }
}
