public import Decant
public import Foundation

extension Decimal: ScalarDecodable {
    /// Makes a decimal number that is exactly the one that is written, or none.
    ///
    /// A `Decimal` has 38 digits, some numbers of 39, and powers of ten from -128 to 127. A number with more is refused
    /// instead of rounded.
    ///
    /// - Parameters:
    ///   - scalar: What stands in the body.
    ///   - options: Not used.
    /// - Throws: `ScalarMismatch` if the scalar is no number, or does not fit.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        guard case .number(let text, _) = scalar else { throw ScalarMismatch(expected: "a number") }
        guard let number = DecimalText(text), let decimal = Decimal(exactly: number) else {
            let expected = "a number that Decimal holds exactly: 38 digits, powers of ten from -128 to 127"
            throw ScalarMismatch(expected: expected, isContent: true)
        }
        self = decimal
    }

    private init?(exactly number: DecimalText) {
        guard (-128...127).contains(number.exponent) else { return nil }
        // Each step is exact: no product or sum has more than 128 bits.
        let high = Decimal(UInt64(number.significand >> 64)) * (Decimal(UInt64.max) + 1)
        let magnitude = high + Decimal(UInt64(truncatingIfNeeded: number.significand))
        // A negative zero could be taken for not-a-number.
        let sign = number.isNegative && number.significand != 0 ? FloatingPointSign.minus : .plus
        self.init(sign: sign, exponent: number.exponent, significand: magnitude)
    }
}
