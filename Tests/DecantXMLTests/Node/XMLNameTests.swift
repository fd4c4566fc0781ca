import DecantXML
import Testing

@Suite struct XMLNameTests {
    private let text = "<p:a xmlns:p='urn:x' xmlns='urn:y' p:b='1' é='2'><c/></p:a>"

    @Test func namesOfNodesAndOfEventsAreTheSame() throws {
        let root = try XML.Document(text).root
        var reader = try XML.Reader(parsing: text.utf8)
        guard case .startElement(let name, let attributes) = try reader.nextOwned() else {
            Issue.record("no element")
            return
        }
        #expect(name == root.name && name.hashValue == root.name.hashValue)
        #expect([name.written, name.prefix, name.local, name.namespace] == ["p:a", "p", "a", "urn:x"])
        #expect(Array(attributes.suffix(2)) == root.attributes)
        #expect(Set(attributes).isSuperset(of: root.attributes + root.namespaceDeclarations))
        #expect(try reader.nextOwned() == .startElement(name: XML.Name("c", namespace: "urn:y"), attributes: []))
    }

    @Test func aNameIsItsNamespaceAndItsLocalPart() throws {
        let name = XML.Name("q:a", namespace: "urn:x")
        #expect([name.prefix, name.local, name.description] == ["q", "a", "q:a"])
        #expect(try name == XML.Document(text).root.name)
        #expect(name.matches("a", in: "urn:x") && !name.matches("a", in: nil) && !name.matches("q:a", in: "urn:x"))
        #expect(name != XML.Name("a") && name != "a" && name == "q:a")
        #expect(XML.Name("a", namespace: "") == XML.Name("a"))
        let isFound =
            switch name {
            case "q:a": true
            default: false
            }
        #expect(isFound)
    }

    @Test func aNameInNoNamespaceHasNoPrefix() throws {
        let root = try XML.Document("<x:y/>") { $0.processesNamespaces = false }.root
        for name in [XML.Name("x:y"), root.name] {
            #expect([name.prefix, name.local, name.namespace] == ["", "x:y", nil])
            #expect(name.matches("x:y", in: nil))
        }
        #expect(root.name == XML.Name("x:y"))
    }

    @Test func anAttributeIsItsNameAndItsValue() throws {
        let type = "<!DOCTYPE a [<!ATTLIST a b CDATA '1'>]>"
        let attribute = try #require(try XML.Document(type + "<a/>").root.attributes.first)
        #expect(attribute == XML.Attribute(name: XML.Name("b"), value: "1"))
        #expect(attribute.isDefault && attribute.hasValue("1") && !attribute.hasValue("2"))
        #expect(attribute != XML.Attribute(name: XML.Name("b"), value: "2"))
        #expect(attribute != XML.Attribute(name: XML.Name("c"), value: "1"))
    }
}
