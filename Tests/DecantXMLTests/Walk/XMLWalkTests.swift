import DecantXML
import Testing

@Suite struct XMLWalkTests {
    private func steps(_ walk: XML.Walk) -> [String] {
        walk.map { step in
            let sign = !step.isEnd ? "+" : "-"
            let node = step.node
            return "\(sign)\(step.depth)\(node.name.written.isEmpty ? node.kind.rawValue : node.name.written)"
        }
    }

    @Test func comesByEverythingInOrder() throws {
        let document = try XML.Document("<?p?><r><a/>t<b><c>u</c></b></r><!--x-->")
        #expect(
            steps(document.walk) == [
                "+0document", "+1p", "+1r", "+2a", "-2a", "+2text", "+2b", "+3c", "+4text", "-3c", "-2b", "-1r",
                "+1comment", "-0document",
            ]
        )
    }

    @Test func staysInsideOfTheNode() throws {
        let root = try XML.Document("<r><a/>t<b><c>u</c></b><d/></r>").root
        let children = Array(root.children)
        #expect(steps(children[0].walk) == ["+0a", "-0a"])
        #expect(steps(children[1].walk) == ["+0text"])
        #expect(steps(children[2].walk) == ["+0b", "+1c", "+2text", "-1c", "-0b"])
        var walk = children[1].walk
        #expect(walk.next() != nil)
        #expect(walk.next() == nil)
        #expect(walk.next() == nil)
    }
}
