import DecantCore
import DecantText
import DecantXML
import Testing

@Suite struct XMLDocumentTests {
    @Test func hasARootAndItsSiblings() throws {
        let document = try XML.Document("<!--1--><?a b?><!DOCTYPE r SYSTEM 'x.dtd'><!--2--><r/><!--3--><?c?>")
        #expect(document.root.name == "r")
        #expect(document.prolog.map(\.text) == ["1", "b", "2"])
        #expect(document.epilog.map(\.text) == ["3", ""])
        #expect(document.node.kind == .document)
        #expect(document.node.children.count == 6)
        #expect(document.node.elements.count == 1)
        #expect(document.node.parent == nil)
    }

    @Test func reportsTheDocumentType() throws {
        let text =
            "<!DOCTYPE r PUBLIC '-//a//b' 'x.dtd' [<!NOTATION n SYSTEM 's'><!NOTATION m PUBLIC 'p'>"
            + "<!NOTATION n SYSTEM 'late'>]><r/>"
        let type = try #require(try XML.Document(text).documentType)
        #expect(type.name == "r")
        #expect(type.publicID == "-//a//b")
        #expect(type.systemID == "x.dtd")
        #expect(type.notations.map(\.name) == ["n", "m"])
        #expect(type.notations.map(\.systemID) == ["s", nil])
        #expect(type.notations.map(\.publicID) == [nil, "p"])
        #expect(try XML.Document("<r/>").documentType == nil)
    }

    @Test func reportsTheCharset() throws {
        let bytes = Array("<?xml version='1.0' encoding='windows-1251'?><r>".utf8) + [0xCF] + Array("</r>".utf8)
        let document = try XML.Document(parsing: ResponseBytes(bytes))
        #expect(document.charset == Charset(label: "windows-1251"))
        #expect(document.root.text == "П")
        #expect(try XML.Document("<r/>").charset == .utf8)
    }

    @Test(arguments: [
        ("<r/>", 2), ("<r a='1'/>", 3), ("<r>t</r>", 3), ("<!--c--><r><?p?></r>", 5), ("<r><a/><b/><c/></r>", 5),
        ("<r xmlns='u' a='' b=''/>", 5),
    ])
    func countsNodesAndAttributes(text: String, count: Int) throws {
        var limits = Limits()
        limits.xmlNodes = count
        _ = try XML.Document(text, limits: limits)
        limits.xmlNodes = count - 1
        let error = #expect(throws: ResponseError.self) { try XML.Document(text, limits: limits) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.limit == .xmlNodes)
        #expect(error?.position != nil)
    }

    @Test("An impossible limit is exceeded by every document", arguments: [-1, 0, 1]) func anImpossibleLimitIsExceeded(
        nodes: Int
    ) {
        var limits = Limits()
        limits.xmlNodes = nodes
        let error = #expect(throws: ResponseError.self) { try XML.Document("<r/>", limits: limits) }
        #expect(error?.limit == .xmlNodes)
    }

    @Test func holdsMoreNodesThanTheTextPromised() throws {
        // Four bytes per node at first, then a long run without nodes, then attributes.
        let text =
            "<r>" + String(repeating: "<a/>", count: 20_000) + String(repeating: " ", count: 100_000)
            + String(repeating: "<b c='' d=''/>", count: 20_000) + "</r>"
        let root = try XML.Document(text).root
        #expect(root.elements.count == 40_000)
        #expect(root.elements(named: "b").reduce(0) { $0 + $1.attributes.count } == 40_000)
        #expect(root.text.utf8.count == 100_000)
    }

    @Test("Entities can create more nodes than the text has bytes") func entitiesCanCreateMoreNodesThanTheTextHas()
        throws
    {
        let entity = String(repeating: "<a/>", count: 100)
        let text =
            "<!DOCTYPE r [<!ENTITY e '\(entity)'>]><r>" + String(repeating: "&e;", count: 5) + "</r>"
        #expect(try XML.Document(text).root.elements.count == 500)
    }

    @Test func everyErrorHasAPosition() throws {
        let error = #expect(throws: ResponseError.self) { try XML.Document("<r>\n<a></b></r>") }
        #expect(error?.code == .malformedBody)
        #expect(error?.position?.line == 2)
    }
}

extension XML.Document {
    /// Parses a text.
    init(_ text: String, limits: Limits = Limits(), _ change: (inout XML.Options) -> Void = { _ in })
        throws(ResponseError)
    {
        var options = XML.Options()
        change(&options)
        try self.init(parsing: ResponseBytes(text.utf8), options: options, limits: limits)
    }
}
