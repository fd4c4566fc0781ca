// What is equal has equal hashes: only what a comparison looks at is fed to the hasher, and attributes in any order.

extension XMLDocumentStorage {
    /// Feeds what a node says to a hasher.
    func hash(_ index: Int, into hasher: inout Hasher) {
        var items = XMLContent(from: index)
        while let item = items.next(in: self) {
            switch item {
            case .begin(let index): hashTag(index, into: &hasher)
            case .end: hasher.combine(UInt8.max)
            case .text(let run): hashText(run, into: &hasher)
            case .other(let index): hashLeaf(index, into: &hasher)
            }
        }
    }

    private func hashTag(_ index: Int, into hasher: inout Hasher) {
        hasher.combine(nodes[index].kind.rawValue)
        guard nodes[index].kind == .element else { return }
        hash(nodes[index].name, into: &hasher)
        var sum = 0
        for attribute in attributes[attributeRange(of: index)] where !attribute.flags.contains(.declaresNamespace) {
            var own = Hasher()
            hash(attribute.name, into: &own)
            stores.hash(attribute.value, into: &own)
            sum = sum &+ own.finalize()
        }
        hasher.combine(sum)
    }

    private func hashText(_ run: Range<Int>, into hasher: inout Hasher) {
        hasher.combine(XMLNode.Kind.text.rawValue)
        if run.count == 1 {
            stores.hash(nodes[run.lowerBound].text, into: &hasher)
        } else {
            joinedText(run).span.hash(into: &hasher)
        }
    }

    private func hashLeaf(_ index: Int, into hasher: inout Hasher) {
        hasher.combine(nodes[index].kind.rawValue)
        stores.hash(nodes[index].text, into: &hasher)
        if nodes[index].kind == .processingInstruction { stores.hash(data(of: index), into: &hasher) }
    }

    private func hash(_ name: XMLName, into hasher: inout Hasher) {
        stores.hash(name.local, into: &hasher)
        hasher.combine(namespace(of: name))
    }
}
