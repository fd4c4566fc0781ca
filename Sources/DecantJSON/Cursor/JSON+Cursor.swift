public import DecantCore
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
    @inlinable public var object: Members? {
        @inline(__always)
        @_lifetime(copy self)
        get { node.kind == .object ? Members(self) : nil }
    }
}

extension JSON {
    /// A borrowed value to switch over, with the cases of ``JSON/Value``.
    public enum Content: ~Escapable {
        /// The literal `null`.
        case null

        /// The literals `true` and `false`.
        case boolean(Bool)

        /// An integer that fits into `Int`.
        case integer(Int)

        /// A number with a fraction or an exponent, as the nearest `Double`; infinity if it is out of range.
        case double(Double)

        /// An integer that does not fit into `Int`.
        case number(Cursor)

        /// A string.
        case string(BorrowedText)

        /// The elements of an array.
        case array(Cursor.Elements)

        /// The members of an object.
        case object(Cursor.Members)
    }
}

extension JSON.Cursor {
    /// The value, read in one step according to its kind.
    ///
    /// ```swift
    /// func sum(of cursor: borrowing JSON.Cursor) -> Double {
    ///     switch cursor.content {
    ///     case .integer(let integer): return Double(integer)
    ///     case .double(let double): return double
    ///     case .array(var elements):
    ///         var total = 0.0
    ///         while let element = elements.next() { total += sum(of: element) }
    ///         return total
    ///     default: return 0
    ///     }
    /// }
    /// ```
    @inlinable public var content: JSON.Content {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = node
            switch node.kind {
            case .null: return .null
            case .false: return .boolean(false)
            case .true: return .boolean(true)
            case .integer: return .integer(Int(truncatingIfNeeded: node.integer))
            case .fraction: return .double(read { $0.double(at: index) })
            case .array: return .array(Elements(self))
            case .object: return .object(Members(self))
            default:
                if node.kind.isString { return .string(storedText) }
                guard let double = read({ $0.fraction(at: index) }) else { return .number(self) }
                return .double(double)
            }
        }
    }
}
