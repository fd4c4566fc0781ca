extension JSON {
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
        public func makeIterator() -> Iterator { Iterator(object) }

        /// Goes through the members of an object.
        public struct Iterator: IteratorProtocol, Sendable {
            private let owner: Owner
            private var index: Int
            private let end: Int

            init(_ object: JSON) {
                owner = object.owner
                index = object.index + 1
                end = object.document.nodes[object.index].end
            }

            /// The next member, or nil behind the last one.
            public mutating func next() -> (name: String, value: JSON)? {
                guard index < end else { return nil }
                let name = owner.document.string(at: index)
                let value = JSON(owner: owner, index: index + 1)
                index = owner.document.next(after: index + 1)
                return (name, value)
            }
        }
    }
}
