import DecantCore
import DecantJSON
import Testing

@Suite struct JSONNumberTests {
    @Test(arguments: [
        "", "-", "01", "1.", ".1", "1e", "+1", "0x1", "NaN", "Infinity", " 1", "1 ", "[1]", "\"1\"", "null", "1,",
    ])
    func rejectsInvalidNumbers(text: String) {
        #expect(JSON.Number(text) == nil)
    }

    @Test(arguments: ["0", "-0", "1.50", "1E+5", "123456789012345678901234567890.5e-10"])
    func keepsTheText(text: String) {
        #expect(JSON.Number(text)?.text == text)
        #expect(JSON.Number(text)?.description == text)
    }

    /// The node of a fraction of at most 19 digits has its integer part, if it fits into 54 bits, and its scale.
    @Test(arguments: [
        "0.0", "-0.0", "0.5", "-0.25", "0.001", "-0.000", "10.00", "-1.50", "0.000000000000000001",
        "65.613616999999977", "-65.613616999999977", "0.12345678901234567", "99999999999999999.0",
        "0.99999999999999999", "2882303761517117.43", "2882303761517117.44", "28823037615171174.3",
        "28823037615171174.4", "0.288230376151711744", "999999999999999999.9", "9999999999999999999.9",
        "0.0000000000000000000", "12345678901234567.89e1", "-0.999999999999999999", "0.9999999999999999999",
        "-9007199254740993.125", "18014398509481983.5", "-18014398509481984.5", "18014398509481985.25", "7.1234567",
        "7.12345678", "7.123456789", "7.123456789012345", "7.1234567890123456", "7.12345678901234567",
    ])
    func aFractionKeepsItsTextAndItsValue(text: String) throws {
        let json = try JSON(parsing: ResponseBytes("[\(text),{\"a\":\(text)}]".utf8))
        let value = try #require(json[0])
        #expect(value.number?.text == text)
        #expect(json.description == "[\(text),{\"a\":\(text)}]")
        #expect(value.double?.bitPattern == Double(text)?.bitPattern)
        #expect(try value.decode(Double.self) == Double(text))
        #expect(json[1]?["a"] == value)
        #expect(value.integer(as: Int128.self) == JSON.Number(text)?.integer(as: Int128.self))
        let isDouble = json.cursor[0]?.hasOnlyDigits == false
        #expect(isDouble)
    }

    @Test func isCreatedFromIntegersAndDoubles() {
        #expect(JSON.Number(42).text == "42")
        #expect(JSON.Number(Int128.min).integer(as: Int128.self) == Int128.min)
        #expect(JSON.Number(UInt128.max).integer(as: UInt128.self) == UInt128.max)
        #expect(JSON.Number(0.1)?.double == 0.1)
        #expect(JSON.Number(1e300)?.double == 1e300)
        #expect(JSON.Number(Double.nan) == nil)
        #expect(JSON.Number(Double.infinity) == nil)
    }

    @Test(
        arguments: [
            ("127", 127), ("128", nil), ("-128", -128), ("-129", nil), ("1.0", 1), ("1e2", 100), ("1270e-1", 127),
            ("1.5", nil),
            ("0e999999999999999999999", 0), ("-0.000", 0), ("1e9999999999999999999", nil),
            ("1e-9999999999999999999", nil),
            ("12.7e1", 127), ("0.0127e4", 127), ("1000e-3", 1), ("1000e-4", nil), ("99999999999999999999", nil),
        ] as [(String, Int8?)]
    )
    func fitsExactlyOrNotAtAll(text: String, value: Int8?) throws {
        #expect(JSON.Number(text)?.integer(as: Int8.self) == value)
        #expect(try JSON(parsing: ResponseBytes(text.utf8)).integer(as: Int8.self) == value)
    }

    @Test func reachesTheBoundsOfEveryInteger() {
        func check<Integer: FixedWidthInteger>(_ type: Integer.Type) {
            for text in ["\(Integer.min)", "\(Integer.max)", "\(Integer.max).0", "\(Integer.max)e0"] {
                #expect(
                    JSON.Number(text)?.integer(as: type).map { "\($0)" }
                        == text.prefix { $0 != "." && $0 != "e" }.description
                )
            }
            #expect(JSON.Number("\(Integer.max)0")?.integer(as: type) == nil)
            #expect(JSON.Number("\(Integer.max)")?.integer(as: type) == Integer.max)
            #expect(JSON.Number("-\(Integer.max)9")?.integer(as: type) == nil)
        }
        check(Int8.self)
        check(UInt8.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(UInt64.self)
        check(Int128.self)
        check(UInt128.self)
        #expect(JSON.Number("9223372036854775808")?.integer(as: Int64.self) == nil)
        #expect(JSON.Number("-9223372036854775809")?.integer(as: Int64.self) == nil)
        #expect(JSON.Number("18446744073709551616")?.integer(as: UInt64.self) == nil)
        #expect(JSON.Number("-1")?.integer(as: UInt64.self) == nil)
        #expect(JSON.Number("340282366920938463463374607431768211456")?.integer(as: UInt128.self) == nil)
    }

    @Test(arguments: [
        ("1", true), ("1.0", true), ("1.5", false), ("15e-1", false), ("150e-1", true), ("0.0e-9", true),
        ("1e-1", false),
    ])
    func recognizesIntegers(text: String, isInteger: Bool) {
        #expect(JSON.Number(text)?.isInteger == isInteger)
    }

    @Test("Rounds long numbers in time that grows with their length") func roundsLongNumbersInTimeThatGrows() throws {
        // Halfway between two doubles, decided by the last digit.
        let half = "9007199254740993." + String(repeating: "0", count: 16_000)
        #expect(JSON.Number(half)?.double == 9_007_199_254_740_992)
        #expect(JSON.Number(half + "1")?.double == 9_007_199_254_740_994)
        #expect(JSON.Number(String(repeating: "9", count: 308))?.double == 1e308)
        #expect(JSON.Number("0." + String(repeating: "0", count: 10_000) + "1e10001")?.double == 1)
        #expect(JSON.Number("1" + String(repeating: "0", count: 10_000) + "e-10000")?.double == 1)
    }

    @Test func hashesByValue() {
        let numbers = ["1", "1.0", "10e-1", "0.1e1", "1.00"].compactMap { JSON.Number($0) }
        #expect(numbers.count == 5)
        #expect(Set(numbers).count == 1)
        #expect(JSON.Number("0.0") == JSON.Number("-0e7"))
        #expect(JSON.Number("0.0").hashValue == JSON.Number("-0e7").hashValue)
    }
}

@Suite struct JSONDocumentNumbersTests {
    @Test(
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("0.1", 0.1), ("1e23", 1e23), ("-1.5e-7", -1.5e-7), ("1e400", .infinity),
            ("-1e400", -.infinity), ("5e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
            ("2.4703282292062329e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1.7976931348623159e308", .infinity),
            ("18446744073709551615", 0x1p64), ("0.00000000000000000000000000001", 1e-29),
            ("9007199254740993", 9007199254740992), ("9007199254740993.0", 9007199254740992),
            ("9007199254740993.00000000000000000000000000000000001", 9007199254740994),
            ("1.00000000000000011102230246251565404236316680908203125", 1),
            ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
            ("1.00000000000000011102230246251565404236316680908203124", 1),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
            ("2.2250738585072012e-308", 2.2250738585072014e-308),
        ] as [(String, Double)]
    )
    func readsTheNearestDouble(text: String, value: Double) throws {
        let document = try JSON(parsing: ResponseBytes(text.utf8))
        #expect(document.double?.bitPattern == value.bitPattern)
    }
}
