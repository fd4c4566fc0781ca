extension DocumentCursor {
    /// The values in a container, borrowed, in the order of the document: the elements of an array or a set, or the
    /// members of an object or a dictionary.
    ///
    /// Visit them by `while let value = values.next()`. A `for` loop requires elements that can be stored. A member has
    /// a ``DocumentCursor/name``; duplicate names are included as often as they occur.
    ///
    /// ``value(_:)`` looks up names, independently of that. A lookup resumes after the previous match, so a lookup in
    /// the order of the document needs one comparison; of several members with the same name, it finds the first, in
    /// any order of lookups.
    public struct Values: ~Escapable {
        @usableFromInline package let container: DocumentCursor

        /// The role of each value.
        @usableFromInline let role: Role

        /// The next node, below the end.
        @usableFromInline var following: Int
        @usableFromInline let end: Int

        /// The state of the lookups (see `MemberCursor`).
        @usableFromInline var lookups: MemberCursor

        @inlinable
        @inline(__always)
        @_lifetime(copy container)
        package init(_ container: borrowing DocumentCursor, hasNames: Bool = false) {
            self.container = copy container
            role = hasNames ? .member : .element
            following = container.index &+ 1
            end = container.node.end
            lookups = MemberCursor(container.index, end: end)
        }

        /// Creates a list whose only element is a value that is not a list.
        @_lifetime(copy value)
        package init(ofOnly value: borrowing DocumentCursor) {
            container = copy value
            role = .soleElement
            following = value.index
            end = value.index + 1
            lookups = MemberCursor(value.index, end: end)
        }

        /// The number of values in the container.
        @inlinable public var count: Int { role.rawValue == Role.soleElement.rawValue ? 1 : container.node.count }

        /// Advances to the next value and returns it, or nil after the last one.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> DocumentCursor? {
            guard following < end else { return nil }
            let index = following &+ role.names
            following = container.read { $0.next(after: index) }
            return DocumentCursor(container, at: index, as: role)
        }

        /// Returns the value of the first member with a name, or nil if no member has the name.
        ///
        /// - Parameter name: The name of the member.
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        public mutating func value(_ name: StaticString) -> DocumentCursor? {
            guard role.names == 1 else { return nil }
            let container = container
            let value = container.read { lookups.find(MemberName(name), in: container.index, of: $0) }
            return value < 0 ? nil : DocumentCursor(container, at: value, isMember: true)
        }
    }
}
