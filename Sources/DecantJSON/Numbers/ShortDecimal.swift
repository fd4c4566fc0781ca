/// A decimal number by its first 19 significant digits, which 64 bits always hold, and a power of ten.
struct ShortDecimal {
    /// The digits as an integer.
    var significand: UInt64 = 0

    /// The power of ten to multiply the significand with.
    var exponent = 0

    /// Whether there is a minus in front.
    var isNegative = false

    /// Whether digits other than zero were left out, so that the number lies between this significand and the next one.
    var isTruncated = false
}

extension ShortDecimal {
    /// Reads a valid number.
    ///
    /// - Parameters:
    ///   - text: The text it stands in.
    ///   - start: Where it begins.
    ///   - limit: Where it ends.
    @inline(__always)
    init(_ text: UnsafeJSONText, from start: Int, to limit: Int) {
        var position = start
        isNegative = text[position] == 0x2D
        if isNegative { position &+= 1 }
        var digits = 0
        (significand, digits) = Self.digits(in: text, at: &position, appendedTo: 0)
        if text[position] == 0x2E {
            position &+= 1
            let (all, count) = Self.digits(in: text, at: &position, appendedTo: significand)
            significand = all
            exponent = 0 &- count
            digits &+= count
        }
        if position != limit { exponent &+= DecimalExponent.read(text, at: position, to: limit) }
        if _slowPath(digits > 19) { self = Self.long(text, from: start, to: limit) }
    }

    /// Reads digits up to something else; what they add up to is of use only if there are not too many.
    @inline(__always)
    private static func digits(
        in text: UnsafeJSONText,
        at position: inout Int,
        appendedTo first: UInt64
    ) -> (UInt64, count: Int) {
        var value = first
        let start = position
        var word = text.word64(at: position)
        while JSONDigits.areAllDigits(word) {
            value = value &* 100_000_000 &+ JSONDigits.value(of: word)
            position &+= 8
            word = text.word64(at: position)
        }
        while true {
            let digit = text[position] &- 0x30
            if digit >= 10 { return (value, position &- start) }
            value = value &* 10 &+ UInt64(digit)
            position &+= 1
        }
    }

    /// Reads a number of more than 19 digits, of which some may be zeros in front.
    @inline(never)
    private static func long(_ text: UnsafeJSONText, from start: Int, to limit: Int) -> ShortDecimal {
        var number = ShortDecimal()
        number.isNegative = text[start] == 0x2D
        var position = number.isNegative ? start + 1 : start
        var hasPoint = false
        var digits = 0
        while position < limit {
            let byte = text[position]
            if byte | 0x20 == 0x65 {
                number.exponent += DecimalExponent.read(text, at: position, to: limit)
                break
            }
            position += 1
            if byte == 0x2E {
                hasPoint = true
                continue
            }
            if digits < 19 {
                number.significand = number.significand * 10 + UInt64(byte - 0x30)
                if number.significand != 0 { digits += 1 }
                if hasPoint { number.exponent -= 1 }
            } else {
                if byte != 0x30 { number.isTruncated = true }
                if !hasPoint { number.exponent += 1 }
            }
        }
        return number
    }
}
