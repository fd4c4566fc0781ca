import DecantDocument
import Testing

/// Decimal numbers of any length, compared and hashed by their value.
@Suite struct LongDecimalTests {
    private func hash(_ text: String) -> Int {
        var hasher = Hasher()
        LongDecimal.hash(text, into: &hasher)
        return hasher.finalize()
    }

    private func integer<Integer: FixedWidthInteger>(_ text: String, as type: Integer.Type = Int.self) -> Integer? {
        let bytes = Array(text.utf8)
        return LongDecimal(bytes.span).integer(in: bytes.span, as: type)
    }

    @Test(arguments: [
        ["0", "-0", "0.0", "0e5", "-0.000E-9"], ["100", "1e2", "10.0e+1", "0.1e3", "100.00"],
        ["-1.5", "-15e-1", "-0.015E2"], ["1e400", "10e399", "0.1e401"],
        ["12345678901234567890123", "1234567890123456789012.3e1"],
    ])
    func formsOfOneNumberAreEqual(forms: [String]) {
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
    func otherNumbersAreNot(left: String, right: String) {
        #expect(!LongDecimal.equal(left, right))
        #expect(!LongDecimal.equal(right, left))
    }

    @Test func wordsEqualThemselves() {
        #expect(LongDecimal.isNonFinite("NaN"))
        #expect(!LongDecimal.isNonFinite("1e9"))
        #expect(LongDecimal.equal("NaN", "NaN"))
    }

    @Test func integersAreExactOrNone() {
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
    }
}
