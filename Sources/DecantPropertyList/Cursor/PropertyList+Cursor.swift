@_exported public import DecantDocument

extension PropertyList {
    /// A value of a property list, borrowed; the fastest way to read one.
    ///
    /// A cursor is not counted as a reference to the document, makes no `String`, and cannot outlive the
    /// ``PropertyList`` that lends it, so it is passed to functions as `borrowing PropertyList.Cursor`. To keep a
    /// value, create a ``PropertyList`` from it.
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
    public typealias Cursor = DocumentCursor<PropertyList>

    /// A cursor at the value.
    @inlinable public var cursor: Cursor {
        // A coroutine, because Swift 6.3 crashes in a debug build where a getter borrows from the result of a throwing call
        // (Documentation/upstream/BorrowedResult.swift).
        @_lifetime(borrow self)
        _read { yield Cursor(flat, at: index, of: self) }
    }

    /// Creates a view of a value that keeps the document alive.
    @inlinable
    public init(_ cursor: borrowing Cursor) { self = cursor.part() }
}

extension PropertyList.Cursor {
    /// The kind of the value.
    @inlinable public var kind: PropertyList.Kind { node.kind.listKind }

    /// The integer, or nil if the value has another kind or does not fit in an `Int`.
    @inlinable public var int: Int? { integer() }

    /// Returns the integer, or nil if the value has another kind or does not fit in the type.
    ///
    /// - Parameter type: The type, such as `UInt64`, or `Int128`, which represents every integer of a property list.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        node.kind.isInteger ? read { $0.integer(at: index, as: type) } : nil
    }

    /// The date in seconds since 2001-01-01T00:00:00Z, or nil if the value has another kind.
    @inlinable public var secondsSinceReferenceDate: Double? { node.kind == .date ? node.real : nil }

    /// The bytes, borrowed, or nil if the value is not data.
    @inlinable public var data: Span<UInt8>? {
        @_lifetime(copy self)
        get { node.kind.isData ? storedData : nil }
    }

    /// The number of an object in a keyed archive, or nil if the value has another kind.
    ///
    /// In XML, such a number is a dictionary with a single member, `CF$UID`, which is recognized as well.
    public var uid: UInt64? { PropertyList(self).uid }
}

extension PropertyList.Cursor {
    /// The elements of a set, or nil if the value has another kind.
    @inlinable public var set: Values? {
        @_lifetime(copy self)
        get { node.kind == .set ? Values(self) : nil }
    }

    /// The members of a dictionary, or nil if the value has another kind.
    @inlinable public var dictionary: Values? {
        @_lifetime(copy self)
        get { node.kind == .object ? Values(self, hasNames: true) : nil }
    }
}
