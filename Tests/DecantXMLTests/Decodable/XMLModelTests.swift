import DecantCore
import DecantXML
import Testing

/// Realistic documents, and the types that a user would write for them.
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
    func readsASOAPFault(prefix: String) throws {
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

    @Test func reportsWhereAFeedDiffersFromItsType() throws {
        let text = XMLModels.rss.replacing("length=\"1234\"", with: "length=\"long\"")
        let error = try #require(throws: ResponseError.self) { try XML.Document(text).decode(XMLModels.RSS.self) }
        #expect(CodingPathComponent.text(of: error.path) == "channel.item[0].enclosure.length")
        #expect(error.message == "expected Int, but found “long”")
        #expect(error.position?.line == 9)
        #expect(error.snippet?.text.contains("length=\"long\"") == true)
    }
}

/// Documents of common kinds.
enum XMLModels {
    static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
          <channel>
            <title>News &amp; more</title>
            <atom:link href="https://example.com/feed" rel="self"/>
            <link>https://example.com/</link>
            <item>
              <title>First</title><category>a</category><dc:creator>Ada</dc:creator>
              <enclosure url="https://example.com/1.mp3" length="1234" type="audio/mpeg"/>
              <category>b</category>
            </item>
            <item>
              <guid isPermaLink="false">urn:2</guid>
              <title><![CDATA[Second <b>]]></title>
            </item>
          </channel>
        </rss>
        """

    static let atom = """
        <a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
          <media:title>not this one</media:title>
          <a:title type="text">Title</a:title>
          <a:link rel="self" href="/feed"/>
          <a:entry><a:id>urn:1</a:id><a:author><a:name>Grace</a:name></a:author><a:content>Text</a:content></a:entry>
          <a:link href="/"/>
          <a:entry><a:id>urn:2</a:id><a:content src="https://example.com/2"/></a:entry>
        </a:feed>
        """

    static let soap = """
        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
          <soap:Header/>
          <soap:Body>
            <soap:Fault>
              <faultcode>soap:Server</faultcode>
              <faultstring xml:lang="en">No stock</faultstring>
              <detail><m:item xmlns:m="urn:shop"><m:sku>17</m:sku></m:item></detail>
            </soap:Fault>
          </soap:Body>
        </soap:Envelope>
        """

    static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20">
          <title>A drawing</title>
          <g><circle cx="1" r="1"/><circle r="2.5"/></g>
          <g><g><path d="M0 0L1 1"/></g></g>
        </svg>
        """
}

extension XMLModels {
    struct RSS: Decodable {
        struct Channel: Decodable {
            var title: String
            var link: String
            var item: [Item]
        }

        struct Item: Decodable {
            var title: String
            var category: [String]
            var creator: String?
            var enclosure: Enclosure?
            var guid: GUID?
        }

        struct Enclosure: Decodable {
            var url: String
            var length: Int
        }

        struct GUID: Decodable {
            var isPermaLink: Bool?
            var id: String

            enum CodingKeys: String, CodingKey { case isPermaLink, id = "" }
        }

        var version: String
        var channel: Channel
    }

    struct Atom: Decodable {
        struct Text: Decodable {
            var type: String?
            var src: String?
            var text: String?

            enum CodingKeys: String, CodingKey { case type, src, text = "#text" }
        }

        struct Link: Decodable {
            var rel: String?
            var href: String
        }

        struct Person: Decodable {
            var name: String
        }

        struct Entry: Decodable {
            var id: String
            var author: Person?
            var content: Text?
        }

        var title: Text
        var link: [Link]
        var entry: [Entry]
    }

    struct Envelope: Decodable {
        struct Content: Decodable { var Fault: Fault? }

        struct Fault: Decodable {
            var faultcode: String
            var faultstring: String
            var detail: Detail?
        }

        struct Detail: Decodable { var item: Item? }

        struct Item: Decodable { var sku: Int }

        var Body: Content
    }

    struct SVG: Decodable {
        struct Group: Decodable {
            var g: [Group]
            var circle: [Circle]
            var path: [Path]
        }

        struct Circle: Decodable { var r: Double }

        struct Path: Decodable { var d: String }

        var viewBox: [Double]
        var title: String?
        var g: [Group]
    }
}
