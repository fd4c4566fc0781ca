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
        public func makeIterator() -> Iterator { Iterator(array) }

        /// Goes through the elements of an array.
        public struct Iterator: IteratorProtocol, Sendable {
            private let reference: DocumentReference
            private var index: Int
            private let end: Int

            init(_ array: JSON) {
                reference = array.reference
                index = array.index + 1
                end = array.flat[array.index].end
            }

            /// The next element, or nil behind the last one.
            public mutating func next() -> JSON? {
                guard index < end else { return nil }
                defer { index = reference.flat.next(after: index) }
                return JSON(reference, at: index)
            }
        }
    }
}

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
            private let reference: DocumentReference
            private var index: Int
            private let end: Int

            init(_ object: JSON) {
                reference = object.reference
                index = object.index + 1
                end = object.flat[object.index].end
            }

            /// The next member, or nil behind the last one.
            public mutating func next() -> (name: String, value: JSON)? {
                guard index < end else { return nil }
                let name = reference.flat.string(at: index)
                let value = JSON(reference, at: index + 1)
                index = reference.flat.next(after: index + 1)
                return (name, value)
            }
        }
    }
}
