import DecantCommand
import Foundation
import Testing

/// XML, decoded by the built command.
struct XMLTests {
    private static let feed = """
        <?xml version="1.0"?><?style a?><!DOCTYPE rss [<!ENTITY x "y">]><!-- one --><rss \
        xmlns:a='urn:a' version='2'><item>\n\n<title>A &amp; &x;</title>  <a:link href='?a&amp;"b'/></item>\
        <e> </e></rss>
        """

    private static func saved(_ type: String, _ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\r\n\(body)"
    }

    @Test func printsElementsOnLinesWithIndentation() async throws {
        let run = try await CommandRun([], input: Self.feed)
        #expect(
            run.text == """
                <?style a?>
                <!-- one -->
                <!DOCTYPE rss>
                <rss xmlns:a="urn:a" version="2">
                  <item>
                    <title>A &amp; y</title>
                    <a:link href="?a&amp;&quot;b"/>
                  </item>
                  <e> </e>
                </rss>

                """
        )
        #expect(run.errors == "")
        #expect(run.exitStatus == 0)
    }

    @Test(arguments: [
        "<a>one <b> two </b>\n<c/></a>", "<a xml:space=\"preserve\"> <b/> </a>", "<a> </a>", "<a><b>\n</b></a>",
    ])
    func keepsTheTextOfAnElementUnchanged(document: String) async throws {
        let run = try await CommandRun(["--as", "xml"], input: document)
        let lines = run.text.replacingOccurrences(of: "<a>\n  <b>", with: "<a><b>")
            .replacingOccurrences(of: "</b>\n</a>", with: "</b></a>")
        #expect(lines == document + "\n")
    }

    @Test func printsEquivalentXML() async throws {
        let first = try await CommandRun(
            ["--as", "xml"],
            input: "<a b='&#10;&#9;\"'>&#13;]]&gt;<![CDATA[<x>]]>\u{85}</a>"
        )
        let second = try await CommandRun(["--as", "xml"], input: first.text)
        #expect(second.text == first.text)
        #expect(first.text == "<a b=\"&#xA;&#x9;&quot;\">&#xD;]]&gt;&lt;x&gt;&#x85;</a>\n")
    }

    @Test func neverPrintsControlCharactersToATerminal() async throws {
        let run = try await CommandRun(["--as", "xml"], input: "<a b='\u{202E}'>\u{9B}31m<!--x--></a>")
        #expect(run.text == "<a b=\"&#x202E;\">&#x9B;31m<!--x--></a>\n")
    }

    @Test(arguments: [
        ("application/xml", "xml"), ("text/xml", "xml"), ("application/rss+xml", "xml"), ("image/svg+xml", "xml"),
        ("text/html", "string"), ("text/plain", "string"), ("application/octet-stream", "string"),
    ])
    func isRecognizedByTheMediaType(type: String, kind: String) async throws {
        let run = try await CommandRun(["--report"], input: Self.saved(type, "<?xml version='1.0'?><a/>"))
        #expect(run.report.first?["serializer"] as? String == kind)
        #expect(run.report.first?["verdict"] as? String == "value")
    }

    @Test(arguments: [
        ("<?xml version='1.0'?><a/>", "application/xml"), ("\u{FEFF}<?xml version='1.0'?><a/>", "application/xml"),
        ("<?xml version='1.0'?><!-- <html> --><plist/>", "application/x-plist"), ("<plist/>", "application/x-plist"),
        ("<!DOCTYPE plist>", "application/x-plist"), ("<?xml version='1.0'?>\n<!doctype HTML>", "text/html"),
        ("<!-- a page --><html>", "text/html"), ("<a/>", "application/xml"), ("<p>", "text/plain"), ("<", "text/plain"),
        ("<?", "text/plain"),
        ("<!--", "text/plain"),
    ])
    func isGuessedFromTheFirstBytes(body: String, type: String) async throws {
        let run = try await CommandRun(["--report"], input: body)
        #expect(run.report.first?["contentType"] as? String == type)
    }

    @Test func isGuessedInUTF16() async throws {
        let folder = try TemporaryFolder()
        let text = "<?xml version='1.0' encoding='UTF-16'?><é/>"
        let bytes = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let file = try folder.file("feed", Data([0xFE, 0xFF] + bytes))
        #expect(try await CommandRun([file.path]).text == "<é/>\n")
    }

    @Test func reportsTheRootAndTheCharset() async throws {
        let run = try await CommandRun(
            ["--report"],
            input: Self.saved("text/xml; charset=koi8-r", "<a:b xmlns:a='c'/>")
        )
        let line = try #require(run.report.first)
        let facts = try #require(line["xml"] as? [String: String])
        #expect(facts == ["root": "a:b", "charset": "KOI8-R"])
        #expect(line["serializer"] as? String == "xml")
    }

    @Test func treatsPrefixesAsPartsOfNamesOnRequest() async throws {
        let strict = try await CommandRun(["--as", "xml"], input: "<a:b/>")
        #expect(strict.errors.contains("malformedBody"))
        #expect(strict.exitStatus == 1)
        let lax = try await CommandRun(["--as", "xml", "--no-namespaces"], input: "<a:b/>")
        #expect(lax.text == "<a:b/>\n")
    }

    @Test func showsTheErrorOfAServer() async throws {
        let fault = """
            <s:Envelope xmlns:s='urn:s'><s:Body><s:Fault><faultstring>Out of order</faultstring></s:Fault></s:Body>\
            </s:Envelope>
            """
        let run = try await CommandRun([], input: Self.saved("application/soap+xml", fault, status: "500 Oops"))
        #expect(run.errors.hasPrefix("unacceptableStatus: expected status 200-299 or 304, but received 500"))
        #expect(run.errors.contains("\n  the server says: Out of order\n"))
    }

    @Test func showsTheDetailsOfAProblem() async throws {
        let problem = "<problem xmlns='urn:ietf:rfc:7807'><title>No such user</title><detail>8</detail></problem>"
        for arguments in [[], ["--as", "xml"], ["--as", "json"], ["--as", "data"]] {
            let saved = Self.saved("application/problem+xml", problem, status: "404 No")
            let run = try await CommandRun(arguments, input: saved)
            #expect(run.errors.hasPrefix("unacceptableStatus: expected status 200-299 or 304, but received 404"))
            #expect(run.errors.contains("\n  the server says: No such user: 8\n"), "\(arguments)")
        }
    }

    @Test func readsNoExternalResource() async throws {
        let folder = try TemporaryFolder()
        let secret = try folder.path("secret", "SECRET")
        let document = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file://\(secret)'>]><a>&x;</a>"
        let run = try await CommandRun(["--as", "xml"], input: document)
        #expect(run.text == "<!DOCTYPE a>\n<a/>\n")
        #expect(run.errors == "warning: the external entity “x” was not read\n")
    }

    @Test func limitsTheExpansionOfEntities() async throws {
        let laughs = (1...9).map { "<!ENTITY l\($0) '\(String(repeating: "&l\($0 - 1);", count: 10))'>" }.joined()
        let document = "<!DOCTYPE a [<!ENTITY l0 'ha'>\(laughs)]><a>&l9;</a>"
        let run = try await CommandRun(["--as", "xml", "--report"], input: document)
        let error = try #require(run.report.first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "limitExceeded")
        #expect((error["limit"] as? String)?.hasPrefix("xmlEntity") == true)
    }
}

struct StringXMLEscapedTests {
    @Test(arguments: [
        ("a & b < c > d \"e\"", "a &amp; b &lt; c &gt; d \"e\""), ("\t\n", "\t\n"), ("\r", "&#xD;"),
        ("\u{9B}\u{202E}\u{E0001}", "&#x9B;&#x202E;&#xE0001;"), ("日本", "日本"), ("", ""), ("\u{7F}", "&#x7F;"),
        ("é\u{AD}é<ü\u{FEFF}👩>", "é&#xAD;é&lt;ü&#xFEFF;👩&gt;"), ("👨\u{200D}👩", "👨\u{200D}👩"),
    ])
    func escapesTextBetweenTags(text: String, escaped: String) {
        #expect(text.escapedInXML == escaped)
    }

    @Test(arguments: [("\"<>&\"", "&quot;&lt;>&amp;&quot;"), ("\t\n\r", "&#x9;&#xA;&#xD;")])
    func escapesValuesOfAttributes(text: String, escaped: String) {
        #expect(text.escapedInXMLValue == escaped)
    }
}
