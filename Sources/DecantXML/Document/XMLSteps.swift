extension XML.Node {
    /// The descendants of this node, in document order.
    public var descendants: XML.Nodes { XML.Nodes(storage, childRange, .descendants) }

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
    /// The next node, unless the innermost open node ends before it.
    private var index: Int
    /// The index of the innermost open node.
    private var open: Int
    /// The value of `open` outside the traversed node.
    private let outside: Int
    private(set) var depth = 0
    private var isDone = false

    init(from index: Int) {
        self.index = index
        // No traversed node has this index.
        outside = -1
        open = outside
    }

    /// Returns the next node and whether it ends here, or nil after the last step.
    mutating func next(in nodes: XMLDocumentNodes) -> (index: Int, isEnd: Bool)? {
        if open != outside, nodes[open].end == index {
            let ended = open
            depth -= 1
            open = depth == 0 ? outside : nodes[ended].parent
            isDone = depth == 0
            return (ended, true)
        }
        guard !isDone else { return nil }
        let begun = index
        index += 1
        if nodes[begun].kind.isContainer {
            open = begun
            depth += 1
        } else {
            isDone = depth == 0
        }
        return (begun, false)
    }
}
