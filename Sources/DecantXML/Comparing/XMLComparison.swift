/// Compares nodes of two documents by what they say.
struct XMLComparison {
    private let left: XMLDocumentStorage
    private let right: XMLDocumentStorage

    /// How many attributes are compared with all others, before they are sorted for that.
    private static let fewAttributes = 8

    init(_ left: XMLDocumentStorage, _ right: XMLDocumentStorage) {
        self.left = left
        self.right = right
    }

    /// Whether two nodes are of one kind and say the same.
    func isSame(_ index: Int, _ other: Int) -> Bool {
        var items = XMLContent(from: index)
        var others = XMLContent(from: other)
        while true {
            let (item, otherItem) = (items.next(in: left), others.next(in: right))
            if item == nil, otherItem == nil { return true }
            guard let item, let otherItem, isSame(item, otherItem) else { return false }
        }
    }

    private func isSame(_ item: XMLContent.Item, _ other: XMLContent.Item) -> Bool {
        switch (item, other) {
        case (.begin(let index), .begin(let other)): isSameTag(index, other)
        case (.end, .end): true
        case (.text(let run), .text(let other)): isSameText(run, other)
        case (.other(let index), .other(let other)): isSameLeaf(index, other)
        default: false
        }
    }

    private func isSameTag(_ index: Int, _ other: Int) -> Bool {
        let (node, otherNode) = (left.nodes[index], right.nodes[other])
        guard node.kind == otherNode.kind else { return false }
        guard node.kind == .element else { return true }
        return isSameName(node.name, otherNode.name) && hasSameAttributes(index, other)
    }

    private func isSameLeaf(_ index: Int, _ other: Int) -> Bool {
        let (node, otherNode) = (left.nodes[index], right.nodes[other])
        guard node.kind == otherNode.kind, isSameBytes(node.text, otherNode.text) else { return false }
        return node.kind == .comment || isSameBytes(left.data(of: index), right.data(of: other))
    }

    private func isSameText(_ run: Range<Int>, _ other: Range<Int>) -> Bool {
        if run.count == 1, other.count == 1 {
            return isSameBytes(left.nodes[run.lowerBound].text, right.nodes[other.lowerBound].text)
        }
        return left.joinedText(run) == right.joinedText(other)
    }

    private func isSameBytes(_ slice: XMLSlice, _ other: XMLSlice) -> Bool {
        left.stores.isSame(slice, as: other, of: right.stores)
    }

    private func isSameName(_ name: XMLName, _ other: XMLName) -> Bool {
        isSameBytes(name.local, other.local) && left.namespace(of: name) == right.namespace(of: other)
    }

    private func isSame(_ attribute: XMLAttributeRecord, _ other: XMLAttributeRecord) -> Bool {
        isSameName(attribute.name, other.name) && isSameBytes(attribute.value, other.value)
    }

    private func hasSameAttributes(_ index: Int, _ other: Int) -> Bool {
        guard !left.attributeRange(of: index).isEmpty || !right.attributeRange(of: other).isEmpty else { return true }
        let attributes = left.plainAttributes(of: index)
        let others = right.plainAttributes(of: other)
        guard attributes.count == others.count else { return false }
        if zip(attributes, others).allSatisfy({ isSame($0, $1) }) { return true }
        guard attributes.count > Self.fewAttributes else {
            return attributes.allSatisfy { attribute in others.contains { isSame(attribute, $0) } }
        }
        return zip(left.sorted(attributes), right.sorted(others)).allSatisfy { isSame($0, $1) }
    }
}

extension XMLDocumentStorage {
    /// The attributes of an element without declarations of namespaces.
    func plainAttributes(of index: Int) -> [XMLAttributeRecord] {
        attributes[attributeRange(of: index)].filter { !$0.flags.contains(.declaresNamespace) }
    }

    /// Attributes by the names of their namespaces, then by their local names, as Canonical XML orders them (§2.3).
    func sorted(_ attributes: [XMLAttributeRecord]) -> [XMLAttributeRecord] {
        attributes.sorted { left, right in
            guard left.name.namespace == right.name.namespace else {
                return namespace(of: left.name).utf8.lexicographicallyPrecedes(namespace(of: right.name).utf8)
            }
            return stores.isOrdered(left.name.local, before: right.name.local)
        }
    }

    /// The bytes of several nodes of text.
    func joinedText(_ nodes: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in nodes { stores.append(self.nodes[index].text, to: &bytes) }
        return bytes
    }
}
