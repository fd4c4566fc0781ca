/// Goes through a value and all that is in it, without recursion: the one way in which values are printed, compared, hashed
/// and converted.
struct JSONWalk: IteratorProtocol {
    /// What is met on the way; the numbers are those of nodes.
    enum Event {
        /// An array or object begins.
        case begin(Int)

        /// A member begins, whose value is the next event.
        case name(Int)

        /// A value without parts.
        case scalar(Int)

        /// An array or object ends.
        case end(Int)
    }

    /// An open container.
    private struct Level {
        let container: Int
        let isObject: Bool
        var next: Int
        let end: Int
        /// The names of an object in another order than that of the text, the last one first.
        var order: [Int]?
    }

    let document: JSONDocument
    private let sortsNames: Bool
    private var levels: [Level] = []
    private var pending: Int?

    /// Begins at a value.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - index: The node of the value.
    ///   - sortsNames: Whether the members of objects come in the order of RFC 8785 §3.2.3 instead of that of the text.
    init(_ document: JSONDocument, from index: Int, sortsNames: Bool) {
        self.document = document
        self.sortsNames = sortsNames
        pending = index
    }

    mutating func next() -> Event? {
        if let value = pending {
            pending = nil
            return visit(value)
        }
        guard let level = levels.indices.last else { return nil }
        guard let child = nextChild(of: level) else { return .end(levels.removeLast().container) }
        guard levels[level].isObject else { return visit(child) }
        pending = child + 1
        return .name(child)
    }

    private mutating func visit(_ index: Int) -> Event {
        let node = document.nodes[index]
        guard node.kind.isContainer else { return .scalar(index) }
        let isObject = node.kind == .object
        let order = isObject && sortsNames ? document.namesInOrder(of: index) : nil
        levels.append(Level(container: index, isObject: isObject, next: index + 1, end: node.end, order: order))
        return .begin(index)
    }

    private mutating func nextChild(of level: Int) -> Int? {
        if levels[level].order != nil { return levels[level].order?.popLast() }
        let child = levels[level].next
        guard child < levels[level].end else { return nil }
        levels[level].next = document.next(after: levels[level].isObject ? child + 1 : child)
        return child
    }
}
