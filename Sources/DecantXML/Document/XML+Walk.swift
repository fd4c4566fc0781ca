extension XML {
    /// Iterates over a node and its descendants in document order; elements and documents come twice, where they begin and
    /// where they end.
    ///
    /// ```swift
    /// for step in document.walk where !step.isEnd && step.node.isElement {
    ///     print(String(repeating: "  ", count: step.depth), step.node.name)
    /// }
    /// ```
    ///
    /// Depth costs nothing: neither memory nor stack.
    public struct Walk: Sequence, IteratorProtocol, Sendable {
        private let storage: XMLDocumentStorage
        private var steps: XMLSteps

        init(_ node: XML.Node) {
            storage = node.storage
            steps = XMLSteps(from: node.index)
        }

        /// The next step, or nil after the last one: the node; whether it, an element or a document, ends here, and does not begin;
        /// and how many nodes it is inside of, counted from where the walk began.
        public mutating func next() -> (node: XML.Node, isEnd: Bool, depth: Int)? {
            let depth = steps.depth
            guard let (index, isEnd) = steps.next(in: storage.nodes) else { return nil }
            let node = XML.Node(storage, index)
            return (node, isEnd, isEnd ? depth - 1 : depth)
        }
    }
}

extension XML.Node {
    /// This node and its contents, in document order.
    public var walk: XML.Walk { XML.Walk(self) }
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
    mutating func next(in nodes: borrowing [XMLNode]) -> (index: Int, isEnd: Bool)? {
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
