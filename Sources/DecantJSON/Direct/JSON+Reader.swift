public import DecantCore
import DecantDocument

extension JSON {
    /// A borrowed view of one value in a document, for direct decoding; it cannot be stored.
    public struct Reader: ~Escapable {
        let borrowed: BorrowedDocument
        let node: Int

        /// Creates a reader of a value of a document.
        @_lifetime(borrow json)
        init(_ json: borrowing JSON) {
            borrowed = BorrowedDocument(json.flat)
            node = json.index
        }

        /// Creates a reader of another value in the same document.
        @_lifetime(copy object)
        init(_ object: borrowing ObjectReader, at node: Int) {
            borrowed = object.borrowed
            self.node = node
        }

        /// Creates a reader of another value in the same document.
        @_lifetime(copy array)
        init(_ array: borrowing ArrayReader, at node: Int) {
            borrowed = array.borrowed
            self.node = node
        }

        /// The document, for errors and for rare values.
        private var flat: FlatDocument { borrowed.flat }

        /// The node of the value.
        @inline(__always)
        private var value: DocumentNode { borrowed.read { $0[node] } }

        /// Whether the value is null.
        public var isNull: Bool { value.kind == .null }

        /// Returns a reader of the members of the value, which must be an object.
        ///
        /// - Throws: ``ResponseError`` if the value is not an object.
        @_lifetime(copy self)
        public func object() throws(ResponseError) -> ObjectReader {
            guard value.kind == .object else { throw mismatch("an object") }
            return ObjectReader(self)
        }

        /// Returns a reader of the elements of the value, which must be an array.
        ///
        /// - Throws: ``ResponseError`` if the value is not an array.
        @_lifetime(copy self)
        public func array() throws(ResponseError) -> ArrayReader {
            guard value.kind == .array else { throw mismatch("an array") }
            return ArrayReader(self)
        }
    }
}

extension JSON.Reader {
    /// Reads the value as a Boolean.
    ///
    /// - Throws: ``ResponseError`` if the value is not true or false.
    public func bool() throws(ResponseError) -> Bool {
        let kind = value.kind
        guard kind == .true || kind == .false else { throw mismatch("Bool") }
        return kind == .true
    }

    /// Reads the value as a string, with escapes resolved.
    ///
    /// - Throws: ``ResponseError`` if the value is not a string.
    public func string() throws(ResponseError) -> String {
        guard value.kind.isString else { throw mismatch("String") }
        return borrowed.read { $0.string(at: node) }
    }

    /// Reads the value as an `Int`; `1.0` and `1e3` are integers.
    ///
    /// - Throws: ``ResponseError`` if the value is not a number, is not an integer, or does not fit into `Int`.
    public func int() throws(ResponseError) -> Int {
        let value = value
        guard _fastPath(value.kind == .integer) else { return try integer(as: Int.self) }
        return Int(truncatingIfNeeded: value.payload)
    }

    /// Reads the value as an integer of a given type; `1.0` and `1e3` are integers.
    ///
    /// - Parameter type: The type of the integer.
    /// - Throws: ``ResponseError`` if the value is not a number, is not an integer, or does not fit into the type.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) throws(ResponseError) -> Integer {
        guard value.kind.isNumber, let value = borrowed.read({ $0.integer(at: node, as: type) }) else {
            throw mismatch("\(type)")
        }
        return value
    }

    /// Reads the value as the nearest `Double`.
    ///
    /// - Throws: ``ResponseError`` if the value is not a number, or is too large.
    public func double() throws(ResponseError) -> Double {
        guard value.kind.isNumber, let value = borrowed.read({ $0.finiteDouble(at: node) }) else {
            throw mismatch("Double")
        }
        return value
    }

    /// Reads the value as the nearest `Float`.
    ///
    /// - Throws: ``ResponseError`` if the value is not a number, or is too large.
    public func float() throws(ResponseError) -> Float {
        guard value.kind.isNumber, let value = borrowed.read({ $0.float(at: node) }) else {
            throw mismatch("Float")
        }
        return value
    }
}

extension JSON.Reader {
    /// Creates an error about the value, for a type that cannot use it.
    ///
    /// - Parameter message: The error in one sentence, without a full stop.
    /// - Returns: An error with the offset in the text; the path is added where decoding ends.
    public func error(_ message: String) -> ResponseError {
        ResponseError(.dataCorrupted, message, offset: textOffset)
    }

    /// Returns the error for a value of an unexpected type.
    @inline(never)
    func mismatch(_ expected: String) -> ResponseError {
        let code: ResponseError.Code = isNull ? .valueNotFound : .typeMismatch
        return ResponseError(code, "expected \(expected), but found \(flat.description(of: node))", offset: textOffset)
    }

