/// An RSS feed of 1 MB: most of it is text, some of it HTML, in CDATA sections or with references.
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
                  <description>&lt;p&gt;\(sentences[0])&lt;/p&gt; \(Vocabulary.sentence(20, from: &source))</description>
                  <content:encoded><![CDATA[<p>\(sentences.joined(separator: "</p>\n<p>"))</p>]]></content:encoded>
                  <media:content url="https://example.org/images/\(number).jpg" medium="image" width="800" height="600"/>
                </item>

            """
    }
}
