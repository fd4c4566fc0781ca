public import DecantCore
import DecantDocument

extension JSON {
    /// The members of an object, to be read directly; it is lent and cannot be kept.
    ///
    /// A look-up goes on where the last match ended, so members in the order of the questions are found at once. Of several
    /// members with the same name it finds the first, in whatever order they are asked for (`MemberCursor` says how).
    public struct ObjectReader: ~Escapable {
        let borrowed: BorrowedDocument
        private let node: Int
        private let end: Int
        private var members: MemberCursor

        /// Looks at the members of an object.
        @_lifetime(copy value)
        init(_ value: borrowing Reader) {
            borrowed = value.borrowed
            node = value.node
            end = borrowed.flat[node].end
            members = MemberCursor(node, end: end)
        }

        /// The document.
        @inline(__always)
        private var flat: FlatDocument { borrowed.flat }

        /// The value of a member.
        ///
        /// - Parameter key: The name of the member.
        /// - Returns: A reader of the value.
        /// - Throws: ``ResponseError`` if there is no such member.
        @_lifetime(copy self)
        public mutating func value(_ key: StaticString) throws(ResponseError) -> Reader {
            let value = members.find(MemberName(key), in: node, of: flat)
            if _slowPath(value < 0) { throw missing(key) }
            return Reader(self, at: value)
        }

        /// The value of a member, null if there is none.
        ///
        /// - Parameter key: The name of the member.
        /// - Returns: A reader of the value, or nil if the member is not there or null.
        @_lifetime(copy self)
        public mutating func valueIfPresent(_ key: StaticString) -> Reader? {
            let value = members.find(MemberName(key), in: node, of: flat)
            guard value >= 0, flat[value].kind != .null else { return nil }
            return Reader(self, at: value)
        }

        /// Reads each member in turn, in the order of the text.
        ///
        /// - Parameter body: Takes the name and the value of a member.
        /// - Throws: Whatever `body` throws.
        public func forEach(
            _ body: (_ name: String, _ value: borrowing Reader) throws(ResponseError) -> Void
        ) throws(ResponseError) {
            var member = node &+ 1
            while member < end {
                try body(flat.string(at: member), Reader(self, at: member &+ 1))
                member = flat.next(after: member &+ 1)
            }
        }

        /// The number of members.
        public var count: Int { flat[node].count }

        private func missing(_ key: StaticString) -> ResponseError {
            let offset = flat[node].offset
            return ResponseError(.keyNotFound, "no member “\(key)”", offset: offset)
        }
    }
}

extension JSON.ObjectReader {
    /// Makes a value of a member that has to be there.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if there is no such member, or if it does not fit the type.
    @inlinable
    public mutating func decode<Value: JSON.DirectDecodable>(
        _ key: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value {
        try Value(from: value(key))
    }

    /// Makes a value of a member that may be missing or null.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value, or nil if the member is not there or null.
    /// - Throws: ``ResponseError`` if the member does not fit the type.
    @inlinable
    public mutating func decodeIfPresent<Value: JSON.DirectDecodable>(
        _ key: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value? {
        guard let value = valueIfPresent(key) else { return nil }
        return try Value(from: value)
    }
}

extension JSON {
    /// The elements of an array, to be read directly in order; it is lent and cannot be kept.
    public struct ArrayReader: ~Escapable {
        let borrowed: BorrowedDocument
        private let end: Int
        private var cursor: Int

        /// The number of elements.
        public let count: Int

        /// Looks at the elements of an array.
        @_lifetime(copy value)
        init(_ value: borrowing Reader) {
            borrowed = value.borrowed
            end = borrowed.flat[value.node].end
            count = borrowed.flat[value.node].count
            cursor = value.node &+ 1
        }

        /// The document.
        @inline(__always)
        private var flat: FlatDocument { borrowed.flat }

        /// Whether all elements have been read.
        public var isAtEnd: Bool { cursor >= end }

        /// The next element.
        ///
        /// - Returns: A reader of the element, or nil behind the last one.
        @_lifetime(copy self)
        public mutating func next() -> Reader? {
            guard cursor < end else { return nil }
            let element = cursor
            cursor = flat.next(after: element)
            return Reader(self, at: element)
        }
    }
}
