/// Nodes of a document, in document order: children, descendants, or the matches of a path.
///
/// Each node is found on demand. The index of a node is its index in the document, so an index has no state of a search:
/// the ancestors of a match lead to the steps of its path.
struct XMLNodes: Collection, Sendable {
    private let storage: XMLDocumentStorage
    private let filter: XMLNodeFilter
    let startIndex: Int
    let endIndex: Int

    init(_ storage: XMLDocumentStorage, _ range: Range<Int>, _ filter: XMLNodeFilter = .all) {
        self.storage = storage
        self.filter = filter
        endIndex = range.upperBound
        startIndex = filter.first(from: range.lowerBound, to: endIndex, in: storage)
    }

    /// Creates the matches of a path; a path without steps matches the node itself.
    init(_ node: XML.Node, _ path: XML.Path, _ namespaces: [String: String]) {
        let isEmpty = path.steps.isEmpty
        let filter = isEmpty ? .all : XMLNodeFilter.path(path.steps.map { $0.resolved(namespaces) })
        self.init(node.storage, isEmpty ? node.index..<node.record.end : node.childRange, filter)
    }

    subscript(index: Int) -> XML.Node { XML.Node(storage, index) }

    func index(after index: Int) -> Int { filter.next(after: index, to: endIndex, in: storage) }
}

enum XMLNodeFilter: Sendable {
    case all
    /// All nodes and their descendants.
    case descendants
    case elements
    /// The elements that the steps of a path match, level by level.
    case path([XMLNameTest])

    /// Returns the first accepted node from an index, or the end.
    fileprivate func first(from start: Int, to end: Int, in storage: XMLDocumentStorage) -> Int {
        switch self {
        case .all, .descendants: return start
        case .elements:
            var index = start
            while index < end, storage.nodes[index].kind != .element { index = storage.nodes[index].end }
            return index
        case .path(let steps):
            return Self.match(of: steps, from: start, level: 0, parent: 0, to: end, in: storage)
        }
    }

    /// Returns the accepted node after another one, or the end.
    fileprivate func next(after index: Int, to end: Int, in storage: XMLDocumentStorage) -> Int {
        let node = storage.nodes[index]
        switch self {
        case .all: return node.end
        case .descendants: return index + 1
        case .elements: return first(from: node.end, to: end, in: storage)
        case .path(let steps):
            let level = steps.count - 1
            return Self.match(of: steps, from: node.end, level: level, parent: node.parent, to: end, in: storage)
        }
    }

    /// Returns the first match of a path from an index, or the end.
    ///
    /// - Parameters:
    ///   - level: The number of steps that lead to the parent of the node at the index.
    ///   - parent: The parent, which is not used on the first level.
    private static func match(
        of steps: [XMLNameTest],
        from start: Int,
        level: Int,
        parent: Int,
        to end: Int,
        in storage: XMLDocumentStorage
    ) -> Int {
        var (index, level, parent) = (start, level, parent)
        while index < end {
            if level > 0, index >= storage.nodes[parent].end {
                level -= 1
                parent = storage.nodes[parent].parent
                continue
            }
            let node = storage.nodes[index]
            guard node.kind == .element, steps[level].matches(node.name, in: storage) else {
                index = node.end
                continue
            }
            if level + 1 == steps.count { return index }
            level += 1
            parent = index
            index += 1
        }
        return end
    }
}

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

    init(from index: Int) {
        top = index
        self.index = index
    }

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
