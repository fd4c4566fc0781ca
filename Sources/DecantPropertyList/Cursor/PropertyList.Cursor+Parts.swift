public import DecantCore
public import DecantDocument

extension PropertyList.Cursor {
    /// The elements of an array or a set, borrowed, in document order.
    ///
    /// elementsisit them by `while let element = elements.next()`. A `for` loop requires elements that can be stored.
    public struct Elements: ~Escapable {
        @usableFromInline var parts: DocumentPartCursor

        /// The number of elements.
        public let count: Int

        @inlinable
        @_lifetime(copy list)
        init(_ list: borrowing PropertyList.Cursor) {
            parts = DocumentPartCursor(of: list.base)
            count = list.count
        }

        /// Advances to the next element and returns it, or nil after the last element.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> PropertyList.Cursor? {
            guard let element = parts.nextPart() else { return nil }
            return PropertyList.Cursor(element)
        }
    }

    /// The members of a dictionary, borrowed.
    ///
    /// ``next()`` visits them in document order, and includes duplicate keys as often as they occur. ``value(_:)``
    /// looks up keys, independently of that. A lookup resumes after the previous match, so a lookup in document order
    /// needs one comparison; of several members with the same key, it finds the first, in any order of lookups.
    public struct Members: ~Escapable {
        @usableFromInline let dictionary: PropertyList.Cursor
        @usableFromInline var parts: DocumentPartCursor

        /// The state of the lookups (see `MemberCursor`).
        @usableFromInline var lookups: MemberCursor

        @inlinable
        @_lifetime(copy dictionary)
        init(_ dictionary: borrowing PropertyList.Cursor) {
            self.dictionary = copy dictionary
            parts = DocumentPartCursor(of: dictionary.base)
            lookups = MemberCursor(dictionary.base.index, end: dictionary.base.node.end)
        }

        /// The number of members.
        @inlinable public var count: Int { dictionary.count }

        /// Advances to the next member and returns it, or nil after the last member.
        @inlinable
        @_lifetime(copy self)
        public mutating func next() -> Member? {
            guard let value = parts.nextMember() else { return nil }
            return Member(value)
        }

        /// Returns the first value of a key, or nil if no member has the key.
        ///
        /// - Parameter key: The key.
        @inlinable
        @_lifetime(copy self)
        public mutating func value(_ key: StaticString) -> PropertyList.Cursor? {
            let dictionary = dictionary.base
            let value = dictionary.read { lookups.find(MemberName(key), in: dictionary.index, of: $0) }
            return value < 0 ? nil : PropertyList.Cursor(DocumentCursor(dictionary, at: value))
        }
    }

    /// A member of a dictionary, borrowed.
    public struct Member: ~Escapable {
        /// The key.
        public let key: BorrowedText

        /// The value.
        public let value: PropertyList.Cursor

        @inlinable
        @_lifetime(copy value)
        init(_ value: borrowing DocumentCursor) {
            key = value.name
            self.value = PropertyList.Cursor(value)
        }
    }

    /// A value to switch over, with the cases of ``PropertyList/Value``.
    public enum Content: ~Escapable {
        /// Text.
        case string(BorrowedText)

        /// An integer that fits in an `Int`.
        case integer(Int)

        /// An integer that does not fit in an `Int`.
        case wideInteger(Int128)

        /// A floating-point number.
        case real(Double)

        /// A Boolean value.
        case boolean(Bool)

        /// A date in seconds since 2001-01-01T00:00:00Z.
        case date(secondsSinceReferenceDate: Double)

        /// Bytes.
        case data(Span<UInt8>)

        /// The number of an object in a keyed archive.
        case uid(UInt64)

        /// The elements of an array.
        case array(Elements)

        /// The elements of a set.
        case set(Elements)

        /// The members of a dictionary.
        case dictionary(Members)
    }

    /// The value, read in one step according to its kind.
    @inlinable public var content: Content {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = base.node
            switch node.kind {
            case .integer: return .integer(Int(truncatingIfNeeded: node.integer))
            case .real: return .real(node.real)
            case .false: return .boolean(false)
            case .true: return .boolean(true)
            case .date: return .date(secondsSinceReferenceDate: node.real)
            case .data, .pooledData: return .data(base.data)
            case .uid: return .uid(node.payload)
            case .array: return .array(Elements(self))
            case .set: return .set(Elements(self))
            case .object: return .dictionary(Members(self))
            default:
                if node.kind.isString { return .string(base.text) }
                return .wideInteger(base.read { $0.wideInteger(at: base.index) })
            }
        }
    }
}
