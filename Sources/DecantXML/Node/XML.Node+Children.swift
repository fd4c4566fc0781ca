extension XML.Node {
    /// The nodes in this one, in document order, without what is in those; there are none in any but documents and elements.
    public var children: Children { Children(storage, childRange) }

    /// The elements in this one, in document order, without what is in those.
    public var elements: Children { Children(storage, childRange, .elements) }

    /// The elements in this one that have a name.
    ///
    /// - Parameter name: The name as it is written, with its prefix.
    /// - Returns: The elements in document order.
    public func elements(named name: String) -> Children { Children(storage, childRange, .written(name)) }

    /// The elements in this one that have a name in a namespace.
    ///
    /// - Parameters:
    ///   - local: The name without its prefix.
    ///   - namespace: The name of the namespace; nil for none.
    /// - Returns: The elements in document order.
    public func elements(named local: String, in namespace: String?) -> Children {
        Children(storage, childRange, .expanded(local, namespace ?? ""))
    }

    /// The indices of all nodes in this one.
    package var childRange: Range<Int> {
        let record = record
        return record.kind.isContainer ? index + 1..<record.end : 0..<0
    }

    /// Nodes that stand beside each other.
    public struct Children: Sequence, Sendable {
        fileprivate let storage: XMLDocumentStorage
        fileprivate let range: Range<Int>
        fileprivate let filter: Filter

        init(_ storage: XMLDocumentStorage, _ range: Range<Int>, _ filter: Filter = .all) {
            self.storage = storage
            self.range = range
            self.filter = filter
        }

        /// Goes through the nodes.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// Whether there are none.
        public var isEmpty: Bool { first == nil }

        /// The number of nodes, which are counted one by one.
        public var count: Int { reduce(0) { count, _ in count + 1 } }

        /// The first node.
        public var first: XML.Node? { first { _ in true } }
    }
}

extension XML.Node.Children {
    /// Which nodes are gone through.
    enum Filter: Sendable {
        case all
        case elements
        case written(String)
        case expanded(String, String)

        fileprivate func accepts(_ node: XML.Node) -> Bool {
            switch self {
            case .all: true
            case .elements: node.isElement
            case .written(let name): node.isElement && node.name == name
            case .expanded(let local, let namespace): node.isElement && node.name.matches(local, in: namespace)
            }
        }
    }

    /// Goes through nodes that stand beside each other.
    public struct Iterator: IteratorProtocol, Sendable {
        private let children: XML.Node.Children
        private var index: Int

        fileprivate init(_ children: XML.Node.Children) {
            self.children = children
            index = children.range.lowerBound
        }

        /// The next node, or nil behind the last one.
        public mutating func next() -> XML.Node? {
            while index < children.range.upperBound {
                let node = XML.Node(children.storage, index)
                index = node.record.end
                if children.filter.accepts(node) { return node }
            }
            return nil
        }
    }
}
