extension XML {
    /// Goes through a node and all that is in it in document order; elements and documents come twice, where they begin and
    /// where they end.
    ///
    /// ```swift
    /// for step in document.walk where step.phase == .begin && step.node.isElement {
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

        /// The next step, or nil behind the last one.
        public mutating func next() -> Step? {
            let depth = steps.depth
            guard let (index, isEnd) = steps.next(in: storage.nodes) else { return nil }
            let node = XML.Node(storage, index)
            return isEnd
                ? Step(phase: .end, node: node, depth: depth - 1) : Step(phase: .begin, node: node, depth: depth)
        }
    }
}

extension XML.Walk {
    /// One step on the way.
    public struct Step: Sendable {
        /// Whether the node begins or ends here.
        public let phase: Phase

        /// The node.
        public let node: XML.Node

        /// How many nodes it is inside of, counted from where the walk began.
        public let depth: Int
    }

    /// Whether a node begins or ends.
    public enum Phase: Sendable, Hashable {
        /// It begins; one that can have nothing in it also ends here.
        case begin

        /// An element or a document ends.
        case end
    }
}

extension XML.Node {
    /// This node and all that is in it, in document order.
    public var walk: XML.Walk { XML.Walk(self) }
}
