import DecantCore
import DecantTesting
import Testing

@Suite struct TextBeforeDocumentTests {
    private struct Text: ResponseSerializer {
        var handling: ResponseHandling

        init(_ type: MediaTypePattern) { handling = ResponseHandling(accepting: [type]) }

        func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> String {
            if let bad = body.firstIndex(of: 0) {
                throw ResponseError(.malformedBody, "zero", offset: body.start + bad)
            }
            return String(decoding: body, as: UTF8.self)
        }
    }

    private func prepare(_ text: String, as type: String) throws -> DecodedResponse<String> {
        let pattern = try #require(MediaTypePattern(parsing: type))
        return try ResponseSample(200, type, text).response(as: Text(pattern).removingTextBeforeDocument())
    }

    @Test(arguments: [
        ("<br />\n<b>Notice</b>: Undefined index: id in <b>/a.php</b> on line <b>12</b><br />\n", #"{"ok":true}"#),
        ("Warning: Undefined array key [0] in /a.php on line 3\n", "[1, 2]\n"), ("OK", #"{"a":{}}"#),
        ("\nNotice: x\n  ", "{}"), ("hello {1} ", "[\n  2]"), ("Deprecated: f(): a {b} c\r\n", "{\n \"a\": 1}"),
        ("\u{FEFF}warning\n\u{FEFF}", "[]"),
    ])
    func textBeforeJSONIsRemoved(before: String, document: String) throws {
        let decoded = try prepare(before + document, as: "application/json")
        #expect(decoded.value == document)
        #expect(decoded.findings.map(\.code) == [.textBeforeDocument])
        #expect(decoded.findings.first?.message.hasPrefix("removed \(before.utf8.count) bytes before") == true)
    }

    @Test(arguments: [
        ("<br />\n<b>Warning</b>: date() in <b>/f.php</b> on line <b>3</b><br />\n", "<?xml version='1.0'?><rss/>"),
        ("\n\n", "<?xml version='1.0'?>\n<rss></rss>"), ("\n\u{FEFF}", "<?xml version='1.0'?><a/>"),
        ("Warning: a < b in /x.php\n", "<rss version='2.0'/>"), ("<!-- cached -->", "<?xml version='1.0'?><a/>"),
        ("Notice: x\n", "<!DOCTYPE rss><rss/>"), ("Notice: x <p>y</p>", "<media:group/>\n"), ("x", "<Zone></Zone>"),
        ("<b>x</b>", "<?xml version='1.0'?><a>cut"),
    ])
    func textBeforeXMLIsRemoved(before: String, document: String) throws {
        let decoded = try prepare(before + document, as: "application/xml")
        #expect(decoded.value == document)
        #expect(decoded.findings.map(\.code) == [.textBeforeDocument])
    }

    @Test(arguments: [
        ("application/json", #"{"a":"<br>{"}"#), ("application/json", "[1"), ("application/json", "1\n{\"a\":2}"),
        ("application/json", "// a\n{}"), ("application/json", "\"a\" [1]"), ("application/json", "null\n[]"),
        ("application/json", "<!DOCTYPE html><script>\n{}</script>{}"), ("application/json", "hello"),
        ("application/json", "data: {\"a\":1}\n\n"), ("application/json", "{a: [1]}"), ("text/plain", "x{}"),
        ("application/json", "warning\n{\"a\":1"), ("application/json", "<html><body>\n{}"),
        ("application/xml", "<rss><a/></rss>"), ("application/xml", "<!-- a --><?a b?><rss/>"),
        ("application/xml", "<!DOCTYPE html><html><svg/></html>"), ("application/xml", "<table><row/></table>\n"),
        ("application/xml", "Warning <html><a/></html>"), ("application/xml", #"{"a":"<rss>"}"#),
        ("application/xml", "no document"), ("application/xml", "x <rss>cut"), ("application/xml", "<!-- <a>"),
        ("application/xml", "\u{FEFF}<?xml version='1.0'?><a/>"), ("application/xml", "%PDF-1.7 <a>"),
    ])
    func otherBodiesStayAsTheyAre(type: String, text: String) throws {
        let decoded = try prepare(text, as: type)
        #expect(decoded.value == text)
        #expect(!decoded.findings.contains { $0.code == .textBeforeDocument })
    }

    @Test func theFindingQuotesTheText() throws {
        let finding = try prepare("<br />\n<b>Notice</b>:\tx\n[]", as: "application/json").findings.first
        #expect(finding?.message == "removed 24 bytes before the document: “<br /> <b>Notice</b>: x”")
        #expect(finding?.severity == .warning && finding?.offset == 0)
        let space = try prepare("\n\n<?xml version='1.0'?><a/>", as: "application/xml").findings.first
        #expect(space?.message == "removed 2 bytes of whitespace before the document")
    }

    @Test("Offsets still count from the first byte received") func offsetsStillCountFromTheFirstByte() throws {
        let sample = ResponseSample(200, "application/json", "a\nb\n[\0]")
        let error = try #require(Text("application/json").removingTextBeforeDocument().error(for: sample))
        #expect(error.position == SourcePosition(offset: 5, line: 3, column: 2))
        #expect(error.message == "zero")
    }

    @Test func theErrorSaysWhereTheDocumentBegins() throws {
        let sample = ResponseSample(200, "application/json", "oops\n[1\0]")
        let error = try #require(Text("application/json").error(for: sample))
        #expect(error.message == "the document begins at byte 5, after 5 bytes of something else: “oops”")
        #expect(error.position == SourcePosition(offset: 5, line: 2, column: 1))
        #expect(error.hint == ".removingTextBeforeDocument() removes them")
        #expect(error.remedies.map(\.name) == ["textBeforeDocument"])
    }

    @Test("An error about the media type names both remedies") func anErrorAboutTheMediaTypeNamesBoth() throws {
        let sample = ResponseSample(200, "text/html", "<br>oops<br>\n[1]")
        let error = try #require(Text("application/json").error(for: sample))
        #expect(error.code == .unacceptableMediaType)
        #expect(error.hint?.contains("the document begins at byte 13, after 13 bytes of something else") == true)
        #expect(error.remedies.map(\.name) == ["text/html", "textBeforeDocument"])
    }

    @Test(arguments: ["<b>", "[[ ", "x ", " [\n", "{\""])
    func tenMegabytesWithoutADocumentAreReadOnce(unit: String) throws {
        let text = "a" + String(repeating: unit, count: (10 << 20) / unit.utf8.count) + "\0"
        for type in ["application/json", "application/xml"] as [MediaTypePattern] {
            let sample = ResponseSample(200, type.description, text)
            let error = try #require(Text(type).removingTextBeforeDocument().error(for: sample))
            #expect(error.message == "zero")
        }
    }
}
