import DecantCore
import DecantXML
import Testing

/// Documents as they come, and the types that one writes for them.
@Suite struct XMLModelTests {
    @Test func readsAFeedOfRSS() throws {
        let feed = try XML.Document(XMLModels.rss).decode(XMLModels.RSS.self)
        #expect(feed.version == "2.0")
        #expect(feed.channel.title == "News & more")
        #expect(feed.channel.link == "https://example.com/")
        #expect(feed.channel.item.map(\.title) == ["First", "Second <b>"])
        #expect(feed.channel.item[0].enclosure?.length == 1234)
        #expect(feed.channel.item[0].category == ["a", "b"])
        #expect(feed.channel.item[0].creator == "Ada")
        #expect(feed.channel.item[1].category == [])
        #expect(feed.channel.item[1].guid?.isPermaLink == false)
        #expect(feed.channel.item[1].guid?.id == "urn:2")
    }

    @Test func readsAFeedOfAtom() throws {
        let feed = try XML.Document(XMLModels.atom).decode(XMLModels.Atom.self)
        #expect(feed.title.text == "Title")
        #expect(feed.title.type == "text")
        #expect(feed.link.map(\.rel) == ["self", nil])
        #expect(feed.entry.map(\.id) == ["urn:1", "urn:2"])
        #expect(feed.entry[0].author?.name == "Grace")
        #expect(feed.entry[1].content?.src == "https://example.com/2")
    }

    @Test(arguments: ["soap", "SOAP-ENV"])
    func readsAFaultOfSOAP(prefix: String) throws {
        let text = XMLModels.soap.replacing("soap:", with: prefix + ":").replacing(
            "xmlns:soap",
            with: "xmlns:" + prefix
        )
        let envelope = try XML.Document(text).decode(XMLModels.Envelope.self)
        let fault = try #require(envelope.Body.Fault)
        #expect(fault.faultcode == "\(prefix):Server")
        #expect(fault.faultstring == "No stock")
        #expect(fault.detail?.item?.sku == 17)
    }

    @Test func readsADrawing() throws {
        let drawing = try XML.Document(XMLModels.svg).decode(XMLModels.SVG.self)
        #expect(drawing.viewBox == [0, 0, 10, 20])
        #expect(drawing.g.count == 2)
        #expect(drawing.g[0].circle.map(\.r) == [1, 2.5])
        #expect(drawing.g[1].g.first?.path.first?.d == "M0 0L1 1")
        #expect(drawing.title == "A drawing")
    }

    @Test func tellsWhereAFeedIsNotWhatWasExpected() throws {
        let text = XMLModels.rss.replacing("length=\"1234\"", with: "length=\"long\"")
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(XMLModels.RSS.self) }
        #expect(CodingPathComponent.text(of: error.path) == "channel.item[0].enclosure.length")
        #expect(error.message == "expected Int, but found “long”")
        #expect(error.position?.line == 9)
        #expect(error.snippet?.text.contains("length=\"long\"") == true)
    }
}
