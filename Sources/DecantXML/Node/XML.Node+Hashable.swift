extension XML.Node: Hashable {
    /// Whether two nodes are of one kind and say the same, whatever is around them.
    ///
    /// Compared are, in document order: elements by the namespaces and local parts of their names, or by their names as they are
    /// written if namespaces were not processed; attributes by the same and by their values, in any order, without declarations
    /// of namespaces; text as a whole, CDATA sections among it; comments by their content; processing instructions by target and
    /// data. Prefixes, the form in which something was written, and the document type declaration do not count.
    public static func == (left: XML.Node, right: XML.Node) -> Bool {
        left.isIdentical(to: right) || XMLComparison(left.storage, right.storage).isSame(left.index, right.index)
    }

    /// Feeds what the node says to a hasher, so that equal nodes give equal hashes.
    public func hash(into hasher: inout Hasher) {
        storage.hash(index, into: &hasher)
    }
}

extension XML.Document: Hashable {
    /// Whether two documents say the same, which is for nodes described at ``XML/Node/==(_:_:)``.
    public static func == (left: XML.Document, right: XML.Document) -> Bool { left.node == right.node }

    /// Feeds what the document says to a hasher, so that equal documents give equal hashes.
    public func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
}
