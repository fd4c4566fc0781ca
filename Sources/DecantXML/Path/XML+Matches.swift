extension XML {
    /// The elements that a path leads to, in document order, looked for as they are asked for.
    public struct Matches: Sequence, Sendable {
        private let node: XML.Node
        private let tests: [XMLNameMatcher]

        init(_ node: XML.Node, _ path: XML.Path, _ namespaces: [String: String]) {
            self.node = node
            tests = path.steps.map { $0.resolved(namespaces) }
        }

        /// Goes through the elements.
        public func makeIterator() -> Iterator { Iterator(node, tests) }

        /// Whether there are none.
        public var isEmpty: Bool { first == nil }

        /// The number of elements, which are counted one by one.
        public var count: Int { reduce(0) { count, _ in count + 1 } }

        /// The first element, if there is one.
        public var first: XML.Node? { first { _ in true } }
    }
}

extension XML.Matches {
    /// Goes through the elements that a path leads to.
    public struct Iterator: IteratorProtocol, Sendable {
        private let storage: XMLDocumentStorage
        private let tests: [XMLNameMatcher]
        /// For each step that is under way, the nodes still to look at.
        private var levels: [Range<Int>]
        /// The node itself, which is what a path without steps leads to.
        private var itself: XML.Node?

        fileprivate init(_ node: XML.Node, _ tests: [XMLNameMatcher]) {
            storage = node.storage
            self.tests = tests
            levels = tests.isEmpty ? [] : [node.childRange]
            itself = tests.isEmpty ? node : nil
        }

        /// The next element, or nil behind the last one.
        public mutating func next() -> XML.Node? {
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

        /// The next element on a level that the step there leads to.
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
}
