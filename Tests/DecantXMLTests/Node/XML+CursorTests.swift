import DecantCore
import DecantXML
import TestSupport
import Testing

/// Reading a document without a reference to it, and without strings.
@Suite struct XMLCursorTests {
    private let document: XML.Document

    init() throws {
        let text = """
            <?xml version="1.0"?><feed xmlns="urn:a" xmlns:b="urn:b" id="1" b:x="a&amp;b"><title>One &amp; two</title>
            <b:item/><item><!-- a -->t<![CDATA[u]]></item><?run now?><item n="">last</item></feed>
            """
        document = try XML.Document(parsing: ResponseBytes(text.utf8))
    }

    @Test func findsTheFirstChildWithAName() {
        let root = document.cursor
        #expect(root["title"]?.string == "One & two")
        #expect(root["item"]?.string == "tu")
        #expect(root["b:item"]?.string == "")
        #expect(root["entry"]?.string == nil)
        #expect(root["title"]?["title"]?.string == nil)
    }

    @Test func comparesNamesWithoutStrings() {
        var found: [String] = []
        var elements = document.cursor.elements
        while let element = elements.next() {
            switch element.name {
            case "item": found.append("item")
            case "b:item": found.append("prefixed \(element.localName == "item") \(element.namespace ?? "")")
            default: found.append(String(element.name))
            }
        }
        #expect(found == ["title", "prefixed true urn:b", "item", "item"])
    }

    @Test("Lends attributes without declarations of namespaces") func lendsAttributesWithoutDeclarations() {
        var found: [String] = []
        let root = document.cursor
        var attributes = root.attributes
        while let attribute = attributes.next() { found.append("\(String(attribute.name))=\(attribute.string)") }
        #expect(found == ["id=1", "b:x=a&b"])
        let (length, missing) = (root.attribute("id")?.withBytes { $0.count }, root.attribute("xmlns")?.isEmpty)
        #expect(length == 1 && missing == nil)
    }

    @Test func lendsTextThatHasOnePart() {
        let root = document.cursor
        let count = root["title"]?.text?.withBytes { $0.count }
        #expect(count == 9)
        let parts = root.text?.isEmpty
        #expect(parts == nil)
        #expect(root.string == document.root.text)
    }

    @Test func becomesANodeThatKeepsTheDocument() throws {
        func deep() throws -> XML.Node? {
            let other = try XML.Document(parsing: "<a><b>kept</b></a>".utf8)
            guard let node = other.cursor["b"] else { return nil }
            return XML.Node(node)
        }
        #expect(try deep()?.text == "kept")
    }

    @Test func descendsThroughAnyDepthWithoutRecursion() throws {
        let depth = 100_000
        var limits = Limits()
        limits.xmlDepth = depth
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let deep = try XML.Document(parsing: text.utf8, limits: limits)
        var cursor = deep.cursor
        var levels = 1
        while let inner = cursor["a"] {
            cursor = inner
            levels += 1
        }
        #expect(levels == depth)
    }

    @Test func agreesWithTheNodes() {
        expectAgreement(document.node.cursor, document.node)
    }

    @Test(.enabled(if: XMLCorpus.folder != nil, "DECANT_CORPORA is not set"), arguments: [false, true])
    func agreesWithTheNodesOnAllFiles(keepsCDATA: Bool) throws {
        let folder = try #require(XMLCorpus.folder)
        var count = 0
        for row in XMLCorpus.rows {
            guard let document = try? folder.document(of: row, { $0.keepsCDATA = keepsCDATA }) else { continue }
            expectAgreement(document.node.cursor, document.node)
            count += 1
        }
        #expect(count > 500)
    }
}

/// Expects that a node is the same, read by a cursor and as a node; the depth is bounded by the parser.
private func expectAgreement(_ cursor: borrowing XML.Cursor, _ node: XML.Node) {
    #expect(cursor.kind == node.kind)
    #expect(cursor.isElement == node.isElement)
    #expect(String(cursor.name) == node.name.written)
    #expect(String(cursor.localName) == node.name.local)
    #expect(cursor.namespace == node.name.namespace)
    #expect(cursor.string == node.text)
    if let text = cursor.text { #expect(String(text) == node.text) }
    var attributes = cursor.attributes
    for expected in node.attributes {
        guard let attribute = attributes.next() else {
            Issue.record("an attribute is missing")
            return
        }
        #expect(String(attribute.name) == expected.name.written)
        #expect(attribute.kind == .attribute && !attribute.isElement)
        #expect(String(attribute.localName) == expected.name.local && attribute.namespace == expected.name.namespace)
        #expect(attribute.string == expected.value)
        #expect(XML.Node(attribute).isIdentical(to: node))
        let parts = attribute.attribute("a")?.isEmpty ?? attribute["a"]?.isElement
        #expect(parts == nil)
    }
    let extraAttribute = attributes.next()?.name.isEmpty
    #expect(extraAttribute == nil)
    var children = cursor.children
    for expected in node.children {
        guard let child = children.next() else {
            Issue.record("a child is missing")
            return
        }
        expectAgreement(child, expected)
    }
    let extraChild = children.next()?.isElement
    #expect(extraChild == nil)
    var elements = cursor.elements
    for expected in node.elements {
        let count = elements.next()?.name.withBytes { $0.count }
        #expect(count == expected.name.written.utf8.count)
    }
}
