/// A decimal number in its normal form: where its significant digits stand in its text, and its power of ten.
///
/// The first and last significant digits are not zero, so that equal numbers have equal digits and exponents: `100`, `1e2`
/// and `10.0e+1` all are the digit 1 with the exponent 2. Zero has no digits.
struct LongDecimal {
    /// Whether there is a minus in front; also in front of zero.
    private(set) var isNegative = false

    /// The power of ten of the last significant digit; cut off at a magnitude that no number of this world reaches.
    private(set) var exponent = 0

    /// Where the first significant digit stands in the text, where the last one ends, and where the point is between them.
    private var first = 0
    private var end = 0
    private var point: Int?
}

extension LongDecimal {
    /// Reads a valid number.
    init(_ text: borrowing Span<UInt8>) {
        isNegative = text[0] == 0x2D
        var position = isNegative ? 1 : 0
        var pointPosition: Int?
        var firstDigit: Int?
        while position < text.count, text[position] | 0x20 != 0x65 {
            switch text[position] {
            case 0x2E: pointPosition = position
            case 0x30: break
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
        for position in (sign == 0x2D || sign == 0x2B ? start + 2 : start + 1)..<text.count {
            value = DecimalExponent.append(text[position], to: value)
        }
        return sign == 0x2D ? -value : value
    }

    /// Whether the number is zero.
    var isZero: Bool { end == 0 }

    /// How many significant digits there are.
    var count: Int { end - first - (point == nil ? 0 : 1) }

    /// A significant digit, by its value.
    ///
    /// - Parameters:
    ///   - index: From 0, the most significant one, up to but not including ``count``.
    ///   - text: The text that the number was read from.
    /// - Returns: The digit, from 0 to 9.
    func digit(_ index: Int, in text: borrowing Span<UInt8>) -> UInt8 {
        let position = first + index
        guard let point, position >= point else { return text[position] - 0x30 }
        return text[position + 1] - 0x30
    }
}
