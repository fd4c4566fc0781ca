import DecantCore
import HTTPTypes
import Testing

@Suite struct ReceivedFieldsTests {
    @Test func omitNamesThatAreNotTokens() {
        var fields = ReceivedFields()
        fields.append("A-Name", "value")
        fields.append("not a name", "value")
        fields.append("", "value")
        #expect(fields.fields.count == 1)
        #expect(fields.findings.map(\.code) == [.irregularHead, .irregularHead])
    }

    @Test func haveABoundedNumberOfFindings() {
        var fields = ReceivedFields()
        for _ in 0..<1000 { fields.append("not a name", "value") }
        #expect(fields.findings.count == 101)
        #expect(fields.findings.last?.message == "omitted 900 more findings of the kind irregularHead")
    }

    @Test func acceptTheNamesThatTheCoreAccepts() {
        for byte in UInt8.min...UInt8.max {
            let name = "a" + String(UnicodeScalar(byte))
            var fields = ReceivedFields()
            fields.append(name, "value")
            #expect((fields.fields.first?.name).map(\.rawName) == HTTPField.Name(name)?.rawName, "\(byte)")
            #expect(fields.findings.isEmpty == (HTTPField.Name(name) != nil), "\(byte)")
        }
    }

    @Test func replaceLineEndsInValues() throws {
        var fields = ReceivedFields()
        fields.append("a", "x\r\nb: y\0")
        let field = try #require(fields.fields.first)
        #expect(!field.value.contains { $0.isNewline || $0 == "\0" })
        #expect(fields.findings.count == 1)
        fields.append("b", "x")
        #expect(fields.findings.count == 1)
    }

    @Test(
        "Keep or trim a value as the lenient initializer does",
        arguments: ["", "x", "a b", "a  b", " a", "a ", " ", "a\tb", "\u{7F}", "é", "~!"]
    )
    func keepOrTrimAValueAsTheLenientInitializer(value: String) {
        var fields = ReceivedFields()
        fields.append("a", value)
        let lenient = HTTPField(name: .init("a")!, lenientValue: value.utf8)
        #expect(fields.fields.first?.value == lenient.value)
        #expect(fields.findings.isEmpty)
    }

    @Test(arguments: ["\r\nx", "x\r\n", " \0x\n ", "\n \n", "\0", "a\r\n\tb", "\té\r"])
    func cleanAValueOnce(value: String) {
        var fields = ReceivedFields()
        fields.append("Content-Type", value)
        let lenient = HTTPField(name: .contentType, lenientValue: value.utf8)
        #expect(fields.fields.first?.value == lenient.value)
    }

    @Test func ignoreFieldsBeyondTheCapacityOfAHead() {
        var fields = ReceivedFields()
        for _ in 0..<ReceivedFields.maxFields { fields.append("a", "") }
        #expect(fields.findings.isEmpty)
        fields.append("b", "")
        fields.append("c", "")
        #expect(fields.fields.count == ReceivedFields.maxFields)
        #expect(fields.findings.map(\.message) == ["ignored 2 fields beyond the first 65534"])
    }
}
