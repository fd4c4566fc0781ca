import DecantXML
import Testing

@Suite struct XMLPathTests {
    private let rss = """
        <rss xmlns:media="urn:media" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
        <atom:link href="self"/><link>home</link>
        <item><media:title>M1</media:title><title>T1</title><enclosure url="u1" media:url="v1"/></item>
        <item><title>T2</title></item>
        <item><other/></item>
        <item><title>T4</title><enclosure url="u4"/><enclosure url="u5"/></item>
        </channel></rss>
        """

    @Test(arguments: [
        ("channel/item/title", ["T1", "T2", "T4"]), ("channel/link", ["home"]), ("channel/*:link", ["", "home"]),
        ("channel/item/media:title", ["M1"]), ("channel/item/media:*", ["M1"]),
        ("channel/item/*:title", ["M1", "T1", "T2", "T4"]),
        ("channel/item/{urn:media}title", ["M1"]), ("channel/item/{}title", ["T1", "T2", "T4"]),
        ("channel/item/{urn:media}*", ["M1"]), ("*/*/title", ["T1", "T2", "T4"]), ("channel/nothing/title", []),
        ("./channel/link", ["home"]), ("channel/{http://www.w3.org/2005/Atom}link", [""]),
    ])
    func leadsToElements(text: String, expected: [String]) throws {
        let document = try XML.Document(rss)
        let path = try #require(XML.Path(text))
        #expect(document.all(path).map(\.text) == expected)
        #expect(document.first(path)?.text == expected.first)
        #expect(document.root.texts(at: path) == expected)
        #expect(document.text(at: path) == expected.first)
    }

    @Test(arguments: [
        ("channel/item/enclosure/@url", ["u1", "u4", "u5"]), ("channel/item/enclosure/@media:url", ["v1"]),
        ("channel/item/enclosure/@*", ["u1", "v1", "u4", "u5"]), ("channel/item/enclosure/@{urn:media}url", ["v1"]),
        ("channel/item/enclosure/@{}url", ["u1", "u4", "u5"]), ("channel/item/@url", []), ("@url", []),
        ("channel/item/enclosure/@*:url", ["u1", "v1", "u4", "u5"]), ("@xmlns:media", []),
    ])
    func resolvesAttributes(text: String, expected: [String]) throws {
        let document = try XML.Document(rss)
        let path = try #require(XML.Path(text))
        #expect(path.leadsToAttribute)
        #expect(document.root.texts(at: path) == expected)
        #expect(document.text(at: path) == expected.first)
    }

    @Test func prefixesCanBeBound() throws {
        let feed = try XML.Document(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title a='1'>x</title></entry><title>y</title></feed>"
        )
        let atom = ["a": "http://www.w3.org/2005/Atom"]
        #expect(feed.text(at: "a:entry/a:title", namespaces: atom) == "x")
        #expect(feed.all("a:*", namespaces: atom).map(\.name.written) == ["entry", "title"])
        #expect(feed.text(at: "entry/title") == "x")
        #expect(feed.text(at: "entry/title", namespaces: ["": "urn:other"]) == nil)
        #expect(feed.text(at: "entry/title/@a", namespaces: ["": "http://www.w3.org/2005/Atom"]) == "1")
        #expect(feed.text(at: "a:entry", namespaces: [:]) == nil)
    }

    @Test func resolvesFromAnyElementAndFromTheDocument() throws {
        let document = try XML.Document(rss)
        #expect(document.node.first("rss/channel/link")?.text == "home")
        let item = try #require(document.first("channel/item"))
        #expect(item.first("title")?.text == "T1")
        #expect(item.first(".")?.isIdentical(to: item) == true)
        #expect(Array(item.all(".")).count == 1)
        #expect(item.text(at: "enclosure/@url") == "u1")
        #expect(item.first("title")?.text(at: "./@none") == nil)
    }

    @Test func worksWithoutNamespaces() throws {
        let document = try XML.Document(rss) { $0.processesNamespaces = false }
        #expect(document.text(at: "channel/item/media:title") == "M1")
        #expect(document.text(at: "channel/item/title") == "T1")
        #expect(document.text(at: "@xmlns:media") == "urn:media")
    }

    @Test(arguments: [
        "", "/", "a/", "/a", "a//b", "@", "@a/b", "a/@", "a:", ":a", "a:b:c", "{u", "{u}", "a b", "a[1]", "..", "./",
        ".a", "a/.", "a/@b@c", "a|b", "text()", "{u}a:b", "a/ b", "-a", "a*", "**", ".//a", "@{u",
    ])
    func otherTextIsNotAPath(text: String) {
        #expect(XML.Path(text) == nil)
    }

    @Test(arguments: [
        "a", "*", "@a", "@*", ".", "./@a", "a-b/c.d/é_1", "{http://a/b?c=d}e", "{}a", "*:a", "a:*", "*:*",
    ])
    func pathsRoundTripThroughText(text: String) throws {
        let path = try #require(XML.Path(text))
        #expect(path.description == text)
        #expect(XML.Path(text) == path)
    }
}
