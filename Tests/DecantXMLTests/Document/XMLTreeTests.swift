import DecantCore
import DecantXML
import TestSupport
import Testing

/// The white space, CDATA sections and comments that a tree keeps.
@Suite struct XMLTreeOptionsTests {
    /// The text of the tree with a mark around each text node, and other kinds by their signs.
    private func outline(_ text: String, _ change: (inout XML.Options) -> Void) throws -> String {
        var outline = ""
        try XML.Document(text, change).root.walk { node in
            switch node.kind {
            case .text: outline += "‹\(node.text)›"
            case .cdata: outline += "[\(node.text)]"
            case .comment: outline += "!\(node.text)!"
            case .processingInstruction: outline += "?\(node.name)?"
            case .element, .document: outline += "<\(node.name)>"
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

    @Test func keepsSectionsApartOnRequest() throws {
        let text = "<r>x<![CDATA[y]]><![CDATA[]]>z<![CDATA[w]]></r>"
        #expect(try outline(text) { $0.keepsCDATA = true } == "<r>‹x›[y][]‹z›[w]</r>")
        #expect(try outline(text) { _ in } == "<r>‹xyzw›</r>")
        #expect(try outline("<r><![CDATA[]]></r>") { _ in } == "<r></r>")
    }

    @Test func mergesTheTextOnBothSidesOfADroppedComment() throws {
        let text = "<r>a<!--1-->b<!--2--><!--3-->c<d/><!--4-->e<!--5--></r>"
        #expect(try outline(text) { $0.keepsComments = false } == "<r>‹abc›<d></d>‹e›</r>")
        #expect(try outline("<r>&lt;<!--1-->&amp;<![CDATA[>]]></r>") { $0.keepsComments = false } == "<r>‹<&>›</r>")
    }

    @Test func doesNotMergeTextOfDifferentElements() throws {
        let text = "<r>a<b>c<!--1--></b><!--2-->d</r>"
        #expect(try outline(text) { $0.keepsComments = false } == "<r>‹a›<b>‹c›</b>‹d›</r>")
    }

    @Test func dropsWhiteSpaceBetweenElements() throws {
        let text = "<r>\n  <a> x </a>\n  <b>\t</b> <!--c--> <?p?> y <c/> </r>"
        let outline = try outline(text) { $0.whiteSpace = .dropBetweenElements }
        #expect(outline == "<r><a>‹ x ›</a><b></b>!c!?p?‹ y ›<c></c></r>")
    }

    @Test func whiteSpaceNextToOtherTextIsNotBetweenElements() throws {
        let options: (inout XML.Options) -> Void = {
            $0.whiteSpace = .dropBetweenElements
            $0.keepsComments = false
        }
        #expect(try outline("<r> <!--1-->x<!--2--> <a/> <!--3--> </r>", options) == "<r>‹ x ›<a></a></r>")
        #expect(try outline("<r> <![CDATA[ ]]> </r>", options) == "<r></r>")
    }

    @Test func foldsWhiteSpace() throws {
        let text = "<r>\n <a>  x \n y\tz </a> <b>u v</b><c> w</c><d>\t\r\n</d></r>"
        #expect(
            try outline(text) { $0.whiteSpace = .fold } == "<r><a>‹x y z›</a><b>‹u v›</b><c>‹w›</c><d></d></r>"
        )
    }

    @Test func foldsTextThatWasPutTogether() throws {
        let text = "<r> a &amp; <!--1--> b <![CDATA[  c  ]]> <d/>&#32;&#32;e\u{A0} f</r>"
        let outline = try outline(text) {
            $0.whiteSpace = .fold
            $0.keepsComments = false
        }
        #expect(outline == "<r>‹a & b c›<d></d>‹e\u{A0} f›</r>")
    }

    @Test func keepsSectionsAsTheyAreWhenTheyStandApart() throws {
        let outline = try outline("<r> <![CDATA[ x  y ]]> </r>") {
            $0.whiteSpace = .fold
            $0.keepsCDATA = true
        }
        #expect(outline == "<r>[ x  y ]</r>")
    }

    @Test(arguments: [XML.Options.WhiteSpace.dropBetweenElements, .fold], [true, false])
    func honoursXMLSpace(whiteSpace: XML.Options.WhiteSpace, namespaces: Bool) throws {
        let text = "<r> <a xml:space='preserve'> <b> x  y </b> <c xml:space='default'> <d/> </c> </a> </r>"
        let outline = try outline(text) {
            $0.whiteSpace = whiteSpace
            $0.processesNamespaces = namespaces
        }
        #expect(outline == "<r><a>‹ ›<b>‹ x  y ›</b>‹ ›<c><d></d></c>‹ ›</a></r>")
    }

    @Test func honoursADeclaredDefaultOfXMLSpace() throws {
        let type = "<!DOCTYPE r [<!ATTLIST a xml:space (default|preserve) 'preserve'>]>"
        let outline = try outline(type + "<r> <a> <b/></a> </r>") { $0.whiteSpace = .dropBetweenElements }
        #expect(outline == "<r><a>‹ ›<b></b></a></r>")
    }

    @Test func mergingManyPartsCopiesNoneOfThemAgain() throws {
        let count = 200_000
        let text = "<r>" + String(repeating: "a<!---->", count: count) + "</r>"
        #expect(try XML.Document(text) { $0.keepsComments = false }.root.text.utf8.count == count)
        let sections = "<r>" + String(repeating: "<![CDATA[a]]>", count: count) + "</r>"
        #expect(try XML.Document(sections).root.text.utf8.count == count)
    }

    @Test func mergedTextKeepsToTheLimitOfText() throws {
        var limits = Limits()
        limits.xmlTextBytes = 5
        let error = #expect(throws: ResponseError.self) {
            try XML.Document("<r>abc<![CDATA[def]]></r>", limits: limits)
        }
        #expect(error?.limit == .xmlTextBytes)
        #expect(try XML.Document("<r>abc<![CDATA[de]]></r>", limits: limits).root.text == "abcde")
    }

    @Test func takesTextBackAlsoWhereRoomForNodesEnds() throws {
        for count in 1...150 {
            let text = "<r>" + String(repeating: " <a/>", count: count) + " \n b  c<d/></r>"
            let dropped = try XML.Document(text) { $0.whiteSpace = .dropBetweenElements }
            #expect(dropped.root.children.count == count + 2)
            #expect(dropped.root.text == " \n b  c")
            let folded = try XML.Document(text) { $0.whiteSpace = .fold }
            #expect(folded.root.text == "b c")
            #expect(folded.root.elements.count == count + 1)
            #expect(try XML.Document(folded.xmlString()) == folded)
        }
    }

    @Test func mergesTextAlsoWhereRoomForNodesEnds() throws {
        for count in 1...100 {
            let text = "<r>" + String(repeating: "<a/>", count: count) + "b<!---->c<![CDATA[d]]><e f='' g=''/>h</r>"
            let root = try XML.Document(text) { $0.keepsComments = false }.root
            #expect(root.text == "bcdh")
            #expect(root.children.count == count + 3)
        }
    }
}

/// Documents as deep as they like, on a thread of 512 kB: nothing that is done with them recurses.
@Suite struct XMLDocumentDepthTests {
    static let depth = 1_000_000

    static let texts = [
        String(repeating: "<a>", count: depth) + "t" + String(repeating: "</a>", count: depth),
        String(repeating: "<a b='1'>x<c/>", count: depth / 20) + String(repeating: "y</a>", count: depth / 20),
        "<r xmlns:p='u'>" + String(repeating: "<p:a xmlns:p='v'><b>", count: depth / 20)
            + String(repeating: "</b></p:a>", count: depth / 20) + "</r>",
    ]

    @Test(arguments: texts)
    func readsComparesWritesAndReleasesDeepDocuments(text: String) async throws {
        let isDone = try await SmallThread.run {
            let document = try XML.Document(text, limits: .unlimited)
            let other = try XML.Document(text, limits: .unlimited) { $0.whiteSpace = .fold }
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
            #expect(try XML.Document(document.xmlString(), limits: .unlimited) == document)
            #expect(document.canonicalBytes().count > Self.depth / 2)
            #expect(document.root.text == other.root.text)
            #expect(document.xmlBytes(XML.Format(indentation: 0)).count > text.utf8.count)
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
            #expect(node.xmlString() == "<a/>")
            return true
        }
        #expect(isDone)
    }
}
