import DecantFoundation
import Foundation
import Testing

struct URLScalarTests {
    @Test(arguments: ["https://example.com/a?b=c#d", "/relative", "mailto:a@example.com", "a b", "http://é.example/ü"])
    func takesWhatFoundationTakes(_ text: String) throws {
        let url = try URL(scalar: .string(text), options: DecodingOptions())
        #expect(url == URL(string: text))
    }

    @Test(arguments: ["", "http://[", "http://a b/"])
    func refusesWhatIsNoURL(_ text: String) {
        #expect(throws: ScalarMismatch(expected: "a URL as text", isContent: true)) {
            try URL(scalar: .string(text), options: DecodingOptions())
        }
    }

    @Test func refusesAnotherKindOfScalar() {
        #expect(throws: ScalarMismatch(expected: "a URL as text")) {
            try URL(scalar: .number(text: "1", value: 1), options: DecodingOptions())
        }
    }
}
