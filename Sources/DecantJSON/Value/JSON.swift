public import DecantCore
public import DecantDocument

/// A value of a JSON document: a view that is free to create, and that keeps the whole document alive.
///
/// Strings and long numbers stay in the body until they are read. A `JSON` can be a member of a `Decodable` type, for a
/// part of a document whose structure is unknown.
public struct JSON: Sendable {
    /// The document that contains the value.
    @usableFromInline package let reference: DocumentReference

    /// The node of the value.
    @usableFromInline package let index: Int

    @inlinable
    @inline(__always)
    package init(_ reference: DocumentReference, at index: Int) {
        self.reference = reference
        self.index = index
    }
}

extension JSON: DocumentPart {}

extension JSON {
    /// The kind of a value (RFC 8259 §3).
    public enum Kind: Sendable, Hashable {
        /// The literal `null`.
        case null

        /// The literals `true` and `false`.
        case boolean

        /// A number of any size.
        case number

        /// A string.
        case string

        /// An array.
        case array

        /// An object.
        case object
    }

    /// The kind of the value.
    @inlinable public var kind: Kind { flat[index].kind.jsonKind }
}

extension DocumentNode.Kind {
    /// The public kind of a node.
    @inlinable var jsonKind: JSON.Kind {
        switch self {
        case .null: .null
        case .true, .false: .boolean
        case .array: .array
        case .object: .object
        default: isString ? .string : .number
        }
    }
}

extension JSON {
    /// Whether the value is null.
    @inlinable public var isNull: Bool { flat[index].kind == .null }

    /// The value as a Boolean, or nil if it is not true or false.
    @inlinable public var bool: Bool? {
        switch flat[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value as a string, or nil if it is not a string.
    @inlinable public var string: String? {
        flat[index].kind.isString ? flat.string(at: index) : nil
    }

    /// The number exactly as written, or nil if the value is not a number.
    public var number: Number? {
        flat[index].kind.isNumber ? Number(validated: flat.numberText(at: index)) : nil
    }

    /// The number as an `Int`, or nil if it does not fit exactly; `1.0` and `1e2` are integers.
    @inlinable public var int: Int? { integer() }

    /// Returns the number as an integer of a given type, or nil if the type cannot represent it exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        flat[index].kind.isNumber ? flat.integer(at: index, as: type) : nil
    }

    /// The number as the nearest `Double`, or nil if the value is not a number; infinity if it is out of range.
    @inlinable public var double: Double? {
        flat[index].kind.isNumber ? flat.double(at: index) : nil
    }
}

extension JSON {
    /// The number of elements of an array or members of an object; 0 for any other value.
    @inlinable public var count: Int { partCount }

    /// The elements of the value, or nil if it is not an array.
    @inlinable public var array: (some Sequence<JSON> & Sendable)? {
        flat[index].kind == .array ? DocumentElements(self) : nil
    }

    /// The members in the order of the text, or nil if the value is not an object.
    ///
    /// A duplicate name occurs as often as in the text.
    @inlinable public var object: (some Sequence<(key: String, value: JSON)> & Sendable)? {
        flat[index].kind == .object ? DocumentMembers(self) : nil
    }

    /// The value of the member with a name, or nil if the value is not an object or has no such member.
    ///
    /// If several members have the name, the result is the first one, as for `Decodable` types. Names are compared
    /// scalar by scalar. The members are searched one by one.
    ///
    /// - Parameter name: The name of the member.
    public subscript(name: String) -> JSON? { member(named: name) }

    /// The element at an index, or nil if the value is not an array or the index is out of range.
    ///
    /// The elements before it are skipped one by one; to visit all elements, iterate over ``array``.
    ///
    /// - Parameter position: The index, from 0.
    public subscript(position: Int) -> JSON? { element(at: position) }
}

extension JSON {
    /// The position of the value in its text.
    ///
    /// Each access counts the lines from the start of the text.
    public var position: SourcePosition { flat.position(of: index) }

    /// The path from the top of the text to the value.
    public var path: CodingPath { CodingPath(flat.path(to: index)) }
}

extension JSON {
    /// The value as a string in UTF-8, or nil if it is not a string.
    ///
    /// No `String` is created, so the bytes are copied only once.
    package var stringBytes: ResponseBytes? {
        guard let text = cursor.text else { return nil }
        return text.withBytes { ResponseBytes($0) }
    }
}
