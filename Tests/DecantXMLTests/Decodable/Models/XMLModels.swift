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
