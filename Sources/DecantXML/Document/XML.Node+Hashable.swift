extension XML.Node: Hashable {
    /// Returns whether two nodes have the same kind and content, regardless of their surroundings.
    ///
    /// The comparison follows document order:
    ///
    /// - Elements are compared by the namespaces and local parts of their names, or by their names as written if
    ///   namespaces were not processed.
    /// - Attributes are compared by name and value, in any order. Namespace declarations are ignored.
    /// - Text is compared as a whole, including CDATA sections.
    /// - Comments are compared by content, and processing instructions by target and data.
    ///
    /// Prefixes, lexical forms, and the document type declaration are ignored.
    public static func == (left: XML.Node, right: XML.Node) -> Bool {
        left.isIdentical(to: right) || XMLComparison(left.storage, right.storage).isSame(left.index, right.index)
    }

    /// Feeds the content of the node to a hasher.
    ///
    /// Equal nodes have equal hashes.
    public func hash(into hasher: inout Hasher) { storage.hash(index, into: &hasher) }
}

extension XML.Document: Hashable {
    /// Returns whether two documents have the same content, as defined by ``XML/Node/==(_:_:)``.
    public static func == (left: XML.Document, right: XML.Document) -> Bool { left.node == right.node }
    /// Feeds the content of the document to a hasher.
    ///
    /// Equal documents have equal hashes.
    public func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
}

private struct XMLComparison {
    private let left: XMLDocumentStorage
    private let right: XMLDocumentStorage
    /// The maximum number of attributes to compare pairwise; larger sets are sorted first.
    private static let fewAttributes = 8

    init(_ left: XMLDocumentStorage, _ right: XMLDocumentStorage) {
        self.left = left
        self.right = right
    }

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
    /// Returns the attributes of an element, excluding namespace declarations.
    func plainAttributes(of index: Int) -> [XMLAttributeRecord] {
        attributeRange(of: index).compactMap { attribute in
            let record = attributes[attribute]
            return record.flags.contains(.declaresNamespace) ? nil : record
        }
    }

    /// Sorts attributes by namespace, then by local name, as Canonical XML does (§2.3).
    func sorted(_ attributes: [XMLAttributeRecord]) -> [XMLAttributeRecord] {
        attributes.sorted { left, right in
            guard left.name.namespace == right.name.namespace else {
                return namespace(of: left.name).utf8.lexicographicallyPrecedes(namespace(of: right.name).utf8)
            }
            return stores.isOrdered(left.name.local, before: right.name.local)
        }
    }

    /// Returns the concatenated bytes of several text nodes.
    func joinedText(_ nodes: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in nodes { stores.append(self.nodes[index].text, to: &bytes) }
        return bytes
    }
}

/// An iterator over the content that a comparison of two nodes considers.
///
/// CDATA sections count as text, and adjacent texts are joined.
private struct XMLContent {
    /// A step of the traversal; associated numbers are node indices.
    enum Item {
        /// A document or an element begins.
        case begin(Int)
        /// A document or an element ends.
        case end
        /// Adjacent texts, at least one of them nonempty.
        case text(Range<Int>)
        /// A comment or a processing instruction.
        case other(Int)
    }

    private var steps: XMLSteps
    /// The step after a text, which was read to find the end of the text.
    private var pending: (index: Int, isEnd: Bool)?

    init(from index: Int) { steps = XMLSteps(from: index) }

    mutating func next(in storage: borrowing XMLDocumentStorage) -> Item? {
        while let step = pending ?? steps.next(in: storage.nodes) {
            pending = nil
            if step.isEnd { return .end }
            let kind = storage.nodes[step.index].kind
            if kind.isContainer { return .begin(step.index) }
            guard kind.isText else { return .other(step.index) }
            let run = textRun(from: step.index, in: storage)
            if run.contains(where: { !storage.nodes[$0].text.isEmpty }) { return .text(run) }
        }
        return nil
    }

    /// Returns the range of adjacent text nodes, which have consecutive indices.
    private mutating func textRun(from first: Int, in storage: borrowing XMLDocumentStorage) -> Range<Int> {
        var end = first + 1
        while let step = steps.next(in: storage.nodes) {
            guard !step.isEnd, storage.nodes[step.index].kind.isText else {
                pending = step
                break
            }
            end = step.index + 1
        }
        return first..<end
    }
}

// Equal content has equal hashes: the hasher receives only compared content, and combines attributes independently of
// their order.

extension XMLDocumentStorage {
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
        for attribute in attributeRange(of: index).lazy.map({ [self] in attributes[$0] })
        where !attribute.flags.contains(.declaresNamespace) {
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
