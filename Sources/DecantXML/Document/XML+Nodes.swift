extension XML {
    /// Nodes of a document, in document order: children, descendants, or the matches of a path.
    ///
    /// Each node is found on demand.
    public struct Nodes: Sequence, IteratorProtocol, Sendable {
        private var siblings: XMLSiblings
        private var path: XMLPathWalk?

        init(_ storage: XMLDocumentStorage, _ range: Range<Int>, _ filter: XMLNodeFilter = .all) {
            siblings = XMLSiblings(storage, range, filter)
        }

        init(_ node: XML.Node, _ path: XML.Path, _ namespaces: [String: String]) {
            siblings = XMLSiblings(node.storage, 0..<0, .all)
            self.path = XMLPathWalk(node, path.steps.map { $0.resolved(namespaces) })
        }

        /// The next node.
        public mutating func next() -> Node? { path == nil ? siblings.next() : path?.next() }

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
    case written(String)
    case expanded(String, String)

    fileprivate func accepts(_ node: XMLNode, in storage: XMLDocumentStorage) -> Bool {
        switch self {
        case .all, .descendants: true
        case .elements: node.kind == .element
        case .written(let name): node.kind == .element && storage.stores.has(name, at: node.name.slice)
        case .expanded(let local, let namespace):
            node.kind == .element && storage.stores.has(local, at: node.name.local)
                && storage.namespace(of: node.name) == namespace
        }
    }
}

private struct XMLSiblings: Sendable {
    private let storage: XMLDocumentStorage
    private var rest: Range<Int>
    private let filter: XMLNodeFilter
    private let entersNodes: Bool

    init(_ storage: XMLDocumentStorage, _ range: Range<Int>, _ filter: XMLNodeFilter) {
        self.storage = storage
        rest = range
        self.filter = filter
        if case .descendants = filter { entersNodes = true } else { entersNodes = false }
    }

    mutating func next() -> XML.Node? {
        while !rest.isEmpty {
            let index = rest.lowerBound
            let node = storage.nodes[index]
            rest = (entersNodes ? index + 1 : node.end)..<rest.upperBound
            if filter.accepts(node, in: storage) { return XML.Node(storage, index) }
        }
        return nil
    }
}

/// An iterator over the elements at a path.
private struct XMLPathWalk: Sendable {
    private let storage: XMLDocumentStorage
    private let tests: [XMLNameMatcher]
    /// The remaining nodes of each active step.
    private var levels: [Range<Int>]
    /// The starting node, which is the result of a path without steps.
    private var itself: XML.Node?

    init(_ node: XML.Node, _ tests: [XMLNameMatcher]) {
        storage = node.storage
        self.tests = tests
        levels = tests.isEmpty ? [] : [node.childRange]
        itself = tests.isEmpty ? node : nil
    }

    mutating func next() -> XML.Node? {
        defer { itself = nil }
        while let level = levels.indices.last {
            guard let child = nextChild(on: level) else {
                levels.removeLast()
                continue
            }
            if level == tests.count - 1 { return XML.Node(storage, child) }
            levels.append(child + 1..<storage.nodes[child].end)
        }
        return itself
    }

    /// Returns the next element on a level that matches the step of that level.
    private mutating func nextChild(on level: Int) -> Int? {
        var index = levels[level].lowerBound
        let end = levels[level].upperBound
        while index < end {
            let record = storage.nodes[index]
            let child = index
            index = record.end
            guard record.kind == .element, tests[level].matches(record.name, in: storage) else { continue }
            levels[level] = index..<end
            return child
        }
        return nil
    }
}
