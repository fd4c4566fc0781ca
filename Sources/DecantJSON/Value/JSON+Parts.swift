import DecantDocument

extension JSON {
    /// The elements of an array, in order.
    public struct Elements: Sequence, Sendable {
        private let array: JSON

        init(_ array: JSON) {
            self.array = array
        }

        /// The number of elements.
        public var count: Int { array.count }

        /// The number of elements.
        public var underestimatedCount: Int { array.count }

        /// Goes through the elements.
        public func makeIterator() -> some IteratorProtocol<JSON> & Sendable { DocumentElements(array) }
    }

    /// The members of an object, in the order of the text.
    public struct Members: Sequence, Sendable {
        private let object: JSON

        init(_ object: JSON) {
            self.object = object
        }

        /// The number of members.
        public var count: Int { object.count }

        /// The number of members.
        public var underestimatedCount: Int { object.count }

        /// Goes through the members.
        public func makeIterator() -> some IteratorProtocol<(key: String, value: JSON)> & Sendable {
            DocumentMembers(object)
        }
    }
}
