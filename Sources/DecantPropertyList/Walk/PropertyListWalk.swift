/// Goes through a value and all that is in it, without recursion: the one way in which values are compared, hashed and
/// described.
struct PropertyListWalk: IteratorProtocol {
    /// What is met on the way; the numbers are those of nodes.
    enum Event {
        /// An array, a set or a dictionary begins.
        case begin(Int)

        /// A member begins, whose value is the next event.
        case key(Int)

        /// A value without parts.
        case scalar(Int)

        /// An array, a set or a dictionary ends.
        case end(Int)
    }

    /// An open container.
    private struct Level {
        let container: Int
        let isDictionary: Bool
        var next: Int
        let end: Int
        /// The keys of a dictionary in another order than that of the document, the last one first.
        var order: [Int]?
    }

    let document: PropertyListDocument
    private let sortsKeys: Bool
    private var levels: [Level] = []
    private var pending: Int?

    /// Begins at a value.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - index: The node of the value.
    ///   - sortsKeys: Whether the members of dictionaries come by their keys instead of in the order of the document.
    init(_ document: PropertyListDocument, from index: Int, sortsKeys: Bool) {
        self.document = document
        self.sortsKeys = sortsKeys
        pending = index
    }

    mutating func next() -> Event? {
        if let value = pending {
            pending = nil
            return visit(value)
        }
        guard let level = levels.indices.last else { return nil }
        guard let child = nextChild(of: level) else { return .end(levels.removeLast().container) }
        guard levels[level].isDictionary else { return visit(child) }
        pending = document.next(after: child)
        return .key(child)
    }

    private mutating func visit(_ index: Int) -> Event {
        let kind = document.kind(of: index)
        guard kind.isContainer else { return .scalar(index) }
        let isDictionary = kind == .dictionary
        let order = isDictionary && sortsKeys ? document.keysInOrder(of: index) : nil
        let end = document.end(of: index)
        levels.append(Level(container: index, isDictionary: isDictionary, next: index + 2, end: end, order: order))
        return .begin(index)
    }

    private mutating func nextChild(of level: Int) -> Int? {
        if levels[level].order != nil { return levels[level].order?.popLast() }
        let child = levels[level].next
        guard child < levels[level].end else { return nil }
        let last = levels[level].isDictionary ? document.next(after: child) : child
        levels[level].next = document.next(after: last)
        return child
    }
}
