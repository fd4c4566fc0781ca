extension XML.Node {
    /// The descendants of this node, in document order.
    public var descendants: some Collection<XML.Node> & Sendable { XMLNodes(storage, childRange, .descendants) }

    /// Calls `begin` for this node and each descendant in document order, and `end` where an element or a document
    /// ends.
    ///
    /// ```swift
    /// var depth = 0
    /// document.root.walk { node in
    ///     if node.isElement { print(String(repeating: "  ", count: depth), node.name) }
    ///     if node.isElement { depth += 1 }
    /// } end: { _ in
    ///     depth -= 1
    /// }
    /// ```
    ///
    /// Nesting depth costs neither heap memory nor stack space.
    public func walk<Failure: Error>(
        begin: (XML.Node) throws(Failure) -> Void,
        end: (XML.Node) throws(Failure) -> Void
    ) throws(Failure) {
        var steps = XMLSteps(from: index)
        while let step = steps.next(in: storage.nodes) {
            let node = XML.Node(storage, step.index)
            if step.isEnd { try end(node) } else { try begin(node) }
        }
    }
}

/// A traversal of a node and its descendants, shared by walking, printing, comparing, and hashing.
///
/// The ends of elements are determined from node indices, so nesting depth costs neither heap memory nor stack space.
struct XMLSteps {
    private let top: Int
    /// The next node, unless the innermost open node ends before it.
    private var index: Int
    /// The innermost open node.
    private var open: Int?

    init(from index: Int) { (top, self.index) = (index, index) }

    /// Returns the next node and whether it ends here, or nil after the last step.
    mutating func next(in nodes: XMLDocumentNodes) -> (index: Int, isEnd: Bool)? {
        if let ended = open, nodes[ended].end == index {
            open = ended == top ? nil : nodes[ended].parent
            return (ended, true)
        }
        guard index < nodes[top].end else { return nil }
        defer { index += 1 }
        if nodes[index].kind.isContainer { open = index }
        return (index, false)
    }
}
