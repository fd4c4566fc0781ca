import DecantCore
import DecantXML
import TestSupport
import Testing

/// The whitespace, CDATA sections, and comments that a tree keeps.
@Suite struct XMLTreeOptionsTests {
    /// The text of the tree with marks around each text node, and signs for other kinds of nodes.
    private func outline(_ text: String, _ change: (inout XML.Options) -> Void) throws -> String {
        var outline = ""
        try XML.Document(text, change).root.walk { node in
            switch node.kind {
            case .text: outline += "‹\(node.text)›"
            case .cdata: outline += "[\(node.text)]"
            case .comment: outline += "!\(node.text)!"
            case .processingInstruction: outline += "?\(node.name)?"
            case .element, .document, .attribute: outline += "<\(node.name)>"
            }
        } end: {
            outline += "</\($0.name)>"
        }
        return outline
    }

    @Test func keepsAllTextByDefaultAndMergesSections() throws {
        let text = "<r> <a>x<![CDATA[<y>]]>z</a>\n<!--c--> <?p?> </r>"
        #expect(try outline(text) { _ in } == "<r>‹ ›<a>‹x<y>z›</a>‹\n›!c!‹ ›?p?‹ ›</r>")
    }

    @Test func optionallyKeepsSectionsSeparate() throws {
        let text = "<r>x<![CDATA[y]]><![CDATA[]]>z<![CDATA[w]]></r>"
        #expect(try outline(text) { $0.keepsCDATA = true } == "<r>‹x›[y][]‹z›[w]</r>")
        #expect(try outline(text) { _ in } == "<r>‹xyzw›</r>")
        #expect(try outline("<r><![CDATA[]]></r>") { _ in } == "<r></r>")
    }

    @Test func mergesTheTextAroundADroppedComment() throws {
        let text = "<r>a<!--1-->b<!--2--><!--3-->c<d/><!--4-->e<!--5--></r>"
        #expect(try outline(text) { $0.keepsComments = false } == "<r>‹abc›<d></d>‹e›</r>")
        #expect(try outline("<r>&lt;<!--1-->&amp;<![CDATA[>]]></r>") { $0.keepsComments = false } == "<r>‹<&>›</r>")
    }

    @Test func doesNotMergeTextOfDifferentElements() throws {
        let text = "<r>a<b>c<!--1--></b><!--2-->d</r>"
        #expect(try outline(text) { $0.keepsComments = false } == "<r>‹a›<b>‹c›</b>‹d›</r>")
    }

    @Test func dropsWhitespaceBetweenElements() throws {
        let text = "<r>\n  <a> x </a>\n  <b>\t</b> <!--c--> <?p?> y <c/> </r>"
        let outline = try outline(text) { $0.whitespace = .dropBetweenElements }
        #expect(outline == "<r><a>‹ x ›</a><b></b>!c!?p?‹ y ›<c></c></r>")
    }

    @Test("Whitespace next to other text is not between elements") func whitespaceNextToOtherTextIsNotBetween() throws {
        let options: (inout XML.Options) -> Void = {
            $0.whitespace = .dropBetweenElements
            $0.keepsComments = false
        }
        #expect(try outline("<r> <!--1-->x<!--2--> <a/> <!--3--> </r>", options) == "<r>‹ x ›<a></a></r>")
        #expect(try outline("<r> <![CDATA[ ]]> </r>", options) == "<r></r>")
    }

