public import DecantCore
public import DecantDocument

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

extension JSON.Cursor {
    /// The kind of the value.
    @inlinable public var kind: JSON.Kind { base.kind.jsonKind }

    /// Whether the value is null.
    @inlinable public var isNull: Bool { base.kind == .null }

    /// The value as a Boolean, or nil if it is not true or false.
    @inlinable public var bool: Bool? { base.bool }

    /// The value as borrowed text, or nil if it is not a string.
    @inlinable public var text: BorrowedText? {
        @_lifetime(copy self)
        get { base.kind.isString ? base.text : nil }
    }

    /// A copy of the string, with escapes resolved, or nil if the value is not a string.
    @inlinable public var string: String? { base.kind.isString ? base.text.string : nil }

    /// The number exactly as written, or nil if the value is not a number.
    public var number: JSON.Number? { JSON(self).number }

    /// The number as an `Int`, or nil if it does not fit exactly; `1.0` and `1e2` are integers.
    @inlinable public var int: Int? { integer() }

    /// Returns the number as an integer of a given type, or nil if the type cannot represent it exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        base.kind.isNumber ? base.read { $0.integer(at: base.index, as: type) } : nil
    }

    /// The number as the nearest `Double`, or nil if the value is not a number; infinity if it is out of range.
    @inlinable public var double: Double? { base.kind.isNumber ? base.read { $0.double(at: base.index) } : nil }
}

extension JSON.Cursor {
    /// The number of elements of an array or members of an object; 0 for any other value.
    @inlinable public var count: Int { base.count }

    /// The elements of the value, or nil if it is not an array.
    @inlinable public var array: Elements? {
        @_lifetime(copy self)
        get { base.kind == .array ? Elements(self) : nil }
    }

    /// The members of the value, or nil if it is not an object.
    @inlinable public var object: Members? {
        @_lifetime(copy self)
        get { base.kind == .object ? Members(self) : nil }
    }

    /// The value of the first member with a name, or nil if the value is not an object or has no such member.
    ///
    /// The members are searched one by one. To look up several, use ``Members/value(_:)``, which resumes after the
    /// member that it found last.
    ///
    /// - Parameter name: The name of the member.
    @inlinable public subscript(name: StaticString) -> JSON.Cursor? {
        @_lifetime(copy self)
        get {
            guard let value = base.member(MemberName(name)) else { return nil }
            return JSON.Cursor(value)
        }
    }

    /// The value of the first member with a name, or nil if the value is not an object or has no such member.
    ///
    /// - Parameter name: The name of the member.
    @_disfavoredOverload
    public subscript(name: String) -> JSON.Cursor? {
        @_lifetime(copy self)
        get {
            guard let value = base.member(named: name) else { return nil }
            return JSON.Cursor(value)
        }
    }

    /// The element at an index, or nil if the value is not an array or the index is out of range.
    ///
    /// The elements before it are skipped one by one; to visit all elements, use ``array``.
    ///
    /// - Parameter position: The index, from 0.
    public subscript(position: Int) -> JSON.Cursor? {
        @_lifetime(copy self)
        get {
            guard let element = base.element(at: position) else { return nil }
            return JSON.Cursor(element)
        }
    }
}

extension JSON.Cursor {
    /// A value to switch over, with the cases of ``JSON/Value``.
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
        case number(JSON.Cursor)

        /// A string.
        case string(BorrowedText)

        /// The elements of an array.
        case array(Elements)

        /// The members of an object.
        case object(Members)
    }

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
    @inlinable public var content: Content {
        @inline(__always)
        @_lifetime(copy self)
        get {
            let node = base.node
            switch node.kind {
            case .null: return .null
            case .false: return .boolean(false)
            case .true: return .boolean(true)
            case .integer: return .integer(Int(truncatingIfNeeded: node.integer))
            case .array: return .array(Elements(self))
            case .object: return .object(Members(self))
            default:
                if node.kind.isString { return .string(base.text) }
                guard let double = base.read({ $0.fraction(at: base.index) }) else { return .number(self) }
                return .double(double)
            }
        }
    }
}
