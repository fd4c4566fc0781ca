extension PropertyListValueBuilder {
    /// A container that is being filled.
    struct Level {
        /// The index behind its last node.
        let end: Int
        let kind: PropertyListNode.Kind

        /// Its own key in the dictionary around it.
        let key: String

        private var elements: [PropertyListValue] = []
        private var members: [PropertyListValue.Member] = []

        /// Begins a container.
        init(_ kind: PropertyListNode.Kind, end: Int, count: Int, key: String) {
            self.end = end
            self.kind = kind
            self.key = key
            if kind == .dictionary { members.reserveCapacity(count) } else { elements.reserveCapacity(count) }
        }

        /// Begins what is around the top: an array of one element.
        init(end: Int) {
            self.init(.array, end: end, count: 1, key: "")
        }

        @inline(__always)
        var isDictionary: Bool { kind == .dictionary }

        /// Adds an element, or a member.
        @inline(__always)
        mutating func append(_ value: PropertyListValue, key: String) {
            if isDictionary {
                members.append(PropertyListValue.Member(key: key, value: value))
            } else {
                elements.append(value)
            }
        }

        /// The container.
        var value: PropertyListValue {
            switch kind {
            case .dictionary: .dictionary(members)
            case .set: .set(elements)
            default: .array(elements)
            }
        }

        /// The first element of an array.
        var first: PropertyListValue? { elements.first }
    }
}
