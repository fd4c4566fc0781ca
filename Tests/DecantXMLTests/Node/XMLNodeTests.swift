import DecantCore
import DecantXML
import Testing

@Suite struct XMLNodeTests {
    private let feed = """
        <?xml version="1.0"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="urn:m" xml:lang="en">
          <title type="text">Ada &amp; Grace</title>
          <!-- a comment -->
          <entry m:id="7" id="8"><m:title>T</m:title>one<b>two<i>three</i></b>four</entry>
          <?go now  please ?>
        </feed>
        """

    @Test func namesHaveTheirParts() throws {
        let entry = try #require(try XML.Document(feed).first("entry"))
        #expect(entry.name == "entry")
        #expect(entry.name != "feed")
        #expect(entry.name.prefix == "")
        #expect(entry.name.namespace == "http://www.w3.org/2005/Atom")
        let title = try #require(entry.elements.first)
        #expect(title.name == "m:title")
        #expect(title.name.written == "m:title")
        #expect(title.name.prefix == "m")
        #expect(title.name.local == "title")
        #expect(title.name.namespace == "urn:m")
        #expect(title.name.description == "m:title")
        #expect(title.name.matches("title", in: "urn:m"))
        #expect(!title.name.matches("title", in: nil))
    }

    @Test func namesAreComparedByNamespaceAndLocalName() throws {
        let root = try XML.Document("<r xmlns:a='u' xmlns:b='u' xmlns='u'><a:x/><b:x/><x/><y/><x xmlns=''/></r>").root
        let names = root.elements.map(\.name)
        #expect(names[0] == names[1] && names[1] == names[2])
        #expect(names[0] != names[3] && names[2] != names[4])
        #expect(Set(names).count == 3)
    }

    @Test func namesFitIntoASwitch() throws {
        let title = try #require(try XML.Document(feed).first("title"))
        switch title.name {
        case "entry": Issue.record("the name is another one")
        case "title": break
        default: Issue.record("the name is not found")
        }
    }

    @Test func withoutNamespacesNamesAreNotSplit() throws {
        let root = try XML.Document("<a:r xmlns:a='u' b:c='1' xmlns='v'/>") { $0.processesNamespaces = false }.root
        #expect(root.name.local == "a:r")
        #expect(root.name.prefix == "")
        #expect(root.name.namespace == nil)
        #expect(root.attributes.map(\.name.written) == ["xmlns:a", "b:c", "xmlns"])
        #expect(root.namespaceDeclarations.isEmpty)
    }

    @Test func attributesAreFoundByTheirNames() throws {
        let document = try XML.Document(feed)
        let entry = try #require(document.first("entry"))
        #expect(entry.attributes.map(\.name.written) == ["m:id", "id"])
        #expect(entry.attribute(named: "id") == "8")
        #expect(entry.attribute(named: "m:id") == "7")
        #expect(entry.attribute(named: "id", in: "urn:m") == "7")
        #expect(entry.attribute(named: "id", in: nil) == "8")
        #expect(entry.attribute(named: "none") == nil)
        #expect(entry.attributes.count == 2)
        #expect(entry.attributes.first { $0.hasValue("8") }?.name.written == "id")
        #expect(document.root.attributes.map(\.name.written) == ["xml:lang"])
        #expect(document.root.attribute(named: "lang", in: "http://www.w3.org/XML/1998/namespace") == "en")
        #expect(document.node.attributes.isEmpty)
    }

    @Test func namespaceDeclarationsAreSeparate() throws {
        let root = try XML.Document(feed).root
        #expect(root.namespaceDeclarations.map(\.name.written) == ["xmlns", "xmlns:m"])
        #expect(root.namespaceDeclarations.last?.value == "urn:m")
        #expect(root.namespaceDeclarations.map(\.name.local) == ["xmlns", "m"])
    }

    @Test func attributesWithADefaultAreMarked() throws {
        let type = "<!DOCTYPE r [<!ATTLIST r a CDATA 'x' b CDATA #IMPLIED>]>"
        let root = try XML.Document(type + "<r b='y'/>").root
        #expect(root.attribute(named: "a") == "x")
        #expect(root.attributes.filter(\.isDefault).map(\.value) == ["x"])
    }

