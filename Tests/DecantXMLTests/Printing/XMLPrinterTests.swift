import DecantXML
import Testing

@Suite struct XMLPrinterTests {
    @Test(arguments: [
        "<r/>", "<r a=\"1\" xmlns:b=\"u\" b:c=\"&quot;'\"/>", "<r>&lt;&amp;&gt;\"'</r>",
        "<!--a--><?b c?><r><s/>t</r><?d?>",
        "<r>&#xD;</r>", "<r a=\"&#x9;&#xA;&#xD;&lt;&amp;>\"/>", "<r> <s> </s>\n</r>", "<r>é😀</r>",
        "<!--x--><!DOCTYPE r PUBLIC \"a\" \"b'\"><r/>", "<!DOCTYPE r SYSTEM 'a\"'><r/>", "<!DOCTYPE r><r/>",
    ])
    func writesTheOriginalDocument(text: String) throws {
        let document = try XML.Document(text)
        #expect(document.text() == text)
        #expect(document.description == text)
        #expect(String(decoding: document.bytes(), as: UTF8.self) == text)
    }

    @Test func keepsSeparateSections() throws {
        let text = "<r>a<![CDATA[<&]]><![CDATA[]]>b</r>"
        #expect(try XML.Document(text) { $0.keepsCDATA = true }.text() == text)
        #expect(try XML.Document(text).text() == "<r>a&lt;&amp;b</r>")
    }

    @Test("A carriage return in a section is written beside it") func aCarriageReturnInASectionIsWrittenBeside() throws
    {
        let type = "<!DOCTYPE r [<!ENTITY e '<![CDATA[a&#13;b]]>'>]>"
        let document = try XML.Document(type + "<r>&e;</r>") { $0.keepsCDATA = true }
        #expect(document.root.text() == "<r><![CDATA[a]]>&#xD;<![CDATA[b]]></r>")
        #expect(try XML.Document(document.text()) == document)
    }

    @Test func includesEntitiesAndDefaults() throws {
        let type = "<!DOCTYPE r [<!ENTITY e '<s>x</s>'><!ATTLIST s t CDATA 'd' xmlns CDATA 'u'>]>"
        let document = try XML.Document(type + "<r>&e;</r>")
        #expect(document.text() == "<!DOCTYPE r><r><s t=\"d\" xmlns=\"u\">x</s></r>")
        #expect(try XML.Document(document.text()) == document)
    }

    @Test func aPartIncludesItsNamespaces() throws {
        let text = "<r xmlns='d' xmlns:a='u' xmlns:b='v'><a:s xmlns:b='w'><t xmlns=''><b:x/></t></a:s></r>"
        let inner = try #require(try XML.Document(text).first("a:s/t"))
        #expect(inner.text() == "<t xmlns:b=\"w\" xmlns:a=\"u\" xmlns=\"\"><b:x/></t>")
        #expect(try XML.Document(inner.text()).root == inner)
        let outer = try #require(try XML.Document(text).first("a:s"))
        #expect(try XML.Document(outer.text()).root == outer)
        #expect(try XML.Document(text).root.text().hasPrefix("<r xmlns=\"d\" xmlns:a=\"u\""))
    }

    @Test func everyKindOfNodeCanBeWritten() throws {
        let root = try XML.Document("<r>&lt;<![CDATA[>]]><!--c--><?p d?></r>") { $0.keepsCDATA = true }.root
        #expect(root.children.map { $0.text() } == ["&lt;", "<![CDATA[>]]>", "<!--c-->", "<?p d?>"])
        #expect(root.children.map { $0.text(.indented) } == ["&lt;", "<![CDATA[>]]>", "<!--c-->", "<?p d?>"])
    }

    @Test func indentsElementsWithoutText() throws {
        let text = "<?p?><!DOCTYPE r><r><a/>  <b><c>x</c><!--y--><d><e/></d></b></r><!--z-->"
        let expected = """
            <?p?>
            <!DOCTYPE r>
            <r>
              <a/>
              <b>
                <c>x</c>
                <!--y-->
                <d>
                  <e/>
                </d>
              </b>
            </r>
            <!--z-->

            """
        #expect(try XML.Document(text).text(.indented) == expected)
        #expect(try XML.Document(expected).text(.indented) == expected)
    }

    @Test(arguments: [
        "<r>x <b> <c/> </b> y</r>", "<r> </r>", "<r xml:space=\"preserve\"> <b> </b> </r>", "<r>x<b><c/></b></r>",
    ])
    func neverChangesMixedContent(text: String) throws {
        #expect(try XML.Document(text).text(.indented) == text + "\n")
        let around = try XML.Document("<around><a/>\(text)</around>").text(XML.Format(indentation: 1))
        #expect(around == "<around>\n <a/>\n \(text)\n</around>\n")
    }

    @Test func aSeparateSectionIsText() throws {
        let text = "<r><![CDATA[ ]]><b/></r>"
        #expect(try XML.Document(text) { $0.keepsCDATA = true }.text(.indented) == text + "\n")
    }

    @Test("Writes references to the same characters anywhere", arguments: [0, 1, 15, 16, 17, 40])
    func writesReferencesToTheSameCharacters(offset: Int) throws {
        let padding = String(repeating: "é", count: offset)
        let common = ["&": "&amp;", "<": "&lt;", "\r": "&#xD;"]
        let inText = common.merging([">": "&gt;"]) { $1 }
        let inValue = common.merging(["\"": "&quot;", "\t": "&#x9;", "\n": "&#xA;"]) { $1 }
        for value: UInt8 in [9, 10, 13] + Array(32..<128) {
            let (character, reference) = (String(Unicode.Scalar(value)), "&#\(value);")
            let document = try XML.Document("<r a=\"\(padding)\(reference)x\">\(padding)\(reference)x</r>")
            let (inTag, between) = (inValue[character] ?? character, inText[character] ?? character)
            #expect(document.text() == "<r a=\"\(padding)\(inTag)x\">\(padding)\(between)x</r>")
        }
    }

    @Test func indentsByTheRequestedWidth() throws {
        let document = try XML.Document("<r><a><b/></a></r>")
        #expect(document.text(XML.Format(indentation: 0)) == "<r>\n<a>\n<b/>\n</a>\n</r>\n")
        #expect(document.text(XML.Format(indentation: -3)) == "<r>\n<a>\n<b/>\n</a>\n</r>\n")
        #expect(document.root.text(XML.Format(indentation: 4)) == "<r>\n    <a>\n        <b/>\n    </a>\n</r>")
    }

    @Test func writesADeclarationOnRequest() throws {
        let document = try XML.Document("<r/>")
        let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        #expect(document.text(XML.Format(hasDeclaration: true)) == declaration + "<r/>")
        #expect(document.text(XML.Format(indentation: 2, hasDeclaration: true)) == declaration + "<r/>\n")
        #expect(document.root.text(XML.Format(hasDeclaration: true)) == "<r/>")
    }
}
