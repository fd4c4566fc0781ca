import DecantXML
import Testing

@Suite struct XMLStepsTests {
    private func steps(_ node: XML.Node) -> [String] {
        var steps: [String] = []
        node.walk {
            steps.append("+" + label($0))
        } end: {
            steps.append("-" + label($0))
        }
        return steps
    }

    private func label(_ node: XML.Node) -> String {
        node.name.written.isEmpty ? "\(node.kind)" : node.name.written
    }

    @Test func walksInDocumentOrder() throws {
        let document = try XML.Document("<?p?><r><a/>t<b><c>u</c></b></r><!--x-->")
        #expect(
            steps(document.node) == [
                "+document", "+p", "+r", "+a", "-a", "+text", "+b", "+c", "+text", "-c", "-b", "-r", "+comment",
                "-document",
            ]
        )
        #expect(document.node.descendants.map(label) == ["p", "r", "a", "text", "b", "c", "text", "comment"])
    }

    @Test func staysInsideTheNode() throws {
        let root = try XML.Document("<r><a/>t<b><c>u</c></b><d/></r>").root
        let children = Array(root.children)
        #expect(steps(children[0]) == ["+a", "-a"])
        #expect(steps(children[1]) == ["+text"])
        #expect(steps(children[2]) == ["+b", "+c", "+text", "-c", "-b"])
        #expect(children.map { $0.descendants.map(label) } == [[], [], ["c", "text"], []])
    }

    @Test func endsWithTheErrorOfAClosure() throws {
        struct Found: Error {}
        let root = try XML.Document("<r><a/><b/></r>").root
        var visited = 0
        #expect(throws: Found.self) {
            try root.walk { node in
                visited += 1
                if node.name == "a" { throw Found() }
            } end: { _ in
            }
        }
        #expect(visited == 2)
    }
}
