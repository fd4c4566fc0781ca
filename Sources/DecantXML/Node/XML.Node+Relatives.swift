extension XML.Node {
    /// The node around this one; nil for the document.
    public var parent: XML.Node? { index == 0 ? nil : XML.Node(storage, record.parent) }

    /// The node behind this one and all that is in it, in the same parent.
    public var nextSibling: XML.Node? {
        let record = record
        guard index > 0, record.end < storage.nodes[record.parent].end else { return nil }
        return XML.Node(storage, record.end)
    }

    /// The node before this one in the same parent.
    ///
    /// The way to it leads up from the last node in it.
    public var previousSibling: XML.Node? {
        let parent = record.parent
        guard index - 1 > parent else { return nil }
        var sibling = index - 1
        while storage.nodes[sibling].parent != parent { sibling = storage.nodes[sibling].parent }
        return XML.Node(storage, sibling)
    }

    /// What a prefix stands for inside of this element (Namespaces in XML 1.0 §6).
    ///
    /// Meant for names that stand in text, such as that of the fault in SOAP. The way up to the declaration is gone node by node.
    ///
    /// - Parameter prefix: The prefix; empty for names without one.
    /// - Returns: The name of the namespace, or nil if there is none.
    public func namespace(ofPrefix prefix: String) -> String? {
        if prefix == "xml" { return storage.namespaces[Int(XMLNamespaceID.xml.rawValue)] }
        let wanted = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix
        var node: XML.Node? = self
        while let current = node {
            if let name = current.namespaceDeclarations[wanted] { return name.isEmpty ? nil : name }
            node = current.parent
        }
        return nil
    }
}
