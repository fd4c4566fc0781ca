extension PropertyList {
    /// The elements of an array or a set, in the order of the document.
    public struct Elements: Sequence, Sendable {
        private let container: PropertyList

        init(_ container: PropertyList) {
            self.container = container
        }

        /// The number of elements.
        public var count: Int { container.count }

        /// The number of elements.
        public var underestimatedCount: Int { container.count }

        /// Goes through the elements.
        public func makeIterator() -> Iterator { Iterator(container) }

        /// Goes through the elements of a container.
        public struct Iterator: IteratorProtocol, Sendable {
            private let owner: Owner
            private var index: Int
            private let end: Int

            init(_ container: PropertyList) {
                owner = container.owner
                index = container.index + 2
                end = container.document.end(of: container.index)
            }

            /// The next element, or nil behind the last one.
            public mutating func next() -> PropertyList? {
                guard index < end else { return nil }
                defer { index = owner.document.next(after: index) }
                return PropertyList(owner: owner, index: index)
            }
        }
    }
}
