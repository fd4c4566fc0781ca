import DecantCore
import DecantXML
import Testing

/// The rules of Canonical XML 1.1, each with an example in the style of its section 3.
@Suite struct XMLCanonicalPrinterTests {
    private func canonical(_ text: String, comments: Bool = false) throws -> String {
        String(decoding: try XML.Document(text).canonicalBytes(comments: comments), as: UTF8.self)
    }

    @Test("Writes instructions and comments outside the root on separate lines")
    func writesInstructionsAndCommentsOutside() throws {
        let text =
            "<?xml version=\"1.0\"?>\n\n<?style   href=\"a.xsl\"\n   type=\"text/xsl\"   ?>\n\n"
            + "<!DOCTYPE r SYSTEM \"r.dtd\">\n\n"
            + "<r>Hello<!-- Comment 1 --></r>\n\n<?plain     ?>\n\n<!-- Comment 2 -->\n\n<!-- Comment 3 -->"
        let without = "<?style href=\"a.xsl\"\n   type=\"text/xsl\"   ?>\n<r>Hello</r>\n<?plain?>"
        #expect(try canonical(text) == without)
        let with =
            "<?style href=\"a.xsl\"\n   type=\"text/xsl\"   ?>\n<r>Hello<!-- Comment 1 --></r>\n<?plain?>"
            + "\n<!-- Comment 2 -->\n<!-- Comment 3 -->"
        #expect(try canonical(text, comments: true) == with)
    }

    @Test func keepsTheWhitespaceOfContent() throws {
        let text = "<r>\n   <a>   </a>\n   <b>   A   B   </b>\n   <c>\n      A\n   </c></r>"
        #expect(try canonical(text) == text)
    }

    @Test func writesTagsInOneForm() throws {
        let text = """
            <!DOCTYPE r [<!ATTLIST e9 attr CDATA "default">]><r><e1   /><e2   ></e2>\
            <e3   name = "elem3"   id="elem3"   /><e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm" \
            xmlns:b="http://b.example" xmlns:a="http://a.example" xmlns="http://example.org"/><e9/></r>
            """
        let expected =
            "<r><e1></e1><e2></e2><e3 id=\"elem3\" name=\"elem3\"></e3>"
            + "<e5 xmlns=\"http://example.org\" xmlns:a=\"http://a.example\" xmlns:b=\"http://b.example\" attr=\"I'm\""
            + " attr2=\"all\" a:attr=\"out\" b:attr=\"sorted\"></e5><e9 attr=\"default\"></e9></r>"
        #expect(try canonical(text) == expected)
    }

    @Test func omitsRedundantDeclarations() throws {
        let text =
            "<r xmlns=\"\" xmlns:a=\"u\"><e xmlns=\"d\"><f xmlns=\"d\" xmlns:a=\"u\"><g xmlns=\"\" xmlns:a=\"v\">"
            + "<h xmlns=\"\"/><i xmlns:a=\"u\" xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"/></g>"
            + "<j xmlns:a=\"v\"/></f></e></r>"
        let expected =
            "<r xmlns:a=\"u\"><e xmlns=\"d\"><f><g xmlns=\"\" xmlns:a=\"v\"><h></h><i xmlns:a=\"u\"></i></g>"
            + "<j xmlns:a=\"v\"></j></f></e></r>"
        #expect(try canonical(text) == expected)
    }

    @Test func replacesReferencesAndSections() throws {
        let text =
            "<!DOCTYPE r [<!ATTLIST n id ID #IMPLIED>]><r><t>A&#x0d;&#x0A;B</t><v>&#x32;</v>"
            + "<c><![CDATA[value>\"0\" && value<\"10\" ?\"valid\":\"error\"]]></c><p e='value>\"0\" &amp;&amp; "
            + "value&lt;\"10\"'/><n id=' a &#x20;&#13; b '/><m a=' &#x20;&#13;&#xa;&#9; b'/></r>"
        let expected =
            "<r><t>A&#xD;\nB</t><v>2</v><c>value&gt;\"0\" &amp;&amp; value&lt;\"10\" ?\"valid\":\"error\"</c>"
            + "<p e=\"value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot;\"></p><n id=\"a &#xD; b\"></n>"
            + "<m a=\"  &#xD;&#xA;&#x9; b\"></m></r>"
        #expect(try canonical(text) == expected)
    }

    @Test func replacesEntities() throws {
        let text = "<!DOCTYPE r [<!ENTITY e '<b>x</b>y'><!ENTITY a 'z'>]><r c='&a;'>\n   &e;&a;\n</r>"
        #expect(try canonical(text) == "<r c=\"z\">\n   <b>x</b>yz\n</r>")
    }

    @Test func writesUTF8() throws {
        let bytes = Array("<?xml version='1.0' encoding='ISO-8859-1'?><r>".utf8) + [0xA9] + Array("</r>".utf8)
        let document = try XML.Document(parsing: ResponseBytes(bytes))
        #expect(document.canonicalBytes() == Array("<r>©</r>".utf8))
    }

    @Test func isEqualForDocumentsThatDifferOnlyInForm() throws {
        let left = "<r b='1' a=\"2\" xmlns:x='u'><s></s>&lt;</r>"
        let right = "<!--c--><r  xmlns:x=\"u\" a='2' b='&#49;'><s/><![CDATA[<]]></r>"
        #expect(try canonical(left) == canonical(right))
        #expect(try canonical(left) == canonical(canonical(left)))
    }
}