    @Test func textIsJoined() throws {
        let document = try XML.Document(feed)
        let entry = try #require(document.first("entry"))
        #expect(entry.text == "Tonetwothreefour")
        #expect(entry.ownText == "onefour")
        #expect(document.first("title")?.text == "Ada & Grace")
        #expect(document.first("title")?.hasText("Ada & Grace") == true)
        #expect(document.first("title")?.hasText("Ada") == false)
        #expect(entry.hasText("Tonetwothreefour"))
        let comment = try #require(document.root.children.first { $0.kind == .comment })
        #expect(comment.text == " a comment ")
        #expect(comment.ownText == " a comment ")
        let instruction = try #require(document.root.children.first { $0.kind == .processingInstruction })
        #expect(instruction.name == "go")
        #expect(instruction.text == "now  please ")
        #expect(try XML.Document("<r/>").root.text == "")
    }

    @Test func everyNodeHasItsParentChildrenAndSiblings() throws {
        let root = try XML.Document("<r>1<a><b><c/></b></a><!--2--><d/></r>").root
        let children = Array(root.children)
        #expect(children.map(\.kind) == [.text, .element, .comment, .element])
        for (left, right) in zip(children, children.dropFirst()) {
            #expect(left.nextSibling.map { $0.isIdentical(to: right) } == true)
            #expect(right.previousSibling.map { $0.isIdentical(to: left) } == true)
        }
        #expect(children[0].previousSibling == nil)
        #expect(children[3].nextSibling == nil)
        #expect(root.previousSibling == nil && root.nextSibling == nil)
        #expect(children.allSatisfy { $0.parent?.isIdentical(to: root) == true })
        #expect(root.parent?.kind == .document)
        #expect(root.parent?.parent == nil)
        #expect(children[1].elements.first?.elements.first?.nextSibling == nil)
        #expect(children[1].isIdentical(to: children[3]) == false)
    }

    @Test func elementsAreFoundByName() throws {
        let root = try XML.Document("<r xmlns:n='u'><a/><n:a/><b><a/></b><a xmlns='u'/></r>").root
        #expect(root.elements(named: "a").count == 2)
        #expect(root.elements(named: "n:a").count == 1)
        #expect(root.elements(named: "a", in: "u").count == 2)
        #expect(root.elements(named: "a", in: nil).count == 1)
        #expect(root.elements(named: "x").isEmpty)
        #expect(root.elements.first?.elements.isEmpty == true)
    }

    @Test func prefixesAreResolvedInTheirScope() throws {
        let root = try XML.Document("<r xmlns='d' xmlns:a='u'><b xmlns:a='v'><c xmlns=''/></b></r>").root
        let inner = try #require(root.first("b/c"))
        #expect(root.namespace(ofPrefix: "a") == "u")
        #expect(inner.namespace(ofPrefix: "a") == "v")
        #expect(root.namespace(ofPrefix: "") == "d")
        #expect(inner.namespace(ofPrefix: "") == nil)
        #expect(inner.namespace(ofPrefix: "x") == nil)
        #expect(inner.namespace(ofPrefix: "xml") == "http://www.w3.org/XML/1998/namespace")
    }

    @Test func everyNodeHasItsPosition() throws {
        let document = try XML.Document("<?xml version='1.0'?>\n<r>\n  <é/><b>&amp;</b></r>")
        let element = try #require(document.first("b"))
        #expect(element.position == SourcePosition(offset: 33, line: 3, column: 7))
        #expect(element.children.first?.position.column == 10)
        #expect(document.root.position == SourcePosition(offset: 22, line: 2, column: 1))
    }

    @Test func positionsReferToTheReceivedBody() throws {
        let text = "<r>é<b/></r>"
        let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let bytes: [UInt8] = [0xFF, 0xFE] + units
        let document = try XML.Document(parsing: ResponseBytes(bytes))
        #expect(document.first("b")?.position == SourcePosition(offset: 10, line: 1, column: 5))
        let marked = try XML.Document(parsing: ResponseBytes([0xEF, 0xBB, 0xBF] + text.utf8))
        #expect(marked.first("b")?.position == SourcePosition(offset: 8, line: 1, column: 5))
    }

    @Test("The content of an entity has the position of the reference") func theContentOfAnEntityHasThePosition() throws
    {
        let type = "<!DOCTYPE r [<!ENTITY e '<a>x</a>'>]>"
        let root = try XML.Document(type + "\n<r>&e;</r>").root
        let element = try #require(root.first("a"))
        #expect(element.position == SourcePosition(offset: type.utf8.count + 4, line: 2, column: 4))
        #expect(element.text == "x")
        #expect(element.name == "a")
    }
}
