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
        if left.isIdentical(to: right) { return true }
        var (items, others) = (XMLContent(of: left), XMLContent(of: right))
        while true {
            let (isItem, isOther) = (items.advance(), others.advance())
            guard isItem, isOther else { return isItem == isOther }
            guard items.current.span.hasBytes(of: others.current.span) else { return false }
        }
    }

    /// Feeds the content of the node to a hasher.
    ///
    /// Equal nodes have equal hashes.
    public func hash(into hasher: inout Hasher) {
        var items = XMLContent(of: self)
        while items.advance() { items.current.span.hash(into: &hasher) }
    }
}

extension XML.Document: Hashable {
    /// Returns whether two documents have the same content, as defined by ``XML/Node/==(_:_:)``.
    public static func == (left: XML.Document, right: XML.Document) -> Bool { left.node == right.node }
    /// Feeds the content of the document to a hasher.
    ///
    /// Equal documents have equal hashes.
    public func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
}

/// An iterator over the content that a comparison of two nodes considers, as bytes: equal content has equal bytes.
///
/// CDATA sections count as text, and adjacent texts are joined. XML text contains no zero byte, which separates parts.
private struct XMLContent {
    /// The kind of the current item, and its parts.
    private(set) var current: [UInt8] = []
    private let storage: XMLDocumentStorage
    private var steps: XMLSteps
    /// The step after a text, which was read to find the end of the text.
    private var pending: (index: Int, isEnd: Bool)?

    init(of node: XML.Node) {
        storage = node.storage
        steps = XMLSteps(from: node.index)
    }

    /// Advances to the next item; returns false after the last one.
    mutating func advance() -> Bool {
        repeat {
            guard let step = pending ?? steps.next(in: storage.nodes) else { return false }
            pending = nil
            current.removeAll(keepingCapacity: true)
            read(step.index, isEnd: step.isEnd)
        } while current.isEmpty
        return true
    }

    private mutating func read(_ index: Int, isEnd: Bool) {
        let node = storage.nodes[index]
        guard !isEnd, !node.kind.isText else { return isEnd ? current.append(.max) : readText(from: index) }
        current.append(node.kind.rawValue)
        switch node.kind {
        case .document: break
        case .element:
            append(node.name)
            let attributes = storage.plainAttributes(of: index)
            for attribute in attributes.count > 1 ? storage.sorted(attributes) : attributes {
                append(attribute.name)
                append(attribute.value)
            }
        default:
            append(node.text)
            if node.kind == .processingInstruction { append(storage.data(of: index)) }
        }
    }

    /// Joins adjacent texts; an empty one is not an item.
    private mutating func readText(from index: Int) {
        current.append(XMLNode.Kind.text.rawValue)
        storage.stores.append(storage.nodes[index].text, to: &current)
        pending = steps.next(in: storage.nodes)
        while let step = pending, !step.isEnd, storage.nodes[step.index].kind.isText {
            storage.stores.append(storage.nodes[step.index].text, to: &current)
            pending = steps.next(in: storage.nodes)
        }
        if current.count == 1 { current.removeAll(keepingCapacity: true) }
    }

    private mutating func append(_ name: XMLName) {
        append(name.local)
        current.append(contentsOf: storage.namespace(of: name).utf8)
        current.append(0)
    }

    private mutating func append(_ slice: XMLSlice) {
        storage.stores.append(slice, to: &current)
        current.append(0)
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
}
