public import DecantCore

extension XML {
    /// A node of a document.
    ///
    /// Creating a node costs nothing, and a node keeps the whole document alive.
    public struct Node: Sendable {
        package let storage: XMLDocumentStorage
        package let index: Int

        package init(_ storage: XMLDocumentStorage, _ index: Int) {
            self.storage = storage
            self.index = index
        }

        package var record: XMLNode { storage.nodes[index] }
    }
}

extension XML.Node {
    /// The kind of a node.
    public enum Kind: String, Sendable, Hashable {
        /// The whole document.
        case document
        /// An element.
        case element
        /// Character data, including the CDATA sections in it unless they are kept separate.
        case text
        /// A CDATA section.
        ///
        /// Occurs only with ``XML/Options/keepsCDATA``.
        case cdata
        /// A comment.
        case comment
        /// A processing instruction.
        case processingInstruction
    }

    /// The kind of the node.
    public var kind: Kind { record.kind.nodeKind }

    /// Whether the node is an element.
    public var isElement: Bool { record.kind == .element }
    /// The document that contains the node.
    public var document: XML.Document { XML.Document(storage) }

    /// The name of an element, or the target of a processing instruction; empty for other nodes.
    public var name: XML.Name {
        let record = record
        let hasName = record.kind == .element || record.kind == .processingInstruction
        return XML.Name(storage, hasName ? record.name : .nameless(.empty))
    }

    /// The position in the text where the node begins.
    ///
    /// For a node from an entity, it is the position of the reference. Each access counts lines from the beginning of
    /// the text.
    public var position: SourcePosition { storage.source.position(of: record.offset) }

    /// Returns whether two values represent the same node of the same document.
    public func isIdentical(to other: XML.Node) -> Bool { storage === other.storage && index == other.index }

    /// The parent node; nil for the document.
    public var parent: XML.Node? { index == 0 ? nil : XML.Node(storage, record.parent) }

    /// The next sibling.
    public var nextSibling: XML.Node? {
        let record = record
        guard index > 0, record.end < storage.nodes[record.parent].end else { return nil }
        return XML.Node(storage, record.end)
    }

    /// The previous sibling.
    ///
    /// To find it, the search starts at the last descendant of the sibling and moves up.
    public var previousSibling: XML.Node? {
        let parent = record.parent
        guard index - 1 > parent else { return nil }
        var sibling = index - 1
        while storage.nodes[sibling].parent != parent { sibling = storage.nodes[sibling].parent }
        return XML.Node(storage, sibling)
    }

    /// Returns the namespace bound to a prefix inside this element (Namespaces in XML 1.0 §6).
    ///
    /// Use this method for names that occur in text, such as the fault code in SOAP. The search moves up node by node
    /// to the declaration.
    ///
    /// - Parameter prefix: The prefix; empty for names without a prefix.
    /// - Returns: The name of the namespace, or nil if the prefix is not bound.
    public func namespace(ofPrefix prefix: String) -> String? {
        if prefix == "xml" { return storage.namespaces[Int(XMLNamespaceID.xml.rawValue)] }
        let wanted = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
        var node: XML.Node? = self
        while let current = node {
            if let name = current.namespaceDeclaration(named: wanted) { return name.isEmpty ? nil : name }
            node = current.parent
        }
        return nil
    }

    /// The child nodes in document order.
    ///
    /// Only documents and elements have children.
    public var children: XML.Nodes { XML.Nodes(storage, childRange) }
    /// The child elements in document order.
    public var elements: XML.Nodes { XML.Nodes(storage, childRange, .elements) }

    /// Returns the child elements with a name as written, including its prefix, in document order.
    public func elements(named name: String) -> XML.Nodes { XML.Nodes(storage, childRange, .written(name)) }

    /// Returns the child elements with a local name in a namespace, or in no namespace if it is nil, in document order.
    public func elements(named local: String, in namespace: String?) -> XML.Nodes {
        XML.Nodes(storage, childRange, .expanded(local, namespace ?? ""))
    }

    /// The indices of all descendants.
    package var childRange: Range<Int> {
        let record = record
        return record.kind.isContainer ? index + 1..<record.end : 0..<0
    }
}

extension XMLNode.Kind {
    /// The public kind of a node.
    var nodeKind: XML.Node.Kind {
        switch self {
        case .element: .element
        case .text: .text
        case .cdata: .cdata
        case .comment: .comment
        case .processingInstruction: .processingInstruction
        default: .document
        }
    }
}

extension XML.Node {
    /// The text of the node.
    ///
    /// For a text, a CDATA section, or a comment: its characters. For a processing instruction: its data. For an
    /// element or a document: all text in it, at any depth, in document order.
    public var text: String {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.string(record.text)
        case .processingInstruction: return storage.stores.string(storage.data(of: index))
        default: return joined(index + 1..<record.end)
        }
    }

    /// The text directly in an element, excluding text in its child elements.
    ///
    /// For other nodes, the same as ``text``.
    public var ownText: String { isElement ? joined(index + 1..<record.end, in: index) : text }

    /// Returns whether ``text`` equals a string, scalar by scalar.
    ///
    /// A string is created only if the text has several parts.
    public func hasText(_ text: String) -> Bool {
        let record = record
        switch record.kind {
        case .text, .cdata, .comment: return storage.stores.has(text, at: record.text)
        case .element where record.end == index + 2 && storage.nodes[index + 1].kind.isText:
            return storage.stores.has(text, at: storage.nodes[index + 1].text)
        default: return self.text.utf8.elementsEqual(text.utf8)
        }
    }

    /// Joins the text of the nodes in a range, optionally only of the children of `parent`.
    private func joined(_ range: Range<Int>, in parent: Int? = nil) -> String {
        var texts = range.lazy.filter { [storage] index in
            storage.nodes[index].kind.isText && (parent == nil || storage.nodes[index].parent == parent)
        }.makeIterator()
        guard let first = texts.next() else { return "" }
        guard let second = texts.next() else { return storage.stores.string(storage.nodes[first].text) }
        var bytes: [UInt8] = []
        storage.stores.append(storage.nodes[first].text, to: &bytes)
        storage.stores.append(storage.nodes[second].text, to: &bytes)
        while let next = texts.next() { storage.stores.append(storage.nodes[next].text, to: &bytes) }
        return bytes.span.string
    }

    /// Creates an error about the node with its position in the text.
    package func error(
        _ code: ResponseError.Code,
        _ message: String,
        path: [CodingPathComponent] = [],
        hint: String? = nil
    ) -> ResponseError {
        ResponseError(code, message, at: .text(record.offset, storage.source), path: path, hint: hint)
    }
}
