public import DecantCore
import DecantDocument

extension JSON {
    /// One value of a document, to be read directly; it is borrowed and cannot be kept.
    public struct Reader: ~Escapable {
        let borrowed: BorrowedDocument
        let node: Int

        /// Looks at a value of a document.
        @_lifetime(borrow json)
        init(_ json: borrowing JSON) {
            borrowed = BorrowedDocument(json.flat)
            node = json.index
        }

        /// Looks at a value in the same document.
        @_lifetime(copy object)
        init(_ object: borrowing ObjectReader, at node: Int) {
            borrowed = object.borrowed
            self.node = node
        }

        /// Looks at a value in the same document.
        @_lifetime(copy array)
        init(_ array: borrowing ArrayReader, at node: Int) {
            borrowed = array.borrowed
            self.node = node
        }

        /// The document, for errors and for values that are rare.
        private var flat: FlatDocument { borrowed.flat }

        /// The node of the value.
        @inline(__always)
        private var value: DocumentNode { borrowed.read { $0[node] } }

        /// Whether the value is null.
        public var isNull: Bool { value.kind == .null }

        /// The members of the value, which must be an object.
        ///
        /// - Returns: A reader of the members.
        /// - Throws: ``ResponseError`` if the value is not an object.
        @_lifetime(copy self)
        public func object() throws(ResponseError) -> ObjectReader {
            guard value.kind == .object else { throw mismatch("an object") }
            return ObjectReader(self)
        }

        /// The elements of the value, which must be an array.
        ///
        /// - Returns: A reader of the elements.
        /// - Throws: ``ResponseError`` if the value is not an array.
        @_lifetime(copy self)
        public func array() throws(ResponseError) -> ArrayReader {
            guard value.kind == .array else { throw mismatch("an array") }
            return ArrayReader(self)
        }
    }
}

extension JSON.Reader {
    /// The value, which must be true or false.
    ///
    /// - Returns: The truth value.
    /// - Throws: ``ResponseError`` if the value is another one.
    public func bool() throws(ResponseError) -> Bool {
        let kind = value.kind
        guard kind == .true || kind == .false else { throw mismatch("Bool") }
        return kind == .true
    }

    /// The value, which must be a string.
    ///
    /// - Returns: The string, with escapes resolved.
    /// - Throws: ``ResponseError`` if the value is not a string.
    public func string() throws(ResponseError) -> String {
        guard value.kind.isString else { throw mismatch("String") }
        return borrowed.read { $0.string(at: node) }
    }

    /// The value, which must be an integer that `Int` holds; `1.0` and `1e3` are integers.
    ///
    /// - Returns: The integer.
    /// - Throws: ``ResponseError`` if the value is not a number, is not an integer, or is too large.
    public func int() throws(ResponseError) -> Int {
        let value = value
        guard _fastPath(value.kind == .integer) else { return try integer(as: Int.self) }
        return Int(truncatingIfNeeded: value.payload)
    }

    /// The value, which must be an integer that a type holds; `1.0` and `1e3` are integers.
    ///
    /// - Parameter type: The type.
    /// - Returns: The integer.
    /// - Throws: ``ResponseError`` if the value is not a number, is not an integer, or is too large.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) throws(ResponseError) -> Integer {
        guard value.kind.isNumber, let value = borrowed.read({ $0.integer(at: node, as: type) }) else {
            throw mismatch("\(type)")
        }
        return value
    }

    /// The value, which must be a number that `Double` holds.
    ///
    /// - Returns: The nearest double.
    /// - Throws: ``ResponseError`` if the value is not a number, or is too large.
    public func double() throws(ResponseError) -> Double {
        guard value.kind.isNumber, let value = borrowed.read({ $0.finiteDouble(at: node) }) else {
            throw mismatch("Double")
        }
        return value
    }

    /// The value, which must be a number that `Float` holds.
    ///
    /// - Returns: The nearest float.
    /// - Throws: ``ResponseError`` if the value is not a number, or is too large.
    public func float() throws(ResponseError) -> Float {
        guard value.kind.isNumber, let value = borrowed.read({ $0.float(at: node) }) else {
            throw mismatch("Float")
        }
        return value
    }
}

extension JSON.Reader {
    /// Makes an error about the value, for a type that finds it unusable.
    ///
    /// - Parameter message: The fault, in one sentence without a full stop.
    /// - Returns: An error with the position in the text; the path is filled in where decoding ends.
    public func error(_ message: String) -> ResponseError {
        ResponseError(.dataCorrupted, message, offset: textOffset)
    }

    /// The error for a value of another type than expected.
    @inline(never)
    func mismatch(_ expected: String) -> ResponseError {
        let code: ResponseError.Code = isNull ? .valueNotFound : .typeMismatch
        return ResponseError(code, "expected \(expected), but found \(flat.description(of: node))", offset: textOffset)
    }

    /// The offset at which the value begins; for a string, of the quotation mark.
    private var textOffset: Int {
        let value = value
        return value.kind.isString ? value.offset - 1 : value.offset
    }
}

extension JSON.Reader {
    /// The number of elements of an array to allocate memory for at once.
    @usableFromInline
    func firstCapacity<Element>(for type: Element.Type) -> Int {
        borrowed.read { $0.firstCapacity(of: node, for: type) }
    }
}

extension JSON {
    /// The members of an object, to be read directly; it is borrowed and cannot be kept.
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
            end = value.borrowed.read { $0[value.node].end }
            members = MemberCursor(node, end: end)
        }

        /// The document, for errors.
        private var flat: FlatDocument { borrowed.flat }

        /// The value of a member, or -1 if there is none.
        @inline(__always)
        private mutating func find(_ key: StaticString) -> Int {
            let (document, node) = (borrowed, node)
            return document.read { members.find(MemberName(key), in: node, of: $0) }
        }

        /// The value of a member.
        ///
        /// - Parameter key: The name of the member.
        /// - Returns: A reader of the value.
        /// - Throws: ``ResponseError`` if there is no such member.
        @_lifetime(copy self)
        public mutating func value(_ key: StaticString) throws(ResponseError) -> Reader {
            let value = find(key)
            if _slowPath(value < 0) { throw missing(key) }
            return Reader(self, at: value)
        }

        /// The value of a member, null if there is none.
        ///
        /// - Parameter key: The name of the member.
        /// - Returns: A reader of the value, or nil if the member is not there or null.
        @_lifetime(copy self)
        public mutating func valueIfPresent(_ key: StaticString) -> Reader? {
            let value = find(key)
            guard value >= 0, borrowed.read({ $0[value].kind }) != .null else { return nil }
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
    /// The elements of an array, to be read directly in order; it is borrowed and cannot be kept.
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
            (end, count) = value.borrowed.read { ($0[value.node].end, $0[value.node].count) }
            cursor = value.node &+ 1
        }

        /// Whether all elements have been read.
        public var isAtEnd: Bool { cursor >= end }

        /// The next element.
        ///
        /// - Returns: A reader of the element, or nil after the last one.
        @_lifetime(copy self)
        public mutating func next() -> Reader? {
            guard cursor < end else { return nil }
            let element = cursor
            cursor = borrowed.read { $0.next(after: element) }
            return Reader(self, at: element)
        }
    }
}