    /// The offset where the value begins; for a string, the offset of the quotation mark.
    private var textOffset: Int {
        let value = value
        return value.kind.isString ? value.offset - 1 : value.offset
    }
}

extension JSON.Reader {
    /// Returns the number of array elements to allocate initial memory for.
    @usableFromInline
    func firstCapacity<Element>(for type: Element.Type) -> Int {
        borrowed.read { $0.firstCapacity(of: node, for: type) }
    }
}

extension JSON {
    /// A borrowed view of the members of an object, for direct decoding; it cannot be stored.
    ///
    /// A lookup resumes after the previous match, so a lookup in document order needs one comparison. Among members
    /// with the same name, a lookup finds the first one, in any order of lookups (see `MemberCursor`).
    public struct ObjectReader: ~Escapable {
        let borrowed: BorrowedDocument
        private let node: Int
        private let end: Int
        private var members: MemberCursor

        /// Creates a reader of the members of an object.
        @_lifetime(copy value)
        init(_ value: borrowing Reader) {
            borrowed = value.borrowed
            node = value.node
            end = value.borrowed.read { $0[value.node].end }
            members = MemberCursor(node, end: end)
        }

        /// The document, for errors.
        private var flat: FlatDocument { borrowed.flat }

        /// Returns the node of a member's value, or -1 if no member has the name.
        @inline(__always)
        private mutating func find(_ key: StaticString) -> Int {
            let (document, node) = (borrowed, node)
            return document.read { members.find(MemberName(key), in: node, of: $0) }
        }

        /// Returns a reader of the value of a member.
        ///
        /// - Parameter key: The name of the member.
        /// - Throws: ``ResponseError`` if the object has no such member.
        @_lifetime(copy self)
        public mutating func value(_ key: StaticString) throws(ResponseError) -> Reader {
            let value = find(key)
            if _slowPath(value < 0) { throw missing(key) }
            return Reader(self, at: value)
        }

        /// Returns a reader of the value of a member that may be absent.
        ///
        /// - Parameter key: The name of the member.
        /// - Returns: A reader of the value, or nil if the member is absent or null.
        @_lifetime(copy self)
        public mutating func valueIfPresent(_ key: StaticString) -> Reader? {
            let value = find(key)
            guard value >= 0, borrowed.read({ $0[value].kind }) != .null else { return nil }
            return Reader(self, at: value)
        }

        /// Calls a closure with each member, in the order of the text.
        ///
        /// - Parameter body: A closure that receives the name and the value of a member.
        /// - Throws: The error of `body`.
        public func forEach(
            _ body: (_ name: String, _ value: borrowing Reader) throws(ResponseError) -> Void
        ) throws(ResponseError) {
            var member = node &+ 1
            while member < end {
                try body(borrowed.read { $0.string(at: member) }, Reader(self, at: member &+ 1))
                member = borrowed.read { $0.next(after: member &+ 1) }
            }
        }

        /// The number of members.
        public var count: Int { borrowed.read { $0[node].count } }

        private func missing(_ key: StaticString) -> ResponseError {
            let offset = flat[node].offset
            return ResponseError(.keyNotFound, "no member “\(key)”", offset: offset)
        }
    }
}

extension JSON.ObjectReader {
    /// Decodes a required member.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Throws: ``ResponseError`` if the object has no such member, or if its value does not fit the type.
    @inlinable
    public mutating func decode<Value: JSON.DirectDecodable>(
        _ key: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value {
        try Value(from: value(key))
    }

    /// Decodes a member that may be absent or null.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value, or nil if the member is absent or null.
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
    /// A borrowed view of the elements of an array, for direct decoding in order; it cannot be stored.
    public struct ArrayReader: ~Escapable {
        let borrowed: BorrowedDocument
        private let end: Int
        private var cursor: Int

        /// The number of elements.
        public let count: Int

        /// Creates a reader of the elements of an array.
        @_lifetime(copy value)
        init(_ value: borrowing Reader) {
            borrowed = value.borrowed
            (end, count) = value.borrowed.read { ($0[value.node].end, $0[value.node].count) }
            cursor = value.node &+ 1
        }

        /// Whether all elements have been read.
        public var isAtEnd: Bool { cursor >= end }

        /// Advances to the next element and returns a reader of it, or nil after the last element.
        @_lifetime(copy self)
        public mutating func next() -> Reader? {
            guard cursor < end else { return nil }
            let element = cursor
            cursor = borrowed.read { $0.next(after: element) }
            return Reader(self, at: element)
        }
    }
}
