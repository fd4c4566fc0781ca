public import Decant
import DecantCore
public import Foundation

extension Decimal: ScalarDecodable {
    /// Creates a decimal that is exactly the written number.
    ///
    /// A `Decimal` has 38 digits (39 for some numbers) and powers of ten from -128 to 127. Numbers beyond that are
    /// rejected instead of rounded.
    ///
    /// - Parameters:
    ///   - scalar: The scalar in the body.
    ///   - options: Not used.
    /// - Throws: `ResponseError` if the scalar is not a number, or does not fit.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError) {
        guard case .number(let text, _) = scalar else { throw ResponseError(expected: "a number") }
        guard let number = DecimalText(text), let decimal = Decimal(exactly: number) else {
            let expected = "a number that Decimal represents exactly (38 digits, exponent from -128 to 127)"
            throw ResponseError(expected: expected, isContent: true)
        }
        self = decimal
    }

    private init?(exactly number: DecimalText) {
        guard (-128...127).contains(number.exponent) else { return nil }
        let (high, low) = (number.significand.high, number.significand.low)
        var magnitude = Decimal(low)
        // Each operation is exact: no product or sum has more than 128 bits. Few numbers need the slow sum.
        if high > 0 { magnitude += Decimal(high) * (Decimal(UInt64.max) + 1) }
        // A negative zero would be interpreted as not-a-number.
        let sign = number.isNegative && high | low != 0 ? FloatingPointSign.minus : .plus
        self.init(sign: sign, exponent: number.exponent, significand: magnitude)
    }
}

extension Decimal: StoredScalarDecodable {
    package init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted) {
        // Beyond these exponents, zeros at the end of the digits decide.
        guard case .number(let digits, let exponent, let isNegative) = scalar, digits > 0, -128...108 ~= exponent else {
            throw ScalarNotConverted()
        }
        self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
    }
}

/// A decimal number parsed from text without rounding: a sign, digits, and a power of ten.
///
/// `-120.50e3` becomes negative, 1205, 2: leading and trailing zeros are not part of the digits.
struct DecimalText {
    /// The largest exponent that is stored, far outside the range of `Decimal`.
    private static let exponentCap = Int.max / 16

    /// Whether the number has a minus sign.
    let isNegative: Bool

    /// The digits as an integer that is not a multiple of ten, or 0.
    let significand: WideInteger

    /// The power of ten to multiply with.
    let exponent: Int

    /// Parses text that consists of one decimal number.
    init?(_ text: String) {
        guard let number = text.withUTF8Bytes({ DecimalText($0) }) else { return nil }
        self = number
    }

    private init?(_ text: Span<UInt8>) {
        var text = Characters(text)
        isNegative = text.consume("-")
        if !isNegative { _ = text.consume("+") }
        var digits = Digits()
        guard digits.append(&text) else { return nil }
        let integerCount = digits.count
        if text.consume(".") {
            guard digits.append(&text) else { return nil }
        }
        guard let power = Self.exponent(&text), text.byte == nil else { return nil }
        significand = digits.value
        exponent = significand == WideInteger() ? 0 : power - (digits.count - integerCount) + digits.zeros
    }

    /// Parses the exponent after `e`; 0 without an exponent, nil if it is malformed.
    private static func exponent(_ text: inout Characters) -> Int? {
        guard text.consume("e") || text.consume("E") else { return 0 }
        let isNegative = text.consume("-")
        if !isNegative { _ = text.consume("+") }
        let start = text.position
        var value = 0
        while let digit = text.digit() { value = min(value * 10 + Int(digit), exponentCap) }
        guard text.position > start else { return nil }
        return isNegative ? -value : value
    }

    /// The characters of the text, from the first one that has not been consumed.
    private struct Characters: ~Escapable {
        private let text: Span<UInt8>
        private(set) var position = 0

        @_lifetime(copy text)
        init(_ text: Span<UInt8>) {
            self.text = text
        }

        /// The next character, or nil at the end.
        var byte: UInt8? { position < text.count ? text[position] : nil }

        mutating func consume(_ character: Unicode.Scalar) -> Bool {
            guard byte == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func digit() -> UInt8? {
            guard let digit = byte.map({ $0 &- UInt8(ascii: "0") }), digit <= 9 else { return nil }
            position += 1
            return digit
        }
    }

    private struct Digits {
        /// The digits up to the last nonzero one.
        var value = WideInteger()
        /// The number of zeros after those digits.
        var zeros = 0
        /// The number of digits read.
        var count = 0

        /// Consumes one or more digits.
        ///
        /// Returns false if no digit follows or the value overflows.
        mutating func append(_ text: inout Characters) -> Bool {
            let start = text.position
            while let digit = text.digit() {
                guard append(digit) else { return false }
            }
            count += text.position - start
            return text.position > start
        }

        private mutating func append(_ digit: UInt8) -> Bool {
            guard digit != 0 else {
                zeros += value == WideInteger() ? 0 : 1
                return true
            }
            while zeros > 0 {
                guard value.append(0, radix: 10) else { return false }
                zeros -= 1
            }
            return value.append(digit, radix: 10)
        }
    }
}
