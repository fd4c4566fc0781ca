extension XML.Node {
    /// The nodes inside this one, at any depth, in document order.
    public var descendants: XML.Nodes { XML.Nodes(storage, childRange, .descendants) }

    /// Calls a closure for this node and each node inside it, in document order, and another one where an element or a document
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
    /// Depth costs nothing: neither memory nor stack.
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

/// The steps through a node and its contents: the one way in which nodes are walked, printed, compared and hashed.
///
/// Where an element ends is found by the numbers of the nodes, so that depth costs neither memory nor stack.
struct XMLSteps {
    /// The node to come, unless the innermost open one ends before.
    private var index: Int
    /// The open nodes, as a number: the innermost one is a node's parent or the node itself.
    private var open: Int
    /// The node around all of it.
    private let outside: Int
    /// The number of open nodes.
    private(set) var depth = 0
    /// Whether there is nothing more.
    private var isDone = false

    init(from index: Int) {
        self.index = index
        // No node of what is walked has this number.
        outside = -1
        open = outside
    }

    /// The next node, and whether it ends here; nil after the last step.
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
