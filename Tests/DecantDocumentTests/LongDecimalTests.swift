import DecantCore
import DecantDocument
import Testing

/// Decimal numbers of any length, compared and hashed by value.
@Suite struct LongDecimalTests {
    private func hash(_ text: String) -> Int {
        var hasher = Hasher()
        LongDecimal.hash(text, into: &hasher)
        return hasher.finalize()
    }

    private func integer<Integer: FixedWidthInteger>(_ text: String, as type: Integer.Type = Int.self) -> Integer? {
        let bytes = Array(text.utf8)
        return LongDecimal(bytes.elementSpan).integer(in: bytes.elementSpan, as: type)
    }

    @Test(arguments: [
        ["0", "-0", "0.0", "0e5", "-0.000E-9"], ["100", "1e2", "10.0e+1", "0.1e3", "100.00"],
        ["-1.5", "-15e-1", "-0.015E2"], ["1e400", "10e399", "0.1e401"],
        ["12345678901234567890123", "1234567890123456789012.3e1"],
    ])
    func formsOfTheSameNumberAreEqual(forms: [String]) {
        for left in forms {
            for right in forms {
                #expect(LongDecimal.equal(left, right), "\(left) \(right)")
                #expect(hash(left) == hash(right), "\(left) \(right)")
            }
        }
    }

    @Test(arguments: [
        ("1", "-1"), ("1", "10"), ("1e400", "1e401"), ("0.1", "0.10000000000000000000000000001"), ("12", "21"),
        ("NaN", "0"), ("Infinity", "-Infinity"),
    ])
    func otherNumbersAreNotEqual(left: String, right: String) {
        #expect(!LongDecimal.equal(left, right))
        #expect(!LongDecimal.equal(right, left))
    }

    @Test(
        arguments: [
            ("0", -1, 0, ""), ("-0.00", -1, 0, ""), ("7", 0, 7, "7"), ("-70", 1, -70, "7"), ("0.5", -1, nil, "5"),
            ("0.070", -2, nil, "7"), ("1.5", -1, nil, "15"), ("10.05e2", 0, 1005, "1005"), ("1.5E+3", 2, 1500, "15"),
            ("250e-1", 0, 25, "25"), ("100.0e-2", 0, 1, "1"), ("3e2", 2, 300, "3"), ("-1.0e1", 1, -10, "1"),
            ("12.34e4", 2, 123_400, "1234"),
        ] as [(String, Int, Int?, String)]
    )
    func hasAnExponentAndSignificantDigits(text: String, exponent: Int, value: Int?, digits: String) {
        let bytes = Array(text.utf8)
        let number = LongDecimal(bytes.elementSpan)
        #expect(number.isZero == digits.isEmpty)
        if !number.isZero { #expect(number.exponent == exponent) }
        #expect(number.integer(in: bytes.elementSpan, as: Int.self) == value)
        #expect(
            LongDecimal.equal(text, (text.hasPrefix("-") ? "-" : "") + "\(digits.isEmpty ? "0" : digits)e\(exponent)")
        )
    }

    @Test func wordsEqualThemselves() {
        #expect(LongDecimal.isNonFinite("NaN"))
        #expect(!LongDecimal.isNonFinite("1e9"))
        #expect(LongDecimal.equal("NaN", "NaN"))
    }

    @Test func integersAreExactOrNil() {
        #expect(integer("9223372036854775807") == Int.max)
        #expect(integer("-9223372036854775808") == Int.min)
        #expect(integer("9223372036854775808") == nil)
        #expect(integer("1.2e1") == 12)
        #expect(integer("1.25e1") == nil)
        #expect(integer("1e30") == nil)
        #expect(integer("1e30", as: UInt128.self) == 1_000_000_000_000_000_000_000_000_000_000)
        #expect(integer("-1", as: UInt8.self) == nil)
        #expect(integer("255", as: UInt8.self) == 255)
        #expect(integer("256", as: UInt8.self) == nil)
        #expect(integer("0e999999999999") == 0)
        #expect(integer("1e-1") == nil)
        #expect(integer("-12.0e2") == -1200)
        #expect(integer("127", as: Int8.self) == 127)
        #expect(integer("-128", as: Int8.self) == -128)
        #expect(integer("-129", as: Int8.self) == nil)
        #expect(integer("1000", as: UInt8.self) == nil)
    }
}
