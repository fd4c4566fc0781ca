public import DecantCore
public import DecantDocument

extension PropertyList {
    /// A value of a property list, borrowed; the fastest way to read one.
    ///
    /// A cursor is not counted as a reference to the document, makes no `String`, and cannot outlive the
    /// ``PropertyList`` that lends it, so it is passed to functions as `borrowing PropertyList.Cursor`. To keep a value,
    /// create a ``PropertyList`` from it.
    ///
    /// ```swift
    /// let list = try PropertyList(parsing: bytes)
    /// let cursor = list.cursor
    /// var sum = 0.0
    /// if var items = cursor["items"]?.array {
    ///     while let item = items.next() { sum += item["price"]?.double ?? 0 }
    /// }
    /// ```
    ///
    /// Several cursors may read one document at the same time, also on several threads.
    public struct Cursor: ~Escapable {
        @usableFromInline let base: DocumentCursor

        @inlinable
        @_lifetime(copy base)
        init(_ base: borrowing DocumentCursor) { self.base = copy base }
    }

    /// A cursor at the value.
    @inlinable public var cursor: Cursor {
        @_lifetime(borrow self)
        get { Cursor(DocumentCursor(flat, at: index, of: self)) }
    }

    /// Creates a view of a value that keeps the document alive.
    @inlinable
    public init(_ cursor: borrowing Cursor) { self = cursor.base.part() }
}

extension PropertyList.Cursor {
    /// The kind of the value.
    @inlinable public var kind: PropertyList.Kind { base.kind.listKind }

    /// The Boolean value; nil if the value has another kind.
    @inlinable public var bool: Bool? { base.bool }

    /// The value as borrowed text; nil if it is not a string.
    @inlinable public var text: BorrowedText? {
        @_lifetime(copy self)
        get { base.kind.isString ? base.text : nil }
    }

    /// A copy of the text; nil if the value is not a string.
    @inlinable public var string: String? { base.kind.isString ? base.text.string : nil }

    /// The integer; nil if the value has another kind or does not fit in an `Int`.
    @inlinable public var int: Int? { integer() }

    /// Returns the integer; nil if the value has another kind or does not fit in the type.
    ///
    /// - Parameter type: The type, such as `UInt64`, or `Int128`, which represents every integer of a property list.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        base.kind.isInteger ? base.read { $0.integer(at: base.index, as: type) } : nil
    }

    /// The floating-point number; nil if the value has another kind.
    @inlinable public var real: Double? { base.kind == .real ? base.node.real : nil }

    /// The number as a `Double`; nil if the value has another kind.
    ///
    /// An integer is rounded to the nearest `Double`.
    @inlinable public var double: Double? { base.kind.isNumber ? base.read { $0.double(at: base.index) } : nil }

    /// The date in seconds since 2001-01-01T00:00:00Z; nil if the value has another kind.
    @inlinable public var secondsSinceReferenceDate: Double? { base.kind == .date ? base.node.real : nil }

    /// The bytes, borrowed; nil if the value is not data.
    @inlinable public var data: Span<UInt8>? {
        @_lifetime(copy self)
        get { base.kind.isData ? base.data : nil }
    }

    /// The number of an object in a keyed archive; nil if the value has another kind.
    ///
    /// In XML, such a number is a dictionary with a single member, `CF$UID`, which is recognized as well.
    public var uid: UInt64? { PropertyList(self).uid }
}

extension PropertyList.Cursor {
    /// The number of elements of an array or a set, or of members of a dictionary; 0 for other kinds.
    @inlinable public var count: Int { base.count }

    /// The elements of an array; nil if the value has another kind.
    @inlinable public var array: Elements? {
        @_lifetime(copy self)
        get { base.kind == .array ? Elements(self) : nil }
    }

    /// The elements of a set; nil if the value has another kind.
    @inlinable public var set: Elements? {
        @_lifetime(copy self)
        get { base.kind == .set ? Elements(self) : nil }
    }

    /// The members of a dictionary; nil if the value has another kind.
    @inlinable public var dictionary: Members? {
        @_lifetime(copy self)
        get { base.kind == .object ? Members(self) : nil }
    }

    /// The first value of a key; nil if the value is not a dictionary or has no such key.
    ///
    /// Lookup is linear in the number of members. To look up several, use ``Members/value(_:)``, which resumes after
    /// the member that it found last.
    ///
    /// - Parameter key: The key.
    @inlinable public subscript(key: StaticString) -> PropertyList.Cursor? {
        @_lifetime(copy self)
        get {
            guard let value = base.member(MemberName(key)) else { return nil }
            return PropertyList.Cursor(value)
        }
    }

    /// The first value of a key; nil if the value is not a dictionary or has no such key.
    ///
    /// - Parameter key: The key.
    @_disfavoredOverload
    public subscript(key: String) -> PropertyList.Cursor? {
        @_lifetime(copy self)
        get {
            guard let value = base.member(named: key) else { return nil }
            return PropertyList.Cursor(value)
        }
    }

    /// The element at a position; nil if the value is not an array or the position is out of range.
    ///
    /// Access is linear in the position. To visit all elements, use ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyList.Cursor? {
        @_lifetime(copy self)
        get {
            guard let element = base.element(at: position) else { return nil }
            return PropertyList.Cursor(element)
        }
    }
}
