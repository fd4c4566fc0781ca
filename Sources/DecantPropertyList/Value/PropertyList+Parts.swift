import DecantDocument

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
            private let reference: DocumentReference
            private var index: Int
            private let end: Int

            init(_ container: PropertyList) {
                reference = container.reference
                index = container.index + 1
                end = container.flat[container.index].end
            }

            /// The next element, or nil behind the last one.
            public mutating func next() -> PropertyList? {
                guard index < end else { return nil }
                defer { index = reference.flat.next(after: index) }
                return PropertyList(reference, at: index)
            }
        }
    }
}

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
            private let reference: DocumentReference
            private var index: Int
            private let end: Int

            init(_ dictionary: PropertyList) {
                reference = dictionary.reference
                index = dictionary.index + 1
                end = dictionary.flat[dictionary.index].end
            }

            /// The next member, or nil behind the last one.
            public mutating func next() -> (key: String, value: PropertyList)? {
                guard index < end else { return nil }
                let key = reference.flat.string(at: index)
                let value = index + 1
                index = reference.flat.next(after: value)
                return (key, PropertyList(reference, at: value))
            }
        }
    }
}
