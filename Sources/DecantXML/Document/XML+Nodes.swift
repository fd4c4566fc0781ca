extension XML {
    /// Nodes of a document, in document order: children, descendants, or the matches of a path.
    ///
    /// Each node is found on demand.
    public struct Nodes: Sequence, IteratorProtocol, Sendable {
        private let storage: XMLDocumentStorage
        private let filter: XMLNodeFilter
        /// The remaining nodes of the innermost level.
        private var rest: Range<Int>
        /// The remaining nodes of the other levels; a path has a level for each step.
        private var outer: [Range<Int>] = []

        init(_ storage: XMLDocumentStorage, _ range: Range<Int>, _ filter: XMLNodeFilter = .all) {
            self.storage = storage
            self.filter = filter
            rest = range
        }

        /// Creates the matches of a path; a path without steps matches the node itself.
        init(_ node: XML.Node, _ path: XML.Path, _ namespaces: [String: String]) {
            let isEmpty = path.steps.isEmpty
            let filter = isEmpty ? .all : XMLNodeFilter.path(path.steps.map { $0.resolved(namespaces) })
            self.init(node.storage, isEmpty ? node.index..<node.record.end : node.childRange, filter)
        }

        /// The next node.
        public mutating func next() -> Node? {
            while true {
                if let index = nextIndex() {
                    guard case .path(let steps) = filter, outer.count + 1 < steps.count else {
                        return Node(storage, index)
                    }
                    outer.append(rest)
                    rest = index + 1..<storage.nodes[index].end
                } else {
                    guard let range = outer.popLast() else { return nil }
                    rest = range
                }
            }
        }

        /// Returns the next node of the innermost level that the filter accepts.
        private mutating func nextIndex() -> Int? {
            while let index = rest.first {
                let node = storage.nodes[index]
                rest = (filter.entersNodes ? index + 1 : node.end)..<rest.upperBound
                if filter.accepts(node, onLevel: outer.count, in: storage) { return index }
            }
            return nil
        }

        /// Whether the collection is empty.
        public var isEmpty: Bool { first == nil }
        /// The number of nodes.
        ///
        /// Counting visits every node.
        public var count: Int { reduce(0) { count, _ in count + 1 } }
        /// The first node.
        public var first: Node? { first { _ in true } }
    }
}

enum XMLNodeFilter: Sendable {
    case all
    /// All nodes and their descendants.
    case descendants
    case elements
    /// The elements that the steps of a path match, level by level.
    case path([XMLNameTest])

    fileprivate var entersNodes: Bool { if case .descendants = self { true } else { false } }

    fileprivate func accepts(_ node: XMLNode, onLevel level: Int, in storage: XMLDocumentStorage) -> Bool {
        switch self {
        case .all, .descendants: true
        case .elements: node.kind == .element
        case .path(let steps): node.kind == .element && steps[level].matches(node.name, in: storage)
        }
    }
}
