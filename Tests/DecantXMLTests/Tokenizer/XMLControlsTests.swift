import DecantCore
import DecantXML
import Testing

@Suite struct XMLControlsTests {
    private static let options: XML.Options = {
        var options = XML.Options()
        options.quirks = .controlCharacters
        return options
    }()

    private func read(_ bytes: [UInt8]) throws(ResponseError) -> XML.Document {
        try XML.Document(parsing: ResponseBytes(bytes), options: Self.options)
    }

    @Test(arguments: [
        ("<r>a\u{B}b \u{8}c &#x1F; d</r>", "ab c  d"), ("<r><![CDATA[a\u{1F}b]]></r>", "ab"), ("<r>\0a</r>", "a"),
        ("<r>a\u{FFFE}b\u{FFFF}</r>", "ab"), ("<r>&#0;&#x0;&#65535;&#xFFFE;x</r>", "x"), ("<r\u{1}>a</r>", "a"),
        ("\u{C}<r><!--\u{2}-->a</r\u{3}>\u{4}", "a"), ("<r>\u{B}&#xB;</r>", ""),
        ("<r>\t\n&#9;&#xA;&#13;</r>", "\t\n\t\n\r"), ("<!DOCTYPE r [<!ENTITY e 'a&#1;b\u{1}'>]><r>&e;c</r>", "abc"),
        ("<r>\u{7F}\u{85}é\u{1}€</r>", "\u{7F}\u{85}é€"),
    ])
    func controlCharactersAreDropped(text: String, value: String) throws {
        #expect(try read(Array(text.utf8)).root.text == value)
    }

    @Test func attributeValuesLoseThemToo() throws {
        #expect(try read(Array("<r a='x\u{1}y&#2;z'/>".utf8)).root.attribute(named: "a") == "xyz")
    }

    @Test(arguments: [
        "<r>a\u{B}b</r>", "<r>&#x1F;</r>", "<r>\0</r>", "<r>\u{FFFF}</r>", "<r a='\u{1}'/>", "<r a='&#1;'/>",
    ])
    func theErrorNamesTheQuirk(text: String) throws {
        let error = #expect(throws: ResponseError.self) { try XML.Document(parsing: ResponseBytes(text.utf8)) }
        #expect(error?.hint == "the quirk “controlCharacters” accepts it")
        _ = try read(Array(text.utf8))
    }

    @Test(arguments: ["<r>&#xD800;</r>", "<r>&#x110000;</r>"])
    func otherReferencesStayErrors(text: String) {
        let error = #expect(throws: ResponseError.self) { try read(Array(text.utf8)) }
        #expect(error?.remedies.isEmpty == true)
    }

    @Test func findingsCountThem() throws {
        let serializer = XMLDocumentResponseSerializer(options: Self.options)
        let bytes = Array("<r>é\u{B}\u{C}&#1;</r>".utf8)
        let response = try serializer.response(of: bytes, for: "application/xml" as ResponseMediaType)
        let findings = response.findings.filter { $0.code == .quirk }
        #expect(
            findings.map(\.message) == [
                "the text is not strict XML; dropped 2 control characters",
                "the text is not strict XML; dropped 1 reference to control characters, “&#1;”",
            ]
        )
        #expect(findings.map(\.offset) == [5, 7])
    }

    @Test func offsetsOfErrorsCountTheDroppedCharacters() {
        let text = "<r>\n\u{1}\u{2}é\u{3}<a></b></r>"
        let error = #expect(throws: ResponseError.self) { try read(Array(text.utf8)) }
        #expect(error?.position == SourcePosition(offset: 12, line: 2, column: 5))
    }

    @Test func otherCharsetsAreFilteredAsWell() throws {
        let text = "<?xml version='1.0' encoding='windows-1252'?><r>#\u{1}x</r>"
        #expect(try read(text.utf8.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }).root.text == "éx")
        let units = Array("\u{FEFF}<r>a\u{FFFF}\u{2}b</r>".utf16)
        let wide = (0..<2 * units.count).map { UInt8(truncatingIfNeeded: units[$0 / 2] >> ($0 % 2 * 8)) }
        #expect(try read(wide).root.text == "ab")
    }

    @Test(arguments: ["<r>a\u{1}b\u{FFFF}&#2;<b c='\u{3}'/>é\u{4}</r>", "<r>\u{1}<a></b></r>", "<r>\u{1}\u{2}"])
    func chunksGiveTheSameResult(text: String) throws {
        func result(_ reader: inout XML.Reader) -> ([XML.OwnedEvent], ResponseError?) {
            var events: [XML.OwnedEvent] = []
            do throws(ResponseError) {
                while let event = try reader.nextOwned() { events.append(event) }
                return (events, nil)
            } catch { return (events, error) }
        }
        var whole = try XML.Reader(parsing: ResponseBytes(text.utf8), options: Self.options)
        let expected = result(&whole)
        var reader = XML.Reader(options: Self.options)
        for byte in text.utf8 { reader.append([byte]) }
        reader.finish()
        let chunked = result(&reader)
        #expect(chunked.0 == expected.0)
        #expect(chunked.1?.message == expected.1?.message && chunked.1?.position == expected.1?.position)
        if expected.1 == nil { #expect(reader.findings.count == 2) }
    }

    @Test(arguments: [[0x61, 0xFF], [0x01, 0xFF], [0xC3]] as [[UInt8]])
    func malformedTextIsTheSameErrorInChunks(content: [UInt8]) throws {
        let bytes = Array("<r>".utf8) + content + Array("</r>".utf8)
        let whole = #expect(throws: ResponseError.self) { try read(bytes) }
        let error = #expect(throws: ResponseError.self) {
            var reader = XML.Reader(options: Self.options)
            for byte in bytes {
                reader.append([byte])
                while try reader.nextOwned() != nil {}
            }
            reader.finish()
            while try reader.nextOwned() != nil {}
        }
        #expect(error?.message == whole?.message && error?.offset == whole?.offset)
        #expect(whole?.code == .invalidText)
    }

    @Test(arguments: [[0x01], [0x01, 0x61], [0xEF, 0xBF, 0xBF], [0x00]] as [[UInt8]])
    func aMegabyteIsReadOnce(unit: [UInt8]) throws {
        let text = repeatElement(unit, count: (1 << 20) / unit.count).joined()
        let bytes = Array("<r>".utf8) + text + Array("</r>".utf8)
        #expect(try read(bytes).root.text.utf8.allSatisfy { $0 == 0x61 })
        let broken = bytes.dropLast(4) + Array("<a></b></r>".utf8)
        let error = #expect(throws: ResponseError.self) { try read(Array(broken)) }
        #expect(error?.offset == bytes.count - 1)
    }
}
