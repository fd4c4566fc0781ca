/// Goes through an owned value and all that is in it, without recursion, the members of dictionaries by their keys.
struct PropertyListValueWalk: IteratorProtocol {
    /// What is met on the way.
    enum Event {
        /// A container begins.
        case begin(PropertyList.Kind, count: Int)

        /// A member begins, whose value is the next event.
        case key(String)

        /// A value without parts.
        case scalar(PropertyListValue)

        /// A container ends.
        case end(PropertyList.Kind)
    }

    /// An open container: its elements, or its members.
    private struct Level {
        let kind: PropertyList.Kind
        var elements: [PropertyListValue] = []
        var members: [PropertyListValue.Member] = []
        var next = 0
    }

    private var levels: [Level] = []
    private var pending: PropertyListValue?

    init(_ value: PropertyListValue) {
        pending = value
    }

    mutating func next() -> Event? {
        while true {
            if let value = pending {
                pending = nil
                return visit(value)
            }
            guard var level = levels.popLast() else { return nil }
            let position = level.next
            level.next += 1
            if level.elements.indices.contains(position) {
                pending = level.elements[position]
                levels.append(level)
            } else if level.members.indices.contains(position) {
                pending = level.members[position].value
                levels.append(level)
                return .key(level.members[position].key)
            } else {
                return .end(level.kind)
            }
        }
    }

    private mutating func visit(_ value: PropertyListValue) -> Event {
        switch value {
        case .array(let elements):
            levels.append(Level(kind: .array, elements: elements))
            return .begin(.array, count: elements.count)
        case .set(let elements):
            levels.append(Level(kind: .set, elements: elements))
            return .begin(.set, count: elements.count)
        case .dictionary(let members):
            levels.append(Level(kind: .dictionary, members: Self.inOrder(members)))
            return .begin(.dictionary, count: members.count)
        default: return .scalar(value)
        }
    }

    /// Members by their keys; those with the same one stay in their order.
    private static func inOrder(_ members: [PropertyListValue.Member]) -> [PropertyListValue.Member] {
        members.enumerated().sorted { left, right in
            if left.element.key.precedes(right.element.key) { return true }
            return !right.element.key.precedes(left.element.key) && left.offset < right.offset
        }.map(\.element)
    }
}
