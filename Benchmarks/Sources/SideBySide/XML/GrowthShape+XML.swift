import DecantCore
import DecantXML

extension GrowthShape {
    /// The shapes of XML texts, read as events and as a document.
    static let xml: [GrowthShape] = xmlShapes.flatMap { shape in
        [
            GrowthShape(name: shape.name + ", events", count: shape.count, text: shape.text) { body, _ in
                Sink.keep(try XMLSuite.countEvents(of: body, limits: xmlLimits))
            },
            GrowthShape(name: shape.name + ", document", count: shape.count, text: shape.text) { body, _ in
                Sink.keep(try XML.Document(parsing: body, limits: xmlLimits))
            },
        ]
    }

    private typealias Shape = (name: String, count: Int, text: @Sendable (Int) -> String)

    private static let xmlShapes: [Shape] = [
        ("attributes", 25_000, { count in "<a " + numbered(count) { "a\($0)=\"\"" } + "/>" }),
        ("attributes of two prefixes", 1_000, attributesOfTwoPrefixes),
        ("ampersands", 250_000, { "<a>" + repeated("&amp;", $0, "") + "</a>" }),
        ("ampersands in a value", 250_000, { "<a b=\"" + repeated("&amp;", $0, "") + "\"/>" }),
        ("brackets", 250_000, { "<a>" + repeated("]", $0, "") + "</a>" }),
        ("brackets in CDATA", 250_000, { "<a><![CDATA[" + repeated("]", $0, "") + "]]></a>" }),
        ("brackets in pairs", 125_000, { "<a>" + repeated("]] ", $0, "") + "</a>" }),
        ("hyphens in a comment", 125_000, { "<a><!--" + repeated("- ", $0, "") + "--></a>" }),
        ("question marks in an instruction", 250_000, { "<a><?b " + repeated("?", $0, "") + "?></a>" }),
        ("line ends", 250_000, { "<a>" + repeated("\r\n", $0, "") + "</a>" }),
        ("depth", 25_000, { repeated("<a>", $0, "") + repeated("</a>", $0, "") }),
        ("depth with namespaces", 1_000, depthWithNamespaces),
        ("namespaces in one tag", 1_000, { count in "<a " + numbered(count) { "xmlns:n\($0)=\"urn:\($0)\"" } + "/>" }),
        ("namespaces one after the other", 1_000, namespacesInTurn),
        ("entities", 2_000, entities),
        (
            "references to an entity", 10_000,
            { "<!DOCTYPE a [<!ENTITY b \"text\">]><a>" + repeated("&b;", $0, "") + "</a>" }
        ),
        ("declared attributes", 2_000, declaredAttributes),
        ("small elements", 25_000, { "<a>" + repeated("<b/>", $0, "") + "</a>" }),
        ("non-ASCII", 100_000, { "<a>" + repeated("漢é", $0, "") + "</a>" }),
    ]

    private static let xmlLimits: Limits = .unlimited

    /// Returns a range of six-digit numbers; four times as many of them make a text four times as long.
    private static func numbers(_ count: Int) -> Range<Int> { 100_000..<100_000 + count }

    private static func numbered(_ count: Int, _ text: (Int) -> String) -> String {
        numbers(count).map(text).joined(separator: " ")
    }

    /// Returns attributes with two prefixes, whose expanded names must be compared because both prefixes may have the
    /// same namespace.
    @Sendable private static func attributesOfTwoPrefixes(_ count: Int) -> String {
        let attributes = numbered(count) { "b:a\($0)=\"\" c:a\($0)=\"\"" }
        return "<a xmlns:b=\"urn:b\" xmlns:c=\"urn:c\" \(attributes)/>"
    }

    @Sendable private static func depthWithNamespaces(_ count: Int) -> String {
        numbers(count).map { "<a xmlns:n\($0)=\"urn:\($0)\">" }.joined() + repeated("</a>", count, "")
    }

    @Sendable private static func namespacesInTurn(_ count: Int) -> String {
        "<a>" + numbers(count).map { "<n\($0):b xmlns:n\($0)=\"urn:\($0)\"/>" }.joined() + "</a>"
    }

    @Sendable private static func entities(_ count: Int) -> String {
        let declarations = numbers(count).map { "<!ENTITY e\($0) \"text\">" }.joined()
        let references = numbers(count).map { "&e\($0);" }.joined()
        return "<!DOCTYPE a [\(declarations)]><a>\(references)</a>"
    }

    @Sendable private static func declaredAttributes(_ count: Int) -> String {
        let declarations = numbers(count).map { "<!ATTLIST a b\($0) NMTOKEN \"c\">" }.joined()
        return "<!DOCTYPE a [\(declarations)]><a/>"
    }
}
