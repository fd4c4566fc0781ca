import DecantXML
import Testing

@Suite struct XMLNodeHashableTests {
    @Test(arguments: [
        ("<r/>", "<r></r>"), ("<r a='1' b='2'/>", "<r b=\"2\"\n a='1'></r>"), ("<r>&lt;</r>", "<r><![CDATA[<]]></r>"),
        ("<r>a<![CDATA[b]]>c</r>", "<r>abc</r>"), ("<a:r xmlns:a='u'/>", "<r xmlns='u'/>"),
        ("<r xmlns:a='u' a:x='1'/>", "<r xmlns:b='u' b:x='1' xmlns:c='w'/>"), ("<!DOCTYPE r><r/>", "<r/>"),
        ("<r><![CDATA[]]></r>", "<r/>"), ("<?p  d?><r/>", "<?p d?>\n<r/>\n"), ("<r>é</r>", "<r>&#xE9;</r>"),
        ("<!DOCTYPE r [<!ATTLIST r a CDATA '1'>]><r/>", "<r a='1'/>"),
        (
            "<r a='1' b='2' c='3' d='4' e='5' f='6' g='7' h='8' i='9' j='10'/>",
            "<r j='10' i='9' h='8' g='7' f='6' e='5' d='4' c='3' b='2' a='1'/>"
        ),
    ])
    func formDoesNotCount(left: String, right: String) throws {
        for keepsCDATA in [true, false] {
            let document = try XML.Document(left) { $0.keepsCDATA = keepsCDATA }
            let other = try XML.Document(right)
            #expect(document == other)
            #expect(other == document)
            #expect(document.hashValue == other.hashValue)
        }
    }

    @Test(arguments: [
        ("<r/>", "<s/>"), ("<r/>", "<r xmlns='u'/>"), ("<r/>", "<r> </r>"), ("<r a='1'/>", "<r/>"),
        ("<r a='1'/>", "<r a='2'/>"), ("<r a='1'/>", "<r b='1'/>"), ("<r a='1' b='2'/>", "<r a='1' c='2'/>"),
        ("<r><a/></r>", "<r><a/><a/></r>"), ("<r><a/><b/></r>", "<r><b/><a/></r>"),
        ("<r><a><b/></a></r>", "<r><a/><b/></r>"),
        ("<r>a<b/></r>", "<r><b/>a</r>"), ("<r>ab</r>", "<r>a<!---->b</r>"), ("<r><!--a--></r>", "<r><!--b--></r>"),
        ("<r><!--a--></r>", "<r>a</r>"), ("<r><?a b?></r>", "<r><?a c?></r>"), ("<r><?a?></r>", "<r><?b?></r>"),
        ("<?a?><r/>", "<r/><?a?>"), ("<r xmlns:a='u' a:x='1'/>", "<r xmlns:a='v' a:x='1'/>"),
        ("<r xmlns:a='u' a:x='1'/>", "<r x='1'/>"), ("<r>e\u{301}</r>", "<r>\u{E9}</r>"),
    ])
    func contentCounts(left: String, right: String) throws {
        #expect(try XML.Document(left) != XML.Document(right))
        #expect(try XML.Document(right) != XML.Document(left))
    }

    @Test func nodesAreComparedWithoutTheirContext() throws {
        let root = try XML.Document("<r xmlns:a='u'><a:x>1</a:x><y><x xmlns='u'>1</x></y>1<?p?></r>").root
        let first = try #require(root.first("a:x"))
        let second = try #require(root.first("y/x"))
        #expect(first == second)
        #expect(first.hashValue == second.hashValue)
        #expect(!first.isIdentical(to: second))
        #expect(first.children.first == root.children.first { $0.kind == .text })
        #expect(Set([first, second, root]).count == 2)
    }

    @Test("Without namespaces, names count as they are written") func withoutNamespacesNamesCountAsThey() throws {
        let read: (String) throws -> XML.Document = { try XML.Document($0) { $0.processesNamespaces = false } }
        #expect(try read("<a:r xmlns:a='u'/>") == read("<a:r xmlns:a='u'/>"))
        #expect(try read("<a:r xmlns:a='u'/>") != read("<b:r xmlns:b='u'/>"))
    }

    @Test("Many attributes are compared in nearly linear time") func manyAttributesAreComparedInNearlyLinear() throws {
        let names = (0..<5_000).map { "a\($0)='\($0)'" }
        let document = try XML.Document("<r \(names.joined(separator: " "))/>")
        let other = try XML.Document("<r \(names.reversed().joined(separator: " "))/>")
        #expect(document == other)
        #expect(document.hashValue == other.hashValue)
    }
}
