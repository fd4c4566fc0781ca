extension JSONValueBuilder {
    /// A container that is being filled.
    struct Level {
        /// The index behind its last node.
        let end: Int
        let isObject: Bool

        /// Its own name in the object around it.
        let name: String

        private var elements: [JSONValue] = []
        private var members: [JSONValue.Member] = []

        /// Begins the container that stands at a node.
        init(_ node: JSONNode, name: String) {
            end = node.end
            isObject = node.kind == .object
            self.name = name
            if isObject { members.reserveCapacity(node.count) } else { elements.reserveCapacity(node.count) }
        }

        /// Begins what is around the top: an array of one element.
        init(end: Int) {
            self.end = end
            isObject = false
            name = ""
        }

        /// Adds an element, or a member.
        @inline(__always)
        mutating func append(_ value: JSONValue, named name: String) {
            if isObject {
                members.append(JSONValue.Member(name: name, value: value))
            } else {
                elements.append(value)
            }
        }

        /// The array or object.
        var value: JSONValue { isObject ? .object(members) : .array(elements) }

        /// The first element of an array.
        var first: JSONValue? { elements.first }
    }
}
