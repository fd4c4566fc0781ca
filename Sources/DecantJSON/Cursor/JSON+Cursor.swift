@_exported public import DecantDocument

extension JSON {
    /// A value of a JSON document, borrowed; the fastest way to read one.
    ///
    /// A cursor is not counted as a reference to the document, makes no `String`, and cannot outlive the ``JSON`` that
    /// lends it, so it is passed to functions as `borrowing JSON.Cursor`. To keep a value, create a ``JSON`` from it.
    ///
    /// ```swift
    /// let json = try JSON(parsing: bytes)
    /// let cursor = json.cursor
    /// var sum = 0.0
    /// if var items = cursor["items"]?.array {
    ///     while let item = items.next() { sum += item["price"]?.double ?? 0 }
    /// }
    /// ```
    ///
    /// Several cursors may read one document at the same time, also on several threads.
    public typealias Cursor = DocumentCursor<JSON>

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

extension JSON.Cursor {
    /// The kind of the value.
    @inlinable public var kind: JSON.Kind { node.kind.jsonKind }

    /// Whether the value is null.
    @inlinable public var isNull: Bool { node.kind == .null }

    /// The number exactly as written, or nil if the value is not a number.
    public var number: JSON.Number? { JSON(self).number }

    /// Whether the value is a number in digits only, which ``JSON/Value`` represents as an integer; `1.0` is not.
    @inlinable public var hasOnlyDigits: Bool {
        let kind = node.kind
        return kind == .integer || kind != .fraction && kind.isNumber && read { $0.hasOnlyDigits(index) }
    }

    /// The number as an `Int`, or nil if it does not fit exactly; `1.0` and `1e2` are integers.
    @inlinable public var int: Int? { integer() }

    /// Returns the number as an integer of a given type, or nil if the type cannot represent it exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        node.kind.isNumber ? read { $0.integer(at: index, as: type) } : nil
    }

    /// The members of the value, or nil if it is not an object.
    @inlinable public var object: Values? {
        @inline(__always)
        @_lifetime(copy self)
        get { node.kind == .object ? Values(self, hasNames: true) : nil }
    }
}
