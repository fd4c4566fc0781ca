import DecantCore
import DecantDocument
import Testing

/// Decimal digits read in words of eight, and the nearest double of a number.
@Suite struct ShortDecimalTests {
    private func word(_ text: String) -> UInt64 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func double(_ text: String) -> Double {
        ResponseBytes("[\(text)]".utf8).double(at: 1, length: text.utf8.count)
    }

    @Test func eightDigitsAreANumber() {
        for number in [0, 1, 9, 12_345_678, 90_000_001, 99_999_999] {
            let text = String(number)
            let digits = String(repeating: "0", count: 8 - text.count) + text
            #expect(DecimalDigits.value(of: word(digits)) == UInt64(number))
            #expect(DecimalDigits.stops(in: DecimalDigits.numbers(of: word(digits))) == 0)
        }
    }

    @Test(arguments: 0..<8) func anyOtherCharacterIsDetected(position: Int) {
        for byte in UInt8.min...UInt8.max where !(0x30...0x39).contains(byte) {
            var bytes = [UInt8](repeating: 0x35, count: 8)
            bytes[position] = byte
            let word = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let stops = DecimalDigits.stops(in: DecimalDigits.numbers(of: word))
            #expect(stops.trailingZeroBitCount / 8 == position, "\(byte)")
        }
    }

    @Test(arguments: [
        "0", "-0", "1", "0.1", "1e23", "9007199254740993", "9007199254740992.5", "1.7976931348623157e308",
        "1.7976931348623159e308", "1e309", "-1e400", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "2.2250738585072011e-308", "123456789012345678901234567890", "0.000000000000000000000000000000000000000012345",
        "8.5e-400",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587e213",
    ])
    func isTheNearestDouble(text: String) throws {
        let nearest = try #require(Double(text))
        #expect(double(text).bitPattern == nearest.bitPattern)
    }

    /// Numbers of more than 19 digits are read digit by digit.
    ///
    /// The digits after the 19th affect only the rounding.
    @Test(arguments: [
        "12345678901234567890123", "-12345678901234567890.123", "1234567890123456789.0123", "0.12345678901234567890123",
        "0.000000000000000000000000000000123", "-00.1000000000000000000000000000000", "100000000000000000000000.5",
        "10000000000000000000000000000000e-5", "1.2345678901234567890123E+10", "12345678901234567890123e-400",
        "9007199254740993.00000000000000000000", "9007199254740993.00000000000000000001",
        "9007199254740992.99999999999999",
        "0.00000000000000000000000000000000000000000000000000000000000000001e65", "-123456789012345678901234567890e5",
        "1000000000000000000.00e1", "10000000000000000001e-1", "9999999999999999999999e-3",
    ])
    func aLongNumberIsTheNearestDouble(text: String) throws {
        let nearest = try #require(Double(text))
        #expect(double(text).bitPattern == nearest.bitPattern)
    }
}
