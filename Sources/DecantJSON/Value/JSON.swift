public import DecantCore
public import DecantDocument

/// A value of a JSON document: a view that is free to create and keeps the whole document alive.
///
/// Strings and numbers stay in the body until they are read. A `JSON` can be a member of a `Decodable` type, for a part of a
/// document whose form is not known.
public struct JSON: Sendable {
    /// The document that the value is part of.
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
    public enum Kind: String, Sendable, Hashable {
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
    public var kind: Kind {
        switch flat[index].kind {
        case .null: .null
        case .true, .false: .boolean
        case .array: .array
        case .object: .object
        default: flat[index].kind.isString ? .string : .number
        }
    }
}

extension JSON {
    /// Whether the value is null.
    public var isNull: Bool { flat[index].kind == .null }

    /// The truth value, if it is one.
    public var bool: Bool? {
        switch flat[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The text, if it is a string.
    public var string: String? {
        flat[index].kind.isString ? flat.string(at: index) : nil
    }

    /// The number exactly as written, if it is one.
    public var number: Number? {
        flat[index].kind.isNumber ? Number(validated: flat.numberText(at: index)) : nil
    }

    /// The number as an integer, if it is one that an `Int` holds exactly; `1.0` and `1e2` are integers.
    public var int: Int? { integer() }

    /// The number as an integer, if it is one that the type holds exactly.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`.
    /// - Returns: The integer, or nil.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        flat[index].kind.isNumber ? flat.integer(at: index, as: type) : nil
    }

    /// The number as the nearest `Double`, if it is one; infinity if it is too large for any.
    public var double: Double? {
        flat[index].kind.isNumber ? flat.double(at: index) : nil
    }
}

extension JSON {
    /// The number of elements of an array, or of members of an object; 0 for anything else.
    public var count: Int { partCount }

    /// The elements, if the value is an array.
    public var array: (some Sequence<JSON> & Sendable)? {
        flat[index].kind == .array ? DocumentElements(self) : nil
    }

    /// The members in the order of the text, if the value is an object.
    ///
    /// A name that is there twice comes twice.
    public var object: (some Sequence<KeyedValue<JSON>> & Sendable)? {
        flat[index].kind == .object ? DocumentMembers(self) : nil
    }

    /// The member with a name, or nil if the value is not an object or has no such member.
    ///
    /// If the name is there more than once, this is the first one, as for `Decodable` types. Names are compared scalar by
    /// scalar. The members are gone through one by one.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> JSON? { member(named: name) }

    /// The element at a position, or nil if the value is not an array or has no element there.
    ///
    /// The elements before it are skipped one by one; to look at all of them, go through ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> JSON? { element(at: position) }
}

extension JSON {
    /// The position of the value in the text it was read from.
    ///
    /// Lines are counted from the beginning of the text each time.
    public var position: SourcePosition { flat.position(of: index) }

    /// The path from the top of the text to the value.
    public var path: [CodingPathComponent] { flat.path(to: index) }
}
