import DecantXML

extension XMLDiscipline {
    static func tally(of document: XML.Document) -> Tally {
        var counts = [0, 0, 0]
        for step in document.walk where !step.isEnd {
            switch step.node.kind {
            case .element:
                counts[0] += 1
                counts[1] += step.node.attributes.count + step.node.namespaceDeclarations.count
            case .text, .cdata: counts[2] += step.node.text.utf8.count
            default: break
            }
        }
        return Tally(counts: counts)
    }
}
