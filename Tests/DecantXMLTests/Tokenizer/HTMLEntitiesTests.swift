import DecantCore
import DecantXML
import Testing

@Suite struct HTMLEntitiesTests {
    private func read(_ text: String, _ quirks: XML.Quirks = .htmlEntities) throws(ResponseError) -> XML.Document {
        var options = XML.Options()
        options.quirks = quirks
        return try XML.Document(parsing: ResponseBytes(text.utf8), options: options)
    }

    @Test(arguments: [
        ("nbsp", "\u{A0}"), ("rsquo", "\u{2019}"), ("AElig", "Æ"), ("zwnj", "\u{200C}"), ("thetasym", "ϑ"), ("xi", "ξ"),
        ("Xi", "Ξ"), ("frac12", "½"), ("there4", "∴"), ("lang", "\u{27E8}"), ("yuml", "ÿ"), ("euro", "€"), ("ETH", "Ð"),
    ])
    func anEntityOfHTMLIsItsCharacter(name: String, character: String) throws {
        let document = try read("<r a='(&\(name);)'>x&\(name);y</r>")
        #expect(document.root.text == "x\(character)y")
        #expect(document.root.attribute(named: "a") == "(\(character))")
    }

    @Test func aDeclarationTakesPrecedence() throws {
        #expect(try read("<!DOCTYPE r [<!ENTITY nbsp 'declared'>]><r>&nbsp;&copy;</r>").root.text == "declared©")
        #expect(try read("<!DOCTYPE r [<!ENTITY a '&copy;'><!ATTLIST r b CDATA '&reg;'>]><r>&a;</r>").root.text == "©")
        #expect(try read("<!DOCTYPE r SYSTEM 'x'><r>&copy;</r>").root.text == "©")
    }

    @Test(arguments: ["foo", "NBSP", "nbs", "nbspx", "thetasyms", "Nbsp", "é"])
    func anotherNameStaysAnError(name: String) {
        let error = #expect(throws: ResponseError.self) { try read("<r>&\(name);</r>") }
        #expect(error?.message == "the entity “\(name)” is not declared")
        #expect(error?.remedies.isEmpty == true)
    }

    @Test(arguments: ["<r>a&nbsp;</r>", "<r a='&nbsp;'/>", "<!DOCTYPE r [<!ENTITY a '&nbsp;'>]><r>&a;</r>"])
    func theErrorNamesTheQuirk(text: String) throws {
        let error = #expect(throws: ResponseError.self) { try read(text, []) }
        #expect(error?.hint == "the quirk “htmlEntities” accepts it")
        _ = try read(text)
    }

    @Test func oneFindingCountsTheReferences() throws {
        let serializer = XMLDocumentResponseSerializer().options { $0.quirks = .htmlEntities }
        let bytes = Array("<r>\n<a>x&nbsp;&rsquo;</a><a b='&reg;'/></r>".utf8)
        let response = try serializer.response(of: bytes, for: "application/xml" as ResponseMediaType)
        let findings = response.findings.filter { $0.code == .quirk }
        #expect(
            findings.map(\.message) == [
                "the text is not strict XML; accepted 3 references to entities of HTML, the first of which is “&nbsp;”"
            ]
        )
        #expect(findings.first?.offset == 8)
    }

    @Test func aMegabyteOfReferencesIsReadOnceEach() throws {
        let count = 1 << 17
        let document = try read("<r>" + String(repeating: "&nbsp;", count: count) + "</r>")
        #expect(document.root.text.utf8.count == 2 * count)
    }

    @Test func chunksGiveTheSameTextAndFindings() throws {
        var options = XML.Options()
        options.quirks = .htmlEntities
        var reader = XML.Reader(options: options)
        var text = ""
        for byte in "<r>x&nbsp;y&eacute;<b c='&yen;'/></r>".utf8 {
            reader.append([byte])
            while let event = try reader.nextOwned() {
                if case .text(let part) = event { text += part }
            }
        }
        reader.finish()
        while try reader.nextOwned() != nil {}
        #expect(text == "x\u{A0}yé")
        #expect(reader.findings.map(\.message).last?.contains("accepted 3 references") == true)
    }
}
