import Foundation

extension InputFile {
    /// Returns every XML text, in ascending order of size.
    ///
    /// - Parameter names: The names or the paths of the requested texts; all if empty.
    /// - Returns: The generated texts, and the texts at the paths.
    package static func xml(named names: [String] = []) -> [InputFile] {
        let read = names.filter { $0.contains("/") }.compactMap { path in
            FileManager.default.contents(atPath: path).map { data in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                return InputFile(name: name, bytes: [UInt8](data), summary: path, isGenerated: false)
            }
        }
        return (generatedXML(named: names) + read).sorted { $0.bytes.count < $1.bytes.count }
    }

    private static func generatedXML(named names: [String]) -> [InputFile] {
        generated(
            [
                ("soap2k", "a SOAP reply: five namespaces, short texts, indented", ReplyGenerator.bytes),
                ("feed1m", "an RSS feed: HTML in CDATA and in references, long texts", FeedGenerator.bytes),
                ("map20m", "a map of nodes and ways: attributes and hardly any text", MapGenerator.bytes),
            ],
            named: names
        )
    }
}

/// An RSS feed of 1 MB: mostly text, partly HTML, in CDATA sections or with references.
enum FeedGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 41)
        var bytes = Array(head.utf8)
        var number = 0
        while bytes.count < 1_000_000 {
            bytes.append(contentsOf: item(number, from: &source).utf8)
            number += 1
        }
        bytes.append(contentsOf: "  </channel>\n</rss>\n".utf8)
        return bytes
    }

    private static let head = """
        <?xml version="1.0" encoding="utf-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
          <channel>
            <title>The harbour gazette</title>
            <link>https://example.org/</link>
            <atom:link href="https://example.org/feed.xml" rel="self" type="application/rss+xml"/>
            <language>en</language>

        """

    private static func item(_ number: Int, from source: inout RandomSource) -> String {
        let sentences = (0..<source.number(2..<6)).map { _ in Vocabulary.sentence(12, from: &source) }
        return """
                <item>
                  <title>\(Vocabulary.sentence(6, from: &source)) &amp; \(source.element(Vocabulary.words))</title>
                  <link>https://example.org/articles/\(number)?from=feed&amp;edition=\(source.number(1..<9))</link>
                  <guid isPermaLink="false">\(Vocabulary.hexadecimal(32, from: &source))</guid>
                  <dc:creator>\(source.element(Vocabulary.names))</dc:creator>
                  <pubDate>\(Vocabulary.date(from: &source))</pubDate>
                  <category domain="https://example.org/topics">\(source.element(Vocabulary.words))</category>
                  <description>&lt;p&gt;\(sentences[0])&lt;/p&gt; \
            \(Vocabulary.sentence(20, from: &source))</description>
                  <content:encoded><![CDATA[<p>\(sentences.joined(separator: "</p>\n<p>"))</p>]]></content:encoded>
                  <media:content url="https://example.org/images/\(number).jpg" medium="image" \
            width="800" height="600"/>
                </item>

            """
    }
}

/// An extract of a map of 20 MB, in the style of OpenStreetMap: hardly any text, many short attributes.
enum MapGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 42)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20_001_000)
        bytes.append(contentsOf: head.utf8)
        var number = 240_000_000
        while bytes.count < 15_000_000 {
            number += source.number(1..<40)
            appendNode(number, to: &bytes, from: &source)
        }
        while bytes.count < 20_000_000 {
            number += source.number(1..<40)
            appendWay(number, to: &bytes, from: &source)
        }
        bytes.append(contentsOf: "</osm>\n".utf8)
        return bytes
    }

    private static let head = """
        <?xml version='1.0' encoding='UTF-8'?>
        <osm version="0.6" generator="example" copyright="example" license="https://example.org/licence">
         <bounds minlat="54.0889580" minlon="12.2487570" maxlat="54.0913900" maxlon="12.2524800"/>

        """

    private static func appendNode(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        let location = """
            lat="54.\(source.number(1_000_000..<9_999_999))" lon="12.\(source.number(1_000_000..<9_999_999))"
            """
        let start = " <node id=\"\(number)\" visible=\"true\" \(edit(from: &source)) \(location)"
        bytes.append(contentsOf: start.utf8)
        guard source.chance(15) else { return bytes.append(contentsOf: "/>\n".utf8) }
        bytes.append(contentsOf: ">\n\(tags(source.number(1..<4), from: &source)) </node>\n".utf8)
    }

    private static func appendWay(_ number: Int, to bytes: inout [UInt8], from source: inout RandomSource) {
        bytes.append(contentsOf: " <way id=\"\(number)\" visible=\"true\" \(edit(from: &source))>\n".utf8)
        for _ in 0..<source.number(3..<20) {
            bytes.append(contentsOf: "  <nd ref=\"\(source.number(240_000_000..<250_000_000))\"/>\n".utf8)
        }
        bytes.append(contentsOf: "\(tags(source.number(1..<5), from: &source)) </way>\n".utf8)
    }

    private static func edit(from source: inout RandomSource) -> String {
        """
        version="\(source.number(1..<12))" changeset="\(source.number(1_000_000..<99_999_999))" \
        timestamp="\(Vocabulary.date(from: &source))" user="\(source.element(Vocabulary.names))" \
        uid="\(source.number(1..<999_999))"
        """
    }

    private static func tags(_ count: Int, from source: inout RandomSource) -> String {
        (0..<count).map { _ in
            "  <tag k=\"\(source.element(keys))\" v=\"\(Vocabulary.sentence(2, from: &source))\"/>\n"
        }.joined()
    }

    private static let keys = ["highway", "name", "addr:street", "addr:housenumber", "surface", "amenity", "source"]
}

/// A response of a SOAP service of about 2 kB: a page of orders.
enum ReplyGenerator {
    static func bytes() -> [UInt8] {
        var source = RandomSource(seed: 4)
        let orders = (1...7).map { order($0, from: &source) }.joined()
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" \
            xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
              <soap:Header>
                <wsa:MessageID>urn:uuid:5f2c1c8e-3a4b-4c55-9d4e-1f0b0c6d7e8f</wsa:MessageID>
                <wsa:Action soap:mustUnderstand="true">http://shop.example.org/orders/List</wsa:Action>
              </soap:Header>
              <soap:Body>
                <ListOrdersResponse xmlns="http://shop.example.org/orders" xmlns:m="http://shop.example.org/money" \
            page="1" total="131">
            \(orders)\
                </ListOrdersResponse>
              </soap:Body>
            </soap:Envelope>

            """
        return Array(text.utf8)
    }

    private static func order(_ number: Int, from source: inout RandomSource) -> String {
        let note =
            source.chance(50)
            ? "<Note>\(source.element(Vocabulary.words)) &amp; more</Note>" : "<Note xsi:nil=\"true\"/>"
        return """
                  <Order id="\(source.number(100_000..<999_999))" state="\(source.chance(60) ? "open" : "sent")">
                    <Customer>\(source.element(Vocabulary.names))</Customer>
                    <Placed>\(Vocabulary.date(from: &source))</Placed>
                    <m:Total currency="EUR">\(source.number(10..<900)).\(source.number(10..<99))</m:Total>
                    \(note)
                  </Order>

            """
    }
}
