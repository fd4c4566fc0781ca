public import DecantCore
public import DecantDocument

extension JSON.Cursor {
    /// The elements of an array, borrowed, in the order of the text.
    ///
    /// elementsisit them by `while let element = elements.next()`. A `for` loop requires elements that can be stored.
    public struct Elements: ~Escapable {
        @usableFromInline var parts: DocumentPartCursor

        /// The number of elements of the array.
        public let count: Int

        @inlinable
        @_lifetime(copy array)
        init(_ array: borrowing JSON.Cursor) {
            parts = DocumentPartCursor(of: array.base)
            count = array.count
        }

        /// Advances to the next element and returns it, or nil after the last element.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> JSON.Cursor? {
            guard let element = parts.nextPart() else { return nil }
            return JSON.Cursor(element)
        }
    }

    /// The members of an object, borrowed.
    ///
    /// ``next()`` visits them in the order of the text, and includes duplicate names as often as they occur.
    /// ``value(_:)`` and ``decode(_:as:)`` look up names, independently of that. A lookup resumes after the previous
    /// match, so a lookup in the order of the text needs one comparison; of several members with the same name, it
    /// finds the first, in any order of lookups.
    public struct Members: ~Escapable {
        @usableFromInline let object: JSON.Cursor
        @usableFromInline var parts: DocumentPartCursor

        /// The state of the lookups (see `MemberCursor`).
        @usableFromInline var lookups: MemberCursor

        @inlinable
        @_lifetime(copy object)
        init(_ object: borrowing JSON.Cursor) {
            self.object = copy object
            parts = DocumentPartCursor(of: object.base)
            lookups = MemberCursor(object.base.index, end: object.base.node.end)
        }

        /// The number of members.
        @inlinable public var count: Int { object.count }

        /// Advances to the next member and returns it, or nil after the last member.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> Member? {
            guard let value = parts.nextMember() else { return nil }
            return Member(value)
        }

        /// Returns the value of the first member with a name, or nil if no member has the name.
        ///
        /// - Parameter name: The name of the member.
        @inlinable
        @_lifetime(copy self)
        public mutating func value(_ name: StaticString) -> JSON.Cursor? {
            let object = object.base
            let value = object.read { lookups.find(MemberName(name), in: object.index, of: $0) }
            return value < 0 ? nil : JSON.Cursor(DocumentCursor(object, at: value))
        }
    }

    /// A member of an object, borrowed.
    public struct Member: ~Escapable {
        /// The name, with escapes resolved.
        public let name: BorrowedText

        /// The value.
        public let value: JSON.Cursor

        @inlinable
        @_lifetime(copy value)
        init(_ value: borrowing DocumentCursor) {
            name = value.name
            self.value = JSON.Cursor(value)
        }
    }
}
