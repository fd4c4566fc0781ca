import DecantCommand
import Testing

struct StringXMLEscapedTests {
    @Test(arguments: [
        ("a & b < c > d \"e\"", "a &amp; b &lt; c &gt; d \"e\""), ("\t\n", "\t\n"), ("\r", "&#xD;"),
        ("\u{9B}\u{202E}\u{E0001}", "&#x9B;&#x202E;&#xE0001;"), ("日本", "日本"), ("👨\u{200D}👩", "👨\u{200D}👩"),
    ])
    func escapesTextBetweenTags(text: String, escaped: String) {
        #expect(text.escapedInXML == escaped)
    }

    @Test(arguments: [("\"<>&\"", "&quot;&lt;>&amp;&quot;"), ("\t\n\r", "&#x9;&#xA;&#xD;")])
    func escapesValuesOfAttributes(text: String, escaped: String) {
        #expect(text.escapedInXMLValue == escaped)
    }
}