    @Test func foldsWhitespace() throws {
        let text = "<r>\n <a>  x \n y\tz </a> <b>u v</b><c> w</c><d>\t\r\n</d></r>"
        #expect(
            try outline(text) { $0.whitespace = .collapse } == "<r><a>‹x y z›</a><b>‹u v›</b><c>‹w›</c><d></d></r>"
        )
    }

    @Test func foldsTextOfSeveralParts() throws {
        let text = "<r> a &amp; <!--1--> b <![CDATA[  c  ]]> <d/>&#32;&#32;e\u{A0} f</r>"
        let outline = try outline(text) {
            $0.whitespace = .collapse
            $0.keepsComments = false
        }
        #expect(outline == "<r>‹a & b c›<d></d>‹e\u{A0} f›</r>")
    }

    @Test func keepsSeparateSectionsUnchanged() throws {
        let outline = try outline("<r> <![CDATA[ x  y ]]> </r>") {
            $0.whitespace = .collapse
            $0.keepsCDATA = true
        }
        #expect(outline == "<r>[ x  y ]</r>")
    }

    @Test(arguments: [XML.Options.Whitespace.dropBetweenElements, .collapse], [true, false])
    func honorsXMLSpace(whitespace: XML.Options.Whitespace, namespaces: Bool) throws {
        let text = "<r> <a xml:space='preserve'> <b> x  y </b> <c xml:space='default'> <d/> </c> </a> </r>"
        let outline = try outline(text) {
            $0.whitespace = whitespace
            $0.processesNamespaces = namespaces
        }
        #expect(outline == "<r><a>‹ ›<b>‹ x  y ›</b>‹ ›<c><d></d></c>‹ ›</a></r>")
    }

    @Test func honorsADeclaredDefaultOfXMLSpace() throws {
        let type = "<!DOCTYPE r [<!ATTLIST a xml:space (default|preserve) 'preserve'>]>"
        let outline = try outline(type + "<r> <a> <b/></a> </r>") { $0.whitespace = .dropBetweenElements }
        #expect(outline == "<r><a>‹ ›<b></b></a></r>")
    }

    @Test func mergingManyPartsCopiesEachOnce() throws {
        let count = 200_000
        let text = "<r>" + String(repeating: "a<!---->", count: count) + "</r>"
        #expect(try XML.Document(text) { $0.keepsComments = false }.root.text.utf8.count == count)
        let sections = "<r>" + String(repeating: "<![CDATA[a]]>", count: count) + "</r>"
        #expect(try XML.Document(sections).root.text.utf8.count == count)
    }

    @Test func mergedTextObservesTheTextLimit() throws {
        var limits = Limits()
        limits.xmlTextBytes = 5
        let error = #expect(throws: ResponseError.self) {
            try XML.Document("<r>abc<![CDATA[def]]></r>", limits: limits)
        }
        #expect(error?.limit == .xmlTextBytes)
        #expect(try XML.Document("<r>abc<![CDATA[de]]></r>", limits: limits).root.text == "abcde")
    }

    @Test func removesTextEvenAtTheEndOfTheNodeCapacity() throws {
        for count in 1...150 {
            let text = "<r>" + String(repeating: " <a/>", count: count) + " \n b  c<d/></r>"
            let dropped = try XML.Document(text) { $0.whitespace = .dropBetweenElements }
            #expect(dropped.root.children.count == count + 2)
            #expect(dropped.root.text == " \n b  c")
            let folded = try XML.Document(text) { $0.whitespace = .collapse }
            #expect(folded.root.text == "b c")
            #expect(folded.root.elements.count == count + 1)
            #expect(try XML.Document(folded.text()) == folded)
        }
    }

    @Test func mergesTextEvenAtTheEndOfTheNodeCapacity() throws {
        for count in 1...100 {
            let text = "<r>" + String(repeating: "<a/>", count: count) + "b<!---->c<![CDATA[d]]><e f='' g=''/>h</r>"
            let root = try XML.Document(text) { $0.keepsComments = false }.root
            #expect(root.text == "bcdh")
            #expect(root.children.count == count + 3)
        }
    }
}

/// Very deep documents on a thread with a 512 kB stack: no operation on them recurses.
@Suite struct XMLDocumentDepthTests {
    static let depth = 120_000

    static let texts = [
        String(repeating: "<a>", count: depth) + "t" + String(repeating: "</a>", count: depth),
        String(repeating: "<a b='1'>x<c/>", count: depth / 20) + String(repeating: "y</a>", count: depth / 20),
        "<r xmlns:p='u'>" + String(repeating: "<p:a xmlns:p='v'><b>", count: depth / 20)
            + String(repeating: "</b></p:a>", count: depth / 20) + "</r>",
    ]

    @Test("Reads, compares, writes, and releases deep documents", arguments: texts)
    func readsComparesWritesAndReleasesDeep(text: String) async throws {
        let isDone = try await SmallThread.run {
            let document = try XML.Document(text, limits: .unlimited)
            let other = try XML.Document(text, limits: .unlimited) { $0.whitespace = .collapse }
            #expect(document == other)
            #expect(document.hashValue == other.hashValue)
            var (nodes, open, depth) = (-1, 0, 0)
            document.node.walk { node in
                nodes += 1
                if node.isElement { open += 1 }
                depth = max(depth, open)
            } end: { node in
                if node.isElement { open -= 1 }
            }
            #expect(open == 0 && depth > 0 && document.node.descendants.count == nodes)
            #expect(try XML.Document(document.text(), limits: .unlimited) == document)
            #expect(document.canonicalBytes().count > Self.depth / 2)
            #expect(document.root.text == other.root.text)
            #expect(document.bytes(XML.Format(indentation: 0)).count > text.utf8.count)
            return true
        }
        #expect(isDone)
    }

    @Test func findsTheRelativesOfTheDeepestNode() async throws {
        let depth = Self.depth / 10
        let text = "<r>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) + "<z/></r>"
        let isDone = try await SmallThread.run {
            let root = try XML.Document(text, limits: .unlimited).root
            let last = try #require(root.first("z"))
            let first = try #require(last.previousSibling)
            #expect(first.name == "a")
            #expect(first.nextSibling?.isIdentical(to: last) == true)
            var node = root
            var count = 0
            while let next = node.elements.first { (node, count) = (next, count + 1) }
            #expect(count == depth)
            #expect(node.namespace(ofPrefix: "none") == nil)
            #expect(node.text() == "<a/>")
            return true
        }
        #expect(isDone)
    }
}

