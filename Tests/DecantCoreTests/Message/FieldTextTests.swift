import DecantCore
import Testing

@Suite struct FieldTextTests {
    @Test func hasTheCharactersOfTokens() {
        let characters = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(byte.isHTTPToken == characters.contains(byte), "\(byte)")
            #expect(Unicode.Scalar(byte).isHTTPToken == characters.contains(byte), "\(byte)")
        }
        #expect(!Unicode.Scalar("\u{161}").isHTTPToken)
    }

    @Test(arguments: ["", "a", "application/json", "text longer than what a string holds in itself", "é", "\u{0}"])
    func borrowsTheBytesOfText(_ text: String) {
        let bytes = text.withUTF8Bytes { bytes in bytes.indices.map { bytes[$0] } }
        #expect(bytes == Array(text.utf8))
    }

    @Test func keepsValuesInOrder() {
        var values = FieldValues()
        #expect(values.only == nil && values.all == [])
        values.append("a")
        #expect(values.only == "a" && values.all == ["a"])
        values.append("b")
        values.append("a")
        #expect(values.only == nil && values.all == ["a", "b", "a"])
        #expect(FieldValues(["a", "b", "a"]).all == values.all)
        #expect(FieldValues([]).all == [])
    }
}
