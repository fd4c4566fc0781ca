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
        public func makeIterator() -> Iterator { Iterator(array) }

        /// Goes through the elements of an array.
        public struct Iterator: IteratorProtocol, Sendable {
            private let owner: Owner
            private var index: Int
            private let end: Int

            init(_ array: JSON) {
                owner = array.owner
                index = array.index + 1
                end = array.document.nodes[array.index].end
            }

            /// The next element, or nil behind the last one.
            public mutating func next() -> JSON? {
                guard index < end else { return nil }
                defer { index = owner.document.next(after: index) }
                return JSON(owner: owner, index: index)
            }
        }
    }
}
