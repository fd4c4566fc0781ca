extension PropertyList {
    /// The members of a dictionary, in the order of the document.
    public struct Members: Sequence, Sendable {
        private let dictionary: PropertyList

        init(_ dictionary: PropertyList) {
            self.dictionary = dictionary
        }

        /// The number of members.
        public var count: Int { dictionary.count }

        /// The number of members.
        public var underestimatedCount: Int { dictionary.count }

        /// Goes through the members.
        public func makeIterator() -> Iterator { Iterator(dictionary) }

        /// Goes through the members of a dictionary.
        public struct Iterator: IteratorProtocol, Sendable {
            private let owner: Owner
            private var index: Int
            private let end: Int

            init(_ dictionary: PropertyList) {
                owner = dictionary.owner
                index = dictionary.index + 2
                end = dictionary.document.end(of: dictionary.index)
            }

            /// The next member, or nil behind the last one.
            public mutating func next() -> (key: String, value: PropertyList)? {
                guard index < end else { return nil }
                let key = owner.document.string(at: index)
                let value = owner.document.next(after: index)
                index = owner.document.next(after: value)
                return (key, PropertyList(owner: owner, index: value))
            }
        }
    }
}
