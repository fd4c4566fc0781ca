import DecantCore
import HTTPTypes
import Testing

@Suite struct ReceivedFieldsTests {
    @Test func leaveOutNamesThatAreNotTokens() {
        var fields = ReceivedFields()
        fields.append("A-Name", "value")
        fields.append("not a name", "value")
        fields.append("", "value")
        #expect(fields.fields.count == 1)
        #expect(fields.findings.map(\.code) == [.irregularHead, .irregularHead])
    }

    @Test func replaceWhatWouldEndAField() throws {
        var fields = ReceivedFields()
        fields.append("a", "x\r\nb: y\0")
        let field = try #require(fields.fields.first)
        #expect(!field.value.contains { $0.isNewline || $0 == "\0" })
        #expect(fields.findings.count == 1)
        fields.append("b", "x")
        #expect(fields.findings.count == 1)
    }
}
