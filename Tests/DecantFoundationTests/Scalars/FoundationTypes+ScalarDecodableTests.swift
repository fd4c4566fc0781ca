import DecantFoundation
import Foundation
import Testing

struct DecimalScalarTests {
    private func decimal(_ text: String) throws(ResponseError) -> Decimal {
        try Decimal(scalar: .number(text: text, value: Double(text) ?? .nan), options: DecodingOptions())
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.0", "0"), ("0e999999999999999999999", "0"), ("1", "1"), ("-1", "-1"),
        ("0.1", "0.1"),
        ("3.14159", "3.14159"), ("-120.50e3", "-120500"), ("1E+2", "100"), ("1e-2", "0.01"), ("100", "100"),
        ("0.30000000000000004", "0.30000000000000004"), ("9007199254740993", "9007199254740993"),
        ("18446744073709551616", "18446744073709551616"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("-0.340282366920938463463374607431768211455", "-0.340282366920938463463374607431768211455"),
        ("1000000000000000000000000000000000000000000", "1000000000000000000000000000000000000000000"),
    ])
    func isExactlyTheWrittenNumber(_ text: String, _ expected: String) throws {
        #expect(try decimal(text).description == expected)
    }

    @Test(arguments: [
        "340282366920938463463374607431768211456", "0.1234567890123456789012345678901234567891", "1e128", "1e-129",
        "1e400",
        "1e99999999999999999999", "-1e-99999999999999999999",
    ])
    func rejectsNumbersThatDoNotFit(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try decimal(text) }
        #expect(error?.mismatch?.isContent == true)
        #expect(error?.mismatch?.expected.contains("38 digits") == true)
    }

    @Test(arguments: [
        "", "-", "+", ".", "1.", ".5", "1e", "1e+", "1x", "0x10", "NaN", "Infinity", "-Infinity", " 1", "1 ", "1,5",
    ])
    func rejectsInvalidNumbers(_ text: String) {
        #expect(throws: ResponseError.self) { try decimal(text) }
    }

    @Test func reachesTheBoundsOfItsRange() throws {
        #expect(try decimal("1e127") == Decimal(sign: .plus, exponent: 127, significand: 1))
        #expect(try decimal("1e-128") == Decimal(sign: .plus, exponent: -128, significand: 1))
        #expect(try !decimal("12345e123").isNaN)
    }

    @Test func readsManyZeros() throws {
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try decimal("0.\(zeros)e5") == 0)
        #expect(try decimal("1.\(zeros)") == 1)
        #expect(try decimal("1\(zeros)e-100000") == 1)
        #expect(try decimal("0.\(zeros)1e100001") == 1)
        #expect(throws: ResponseError.self) { try decimal("1.\(zeros)1") }
    }

    @Test func needsANumber() {
        for scalar in [DecodedScalar.null, .string("1"), .boolean(true), .container] {
            let error = #expect(throws: ResponseError.self) {
                try Decimal(scalar: scalar, options: DecodingOptions())
            }
            #expect(error?.mismatch == ScalarMismatch(expected: "a number"))
        }
    }

    @Test func roundTripsRandomNumbers() throws {
        for _ in 0..<5000 {
            let digits = UInt128.random(in: 0...UInt128.max) >> UInt128(Int.random(in: 0..<128))
            let digitCount = Int.random(in: 0...38)
            let padded = String(repeating: "0", count: 40) + "\(digits)"
            let text = "\(padded.dropLast(digitCount)).\(padded.suffix(digitCount))0"
            let exact = try decimal(text)
            #expect(exact * Decimal(sign: .plus, exponent: digitCount, significand: 1) == Decimal(string: "\(digits)"))
        }
    }
}

struct DataScalarTests {
    private func data(_ text: String) throws(ResponseError) -> Data {
        try Data(scalar: .string(text), options: DecodingOptions(data: .base64))
    }

    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"),
    ])
    func decodesTheVectorsOfTheStandard(_ text: String, _ expected: String) throws {
        #expect(try data(text) == Data(expected.utf8))
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zm8", "Z", "Zg==Zg==", "====", "Z===", "QQ===", "QQ=A", "Zm9v\n", "Zm 9v", "-_-_", "Zm9v=",
        "=Zm9", "Zm9vÄ",
        "Zm9\u{0}",
    ])
    func rejectsInvalidBase64(_ text: String) {
        let error = #expect(throws: ResponseError.self) { try data(text) }
        #expect(error?.mismatch?.isContent == true)
    }

    @Test(arguments: ["Zm9v\n", "Zm 9v", "\tZg =\r\n= ", "   "])
    func skipsWhitespaceIfTheStrategyAllowsIt(_ text: String) throws {
        let spaced = DecodingOptions(data: .mimeBase64)
        let letters = text.filter { !$0.isWhitespace }
        #expect(try Data(scalar: .string(text), options: spaced) == data(letters))
        #expect(throws: ResponseError.self) { try Data(scalar: .string(text + "?"), options: spaced) }
    }

    @Test func acceptsBytesWithEitherStrategy() throws {
        for strategy in [DecodingOptions.Data.base64, .mimeBase64, .array] {
            let strategies = DecodingOptions(data: strategy)
            #expect(try Data(scalar: .data([1, 2]), options: strategies) == Data([1, 2]))
        }
    }

    @Test func rejectsAnotherKindOfScalar() {
        let array = DecodingOptions(data: .array)
        let error = #expect(throws: ResponseError.self) {
            try Data(scalar: .string("Zg=="), options: array)
        }
        #expect(error?.mismatch == ScalarMismatch(expected: "data as an array of numbers from 0 to 255"))
        let other = #expect(throws: ResponseError.self) {
            try Data(scalar: .container, options: DecodingOptions())
        }
        #expect(other?.mismatch == ScalarMismatch(expected: "data as base64 text"))
    }
}

struct URLScalarTests {
    @Test(arguments: ["https://example.com/a?b=c#d", "/relative", "mailto:a@example.com", "a b", "http://é.example/ü"])
    func acceptsTheURLsThatFoundationAccepts(_ text: String) throws {
        let url = try URL(scalar: .string(text), options: DecodingOptions())
        #expect(url == URL(string: text))
    }

    @Test(arguments: ["", "http://[", "http://a b/"])
    func rejectsInvalidURLs(_ text: String) {
        let error = #expect(throws: ResponseError.self) {
            try URL(scalar: .string(text), options: DecodingOptions())
        }
        #expect(error?.mismatch == ScalarMismatch(expected: "a URL as text", isContent: true))
    }

    @Test func rejectsAnotherKindOfScalar() {
        let error = #expect(throws: ResponseError.self) {
            try URL(scalar: .number(text: "1", value: 1), options: DecodingOptions())
        }
        #expect(error?.mismatch == ScalarMismatch(expected: "a URL as text"))
    }
}
