import Decant
import Foundation

extension DemoRow {
    /// XML responses: valid ones, then rejected ones.
    static let xml: [DemoRow] = xmlValues + xmlErrors

    private static let xmlValues: [DemoRow] = [
        document(
            "a feed",
            DemoResponse("application/rss+xml", feed("Ada &amp; friends", "Notes, part 1", "Notes, part 2")),
            .value("Ada & friends: Notes, part 1; Notes, part 2")
        ),
        DemoRow(
            "a user in XML, with an attribute and an element",
            DemoResponse("application/xml", #"<user id="7"><name>Ada</name></user>"#),
            as: .xml(Demo.User.self),
            ".xml(User.self)",
            .value(#"User(id: 7, name: "Ada")"#)
        ),
        DemoRow(
            "a feed, event by event",
            DemoResponse("application/rss+xml", feed("Ada", "One", "Two")),
            as: XMLEventResponseSerializer().map(titles),
            "XMLEventResponseSerializer().map(titles)",
            .value("Ada; One; Two")
        ),
        document(
            "a feed that declares windows-1251",
            DemoResponse("application/rss+xml", bytes: cyrillicFeed),
            .value("Новости: Дождь", findings: [.transcoded])
        ),
        document(
            "an external entity",
            DemoResponse(
                "application/xml",
                #"<!DOCTYPE note [<!ENTITY users SYSTEM "file:///etc/passwd">]><note>users: &users;</note>"#
            ),
            .value("“users: ”", findings: [.externalReference]),
            show: { "“\($0.root.text)”" }
        ),
    ]

    private static let xmlErrors: [DemoRow] = [
        document(
            "a SOAP fault",
            DemoResponse("text/xml; charset=utf-8", fault, status: 500),
            .failure(.unacceptableStatus, ["500", "the server says: The account is locked."])
        ),
        DemoRow(
            "problem details in XML",
            DemoResponse(
                "application/problem+xml",
                #"<problem xmlns="urn:ietf:rfc:7807"><title>No such user</title><status>404</status></problem>"#,
                status: 404
            ),
            as: .json(Demo.User.self).failure(.firstOf(.problemDetails, .xmlProblemDetails)),
            ".json(User.self).failure(.firstOf(.problemDetails, .xmlProblemDetails))",
            .failure(.unacceptableStatus, ["404", "No such user"])
        ),
        document(
            "an element that is not closed",
            DemoResponse("application/xml", "<users>\n  <user id=\"7\">\n    <name>Ada</user>\n</users>"),
            .failure(.malformedBody, ["line 3", "^"])
        ),
        document(
            "a billion laughs",
            DemoResponse("application/xml", laughs),
            .failure(.limitExceeded, ["entities"])
        ),
    ]

    private static func document(
        _ title: String,
        _ response: DemoResponse,
        _ expectation: DemoExpectation,
        show: @escaping @Sendable (XML.Document) -> String = titles
    ) -> DemoRow {
        DemoRow(title, response, as: .xmlDocument, ".xmlDocument", expectation, show: show)
    }

    private static func feed(_ title: String, _ items: String...) -> String {
        let items = items.map { "<item><title>\($0)</title></item>" }.joined()
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items)</channel></rss>"
    }

    /// Returns the titles of a feed and its items.
    @Sendable private static func titles(of feed: XML.Document) -> String {
        let items = feed.all("channel/item/title").map(\.text).joined(separator: "; ")
        return "\(feed.text(at: "channel/title") ?? "-"): \(items)"
    }

    /// Returns the titles without building a tree.
    @Sendable private static func titles(in events: XML.Events) throws(ResponseError) -> String {
        var reader = events.makeReader()
        var titles: [String] = []
        var isTitle = false
        while let event = try reader.next() {
            switch event.kind {
            case .startElement: isTitle = event.name == "title"
            case .text where isTitle: titles.append(String(event.text))
            default: isTitle = false
            }
        }
        return titles.joined(separator: "; ")
    }

    private static let cyrillicFeed: [UInt8] =
        Array(#"<?xml version="1.0" encoding="windows-1251"?><rss><channel><title>"#.utf8)
        + [0xCD, 0xEE, 0xE2, 0xEE, 0xF1, 0xF2, 0xE8] + Array("</title><item><title>".utf8)
        + [0xC4, 0xEE, 0xE6, 0xE4, 0xFC] + Array("</title></item></channel></rss>".utf8)

    private static let fault = """
        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>\
        <faultcode>s:Server</faultcode><faultstring>The account is locked.</faultstring>\
        </s:Fault></s:Body></s:Envelope>
        """

    /// Ten entities, each consisting of ten references to the previous one.
    private static let laughs: String = {
        let entities = (1...9).map { level in
            "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
        }
        return "<!DOCTYPE l [<!ENTITY l0 \"ha\">\n\(entities.joined(separator: "\n"))]>\n<l>&l9;</l>"
    }()
}
