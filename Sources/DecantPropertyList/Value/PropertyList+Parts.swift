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
        public func makeIterator() -> some IteratorProtocol<PropertyList> & Sendable { DocumentElements(container) }
    }

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
        public func makeIterator() -> some IteratorProtocol<(key: String, value: PropertyList)> & Sendable {
            DocumentMembers(dictionary)
        }
    }
}
