import DecantFoundation
import Foundation
import Testing

struct DataScalarTests {
    private func data(_ text: String) throws(ScalarMismatch) -> Data {
        try Data(scalar: .string(text), options: DecodingOptions(data: .base64))
    }

    @Test(arguments: [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"),
    ])
    func readsTheVectorsOfTheStandard(_ text: String, _ expected: String) throws {
        #expect(try data(text) == Data(expected.utf8))
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zm8", "Z", "Zg==Zg==", "====", "Z===", "QQ===", "QQ=A", "Zm9v\n", "Zm 9v", "-_-_", "Zm9v=",
        "=Zm9", "Zm9vÄ",
        "Zm9\u{0}",
    ])
    func refusesWhatIsNoBase64(_ text: String) {
        let error = #expect(throws: ScalarMismatch.self) { try data(text) }
        #expect(error?.isContent == true)
    }

    @Test(arguments: ["Zm9v\n", "Zm 9v", "\tZg =\r\n= ", "   "])
    func passesWhiteSpaceOverWhereTheStrategySaysSo(_ text: String) throws {
        let spaced = DecodingOptions(data: .mimeBase64)
        let letters = text.filter { !$0.isWhitespace }
        #expect(try Data(scalar: .string(text), options: spaced) == data(letters))
        #expect(throws: ScalarMismatch.self) { try Data(scalar: .string(text + "?"), options: spaced) }
    }

    @Test func takesBytesUnderEitherStrategy() throws {
        for strategy in [DecodingOptions.Data.base64, .mimeBase64, .array] {
            let strategies = DecodingOptions(data: strategy)
            #expect(try Data(scalar: .data([1, 2]), options: strategies) == Data([1, 2]))
        }
    }

    @Test func refusesAnotherKindOfScalar() {
        let array = DecodingOptions(data: .array)
        #expect(throws: ScalarMismatch(expected: "data as an array of numbers from 0 to 255")) {
            try Data(scalar: .string("Zg=="), options: array)
        }
        #expect(throws: ScalarMismatch(expected: "data as base64 text")) {
            try Data(scalar: .container, options: DecodingOptions())
        }
    }
}
