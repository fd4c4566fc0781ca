import DecantCore

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
            guard items.isSame(as: &others) else { return false }
        }
    }

    /// Feeds the content of the node to a hasher.
    ///
    /// Equal nodes have equal hashes.
    public func hash(into hasher: inout Hasher) {
        var items = XMLContent(of: self)
        while items.advance() { items.hash(into: &hasher) }
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

/// An iterator over the content that a comparison of two nodes considers.
///
/// CDATA sections count as text, and adjacent texts are joined. XML text contains no zero byte, which separates parts.
private struct XMLContent {
    private let storage: XMLDocumentStorage
    private var steps: XMLSteps
    /// The step after a text, already taken in order to find the end of the text.
    private var pending: (index: Int, isEnd: Bool)?
    /// The node of the current item.
    private var index = 0
    /// The kind of the node; the largest number for the end of an element.
    private var kind = UInt8.max
    /// The local name of an element, or the characters of another node; empty if they are in ``bytes``.
    private var slice = XMLSlice.empty
    private var namespace = XMLNamespaceID.none
    /// The attributes of an element, the data of a processing instruction, or a text in several parts.
    private var bytes: [UInt8] = []

    init(of node: XML.Node) {
        storage = node.storage
        steps = XMLSteps(from: node.index)
    }

    /// Advances to the next item; returns false after the last one.
    mutating func advance() -> Bool {
        repeat {
            guard let step = pending ?? steps.next(in: storage.nodes) else { return false }
            pending = nil
            index = step.index
            if !bytes.isEmpty { bytes.removeAll(keepingCapacity: true) }
            if step.isEnd { readEnd() } else { read(storage.nodes[index]) }
        } while kind == XMLNode.Kind.text.rawValue && slice.isEmpty && bytes.isEmpty
        return true
    }

    private mutating func readEnd() {
        kind = .max
        slice = .empty
        namespace = .none
    }

    private mutating func read(_ node: XMLNode) {
        kind = node.kind.rawValue
        slice = node.text
        namespace = .none
        switch node.kind {
        case .element:
            slice = node.name.local
            namespace = node.namespace
            if !storage.attributeRange(of: index).isEmpty { append(storage.plainAttributes(of: index)) }
        case .text, .cdata:
            kind = XMLNode.Kind.text.rawValue
            pending = steps.next(in: storage.nodes)
            while let step = pending, !step.isEnd, storage.nodes[step.index].kind.isText {
                storage.stores.append(slice, to: &bytes)
                slice = .empty
                storage.stores.append(storage.nodes[step.index].text, to: &bytes)
                pending = steps.next(in: storage.nodes)
            }
        case .processingInstruction: storage.stores.append(storage.data(of: index), to: &bytes)
        default: break
        }
    }

    private mutating func append(_ attributes: some Sequence<XMLAttributeRecord>) {
        for attribute in attributes {
            storage.stores.append(attribute.name.local, to: &bytes)
            bytes.append(0)
            bytes.append(contentsOf: storage.namespace(of: attribute.name).utf8)
            bytes.append(0)
            storage.stores.append(attribute.value, to: &bytes)
            bytes.append(0)
        }
    }

    private var namespaceName: String { storage.namespaces[Int(namespace.rawValue)] }

    private mutating func sortAttributes() {
        guard kind == XMLNode.Kind.element.rawValue, !bytes.isEmpty else { return }
        bytes.removeAll(keepingCapacity: true)
        append(storage.sorted(storage.plainAttributes(of: index)))
    }

    /// Returns whether the current item equals the current item of another iterator.
    mutating func isSame(as other: inout XMLContent) -> Bool {
        guard kind == other.kind else { return false }
        guard namespace == .none && other.namespace == .none || namespaceName == other.namespaceName else {
            return false
        }
        if slice.isEmpty != other.slice.isEmpty {
            // One of the texts is in several parts.
            let (text, whole) = slice.isEmpty ? (other, bytes) : (self, other.bytes)
            return text.storage.stores.withBytes(text.slice) { $0.hasBytes(of: whole.elementSpan) }
        }
        guard storage.stores.isSame(slice, as: other.slice, of: other.storage.stores) else { return false }
        if bytes.elementSpan.hasBytes(of: other.bytes.elementSpan) { return true }
        guard bytes.count == other.bytes.count else { return false }
        sortAttributes()
        other.sortAttributes()
        return bytes.elementSpan.hasBytes(of: other.bytes.elementSpan)
    }

    mutating func hash(into hasher: inout Hasher) {
        sortAttributes()
        hasher.combine(kind)
        if !slice.isEmpty { storage.stores.withBytes(slice) { $0.hash(into: &hasher) } }
        if !bytes.isEmpty { bytes.elementSpan.hash(into: &hasher) }
        if namespace != .none { hasher.combine(namespaceName) }
    }
}

extension XMLDocumentStorage {
    /// Returns the attributes of an element, excluding namespace declarations.
    func plainAttributes(of index: Int) -> some Sequence<XMLAttributeRecord> {
        records(of: index).lazy.filter { !$0.flags.contains(.declaresNamespace) }
    }

    /// Sorts attributes by namespace, then by local name, as Canonical XML does (§2.3).
    func sorted(_ attributes: some Sequence<XMLAttributeRecord>) -> [XMLAttributeRecord] {
        attributes.sorted { left, right in
            guard left.name.namespace == right.name.namespace else {
                return namespace(of: left.name).utf8.lexicographicallyPrecedes(namespace(of: right.name).utf8)
            }
            return stores.isOrdered(left.name.local, before: right.name.local)
        }
    }
}