/// Tags and text on the fast path that creates nodes without tokens.
///
/// A tree that drops whitespace never takes the fast path.
@Suite struct XMLPlainContentTests {
    /// Parses a text both ways, inside an element that declares namespaces for some prefixes.
    private func outcomes(_ content: String, _ limits: Limits = Limits()) -> [String] {
        let text = "<r xmlns:b='urn:b' xmlns:c='urn:c' xmlns:d='urn:b'>" + content + "</r>"
        return [XML.Options.Whitespace.keep, .dropBetweenElements].map { whitespace in
            var options = XML.Options()
            options.whitespace = whitespace
            do throws(ResponseError) {
                let document = try XML.Document(parsing: Array(text.utf8), options: options, limits: limits)
                return document.node.descendants.map { node in
                    let attributes = node.attributes.map { "\($0.name) \($0.name.namespace ?? "-") \($0.value)" }
                    let name = "\(node.name) \(node.name.namespace ?? "-")"
                    return "\(node.kind) \(name) \(attributes) \(node.text) \(node.position)"
                }.joined(separator: "\n")
            } catch {
                return "\(error)"
            }
        }
    }

    @Test(arguments: [
        "<a/>", "<a>x</a>", "<a><e>x</e>y<f/></a>", "<b:a c:x='1' y=\"2\"><c:e/></b:a>", "<a x='1' ></a >",
        "<a\nx = '1'/>",
        "<anElementWithALongName anAttributeWithALongName='1'/>", "<aPrefixOfTwentyByte:x/>",
        "<b:aLocalNameOfTwentyBytes/>",
        "<a xml:lang='en'>x<e xmlns='urn:e'><f/></e><g/></a>", "<é>x</é>", "<aé>x</aé>", "<a é='1'/>", "<a x='é'>é</a>",
        "<a x='1' x='2'/>", "<a x='1' y='2' x='3'/>", "<a b:x='1' d:x='2'/>", "<a b:x='1' c:x='2'/>", "<a e:x='1'/>",
        "<e:a/>",
        "<a x='<'/>", "<a x='&lt;'>&amp;</a>", "<a x='1'y='2'/>", "<a x=1/>", "<a x/>", "<a/ >", "<a", "<a x='1",
        "<a></b>",
        "<a><e></a></e>", "<-a/>", "<1a/>", "<:a/>", "<a:/>", "<b:1/>", "<b::a/>", "<b:a:c/>", "<a -x='1'/>",
        "<a :x='1'/>", "]]>", "a]b",
        "<a>x\r\ny</a>", "<a x='1\t2'/>", "<a>\u{1}</a>", "<a x='\u{1}'/>", "<a\u{1}/>",
        "x<!--c-->y<![CDATA[z]]>w<?p d?>v", "</r><r>",
    ])
    func isReadLikeInTheTokenizer(content: String) {
        let outcomes = outcomes(content)
        #expect(outcomes[0] == outcomes[1])
    }

    @Test(
        arguments: [
            { $0.xmlNodes = 3 }, { $0.xmlNodes = 40 }, { $0.xmlDepth = 2 }, { $0.xmlAttributes = 1 },
            { $0.xmlNameBytes = 2 },
            { $0.xmlTextBytes = 3 },
        ] as [@Sendable (inout Limits) -> Void]
    )
    func hasTheLimitsOfTheTokenizer(change: @Sendable (inout Limits) -> Void) {
        var limits = Limits()
        change(&limits)
        for content in ["<a><e/></a>", "<a x='1' y='2'/>", "<abc/>", "<a abc='1'/>", "<a>1234</a>", "<a x='1234'/>"] {
            let outcomes = outcomes(String(repeating: content, count: 20), limits)
            #expect(outcomes[0] == outcomes[1])
        }
    }

    /// The first declaration of an attribute counts (XML 1.0 §3.3).
    @Test(
        "Declared attributes of elements in content count",
        arguments: [
            ("<!ATTLIST a x CDATA 'd'>", [" 1 ", "d"]), ("<!ATTLIST a y NMTOKEN #IMPLIED>", ["1"]),
            ("<!ATTLIST a y CDATA #IMPLIED>", [" 1 "]), ("<!ATTLIST a y CDATA #IMPLIED y NMTOKEN #IMPLIED>", [" 1 "]),
            ("<!ATTLIST a y CDATA #IMPLIED><!ATTLIST a x CDATA 'd'>", [" 1 ", "d"]),
        ]
    )
    func declaredAttributesOfElementsInContent(declarations: String, expected: [String]) throws {
        let text = "<!DOCTYPE r [\(declarations)<!ATTLIST other z ID #IMPLIED>]><r><a y=' 1 '/><e y=' 1 '/></r>"
        let values = try XML.Document(text).root.elements.map { $0.attributes.map(\.value) }
        #expect(values == [expected, [" 1 "]])
    }

    @Test("Memory grows for many nodes and attributes in little text") func memoryGrowsForManyNodesAndAttributes()
        throws
    {
        for content in ["<a/>", "<a b='' c=''/>", "<a>x</a>"] {
            let count = 10_000
            let document = try XML.Document("<r>" + String(repeating: content, count: count) + "</r>")
            #expect(document.root.elements.count == count)
            #expect(document.root.elements.allSatisfy { $0.attributes.count == (content.contains("b") ? 2 : 0) })
            #expect(document.root.bytes() == Array(document.root.text().utf8))
            #expect(document.root.text.utf8.count == (content.contains("x") ? count : 0))
        }
    }
}
