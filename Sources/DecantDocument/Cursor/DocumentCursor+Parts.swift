public import DecantCore

extension DocumentCursor {
    /// The elements of an array or a set, borrowed, in the order of the document.
    ///
    /// Visit them by `while let element = elements.next()`. A `for` loop requires elements that can be stored.
    public struct Elements: ~Escapable {
        /// The next element, below the end.
        @usableFromInline var following: DocumentCursor
        @usableFromInline let end: Int

        /// The number of elements of the container.
        public let count: Int

        @inlinable
        @_lifetime(copy container)
        package init(_ container: borrowing DocumentCursor) {
            let node = container.node
            following = DocumentCursor(container, at: container.index &+ 1)
            end = node.end
            count = node.count
        }

        /// Advances to the next element and returns it, or nil after the last element.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> DocumentCursor? {
            guard following.index < end else { return nil }
            let element = DocumentCursor(following, at: following.index)
            following = DocumentCursor(element, at: element.read { $0.next(after: element.index) })
            return element
        }
    }

    /// The members of an object or a dictionary, borrowed.
    ///
    /// ``next()`` visits them in the order of the document, and includes duplicate names as often as they occur.
    /// ``value(_:)`` looks up names, independently of that. A lookup resumes after the previous match, so a lookup in
    /// the order of the document needs one comparison; of several members with the same name, it finds the first, in
    /// any order of lookups.
    public struct Members: ~Escapable {
        @usableFromInline package let object: DocumentCursor

        /// The name of the next member, below the end.
        @usableFromInline var following: DocumentCursor
        @usableFromInline let end: Int

        /// The state of the lookups (see `MemberCursor`).
        @usableFromInline var lookups: MemberCursor

        @inlinable
        @inline(__always)
        @_lifetime(copy object)
        package init(_ object: borrowing DocumentCursor) {
            self.object = copy object
            following = DocumentCursor(object, at: object.index &+ 1)
            end = object.node.end
            lookups = MemberCursor(object.index, end: end)
        }

        /// The number of members.
        @inlinable public var count: Int { object.count }

        /// Advances to the next member and returns it, or nil after the last member.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> Member? {
            guard following.index < end else { return nil }
            let value = DocumentCursor(following, at: following.index &+ 1)
            following = DocumentCursor(value, at: value.read { $0.next(after: value.index) })
            return Member(value)
        }

        /// Returns the value of the first member with a name, or nil if no member has the name.
        ///
        /// - Parameter name: The name of the member.
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        public mutating func value(_ name: StaticString) -> DocumentCursor? {
            let object = object
            let value = object.read { lookups.find(MemberName(name), in: object.index, of: $0) }
            return value < 0 ? nil : DocumentCursor(object, at: value)
        }
    }

    /// A member of an object or a dictionary, borrowed.
    public struct Member: ~Escapable {
        /// The name, with escapes resolved: the key in a property list.
        public let name: BorrowedText

        /// The value.
        public let value: DocumentCursor

        /// Creates the member of a value; its name is the node before it.
        @inlinable
        @_lifetime(copy value)
        package init(_ value: borrowing DocumentCursor) {
            name = DocumentCursor(value, at: value.index &- 1).storedText
            self.value = copy value
        }
    }
}
