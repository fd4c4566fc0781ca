import Decant
import DecantTesting
import Testing

/// Feeds and other bodies as servers really send them: each is read with one modifier, which its error names.
@Suite struct FeedTests {
    private struct Feed: Decodable, Sendable {
        struct Channel: Decodable, Sendable { var title: String }

        var channel: Channel
    }

    private static func feed(_ title: String) -> String {
        "<rss version=\"2.0\"><channel><title>\(title)</title></channel></rss>"
    }

    private static let php = "<br />\n<b>Warning</b>: date(): x in <b>/srv/f.php</b> on line <b>3</b><br />\n"

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    private typealias Serializer = XMLResponseSerializer<Feed>

    @Test(arguments: [
        (feed("Joke&rsquo;s&nbsp;on"), "Joke\u{2019}s\u{A0}on"), (declaration + feed("caf&eacute;"), "café"),
        (feed("<![CDATA[a &nbsp; ]]>&copy;"), "a &nbsp; ©"), ("<!DOCTYPE rss SYSTEM 'x.dtd'>" + feed("&euro;"), "€"),
        ("<!DOCTYPE rss [<!ENTITY a 'b'>]>" + feed("&a;&mdash;"), "b—"),
    ])
    func entities(text: String, title: String) throws {
        try check(text, title, "htmlEntities") { $0.quirks(.htmlEntities) }
    }

    @Test(arguments: [
        (feed("a\u{B}b \u{8}c &#x1F; d"), "ab c  d"), (feed("<![CDATA[x\u{C}]]>"), "x"), (feed("\0a"), "a"),
        (declaration + feed("&#3;\u{FFFE}é"), "é"), (feed("a") + "\u{1A}", "a"),
    ])
    func controlCharacters(text: String, title: String) throws {
        try check(text, title, "controlCharacters") { $0.quirks(.controlCharacters) }
    }

    @Test(arguments: [
        (php + declaration + feed("A"), "A"), (php + feed("B"), "B"), ("Notice: x\n" + declaration + feed("C"), "C"),
        ("<!-- cache --><p>x</p>" + declaration + feed("D"), "D"), ("OK" + feed("E"), "E"),
    ])
    func textBefore(text: String, title: String) throws {
        try check(text, title, "textBeforeDocument") { $0.removingTextBeforeDocument() }
        let error = try #require(Serializer(Feed.self).error(for: ResponseSample(200, "application/xml", text)))
        #expect(error.message.hasPrefix("the document begins at byte "))
    }

    private func check(_ text: String, _ title: String, _ remedy: String, _ change: (Serializer) -> Serializer) throws {
        let sample = ResponseSample(200, "application/rss+xml", text)
        // A document with an external subset may declare entities there, which is a warning.
        if let error = Serializer(Feed.self).error(for: sample) {
            #expect(error.remedies.first?.name == remedy, "\(error)")
        } else {
            #expect(text.contains("SYSTEM"))
        }
        let decoded = try sample.response(as: change(Serializer(Feed.self)))
        #expect(decoded.value.channel.title == title)
        #expect(decoded.findings.contains { $0.severity == .warning })
    }

    @Test(arguments: [
        "callback({\"a\":1})", "/**/cb({\"a\":1});", "typeof f === 'function' && f({\"a\":1});",
        "a.b[0] ( {\"a\":1} ) ;\n", "\njQuery1_2({\"a\":1})",
    ])
    func calls(text: String) throws {
        for type in ["application/json", "application/javascript"] {
            let sample = ResponseSample(200, type, text)
            let serializer = JSONResponseSerializer([String: Int].self)
            #expect(serializer.error(for: sample)?.remedies.first?.name == "jsonpCallback")
            #expect(try sample.value(as: serializer.removingJSONPCallback()) == ["a": 1])
        }
    }

    @Test(arguments: [
        "<br />\n<b>Notice</b>: Undefined index: id in <b>/srv/a.php</b> on line <b>12</b><br />\n",
        "\nNotice: x[0]\n", "hi ",
    ])
    func textBeforeJSON(before: String) throws {
        let sample = ResponseSample(200, "application/json", before + "{\"a\":1}")
        let error = try #require(JSONResponseSerializer([String: Int].self).error(for: sample))
        #expect(error.remedies.first?.name == "textBeforeDocument")
        let count = before.utf8.count
        #expect(error.message.hasPrefix("the document begins at byte \(count), after \(count) bytes of something else"))
        let serializer = JSONResponseSerializer([String: Int].self).removingTextBeforeDocument()
        #expect(try sample.value(as: serializer) == ["a": 1])
    }

    /// A text with the entities of HTML, control characters, a call, or text before it is not another format.
    @Test func otherErrorsKeepTheirHints() throws {
        let page = ResponseSample(200, "application/xml", "<!DOCTYPE html><html><title>Sign in</title><br></html>")
        #expect(XMLDocumentResponseSerializer().error(for: page)?.hint?.contains("received an HTML page") == true)
        let json = ResponseSample(200, "application/xml", "{\"a\":\"<b>\"}")
        #expect(XMLDocumentResponseSerializer().error(for: json)?.hint?.contains("looks like JSON") == true)
        let comma = ResponseSample(200, "application/json", "[1,\n[2],]")
        #expect(JSONResponseSerializer().error(for: comma)?.hint == "the quirk “trailingCommas” accepts it")
    }
}
