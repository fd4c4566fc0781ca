public import DecantCore
public import DecantDocument

/// A value of a property list.
///
/// It is a view that costs nothing to create and keeps the whole document alive.
///
/// Text and data stay in the body until they are read. Use `PropertyList` as the type of a member of a `Decodable` type
/// for a part of a list with an unknown structure.
public struct PropertyList: Sendable {
    /// The document that contains the value.
    @usableFromInline package let reference: DocumentReference

    /// The node of the value.
    @usableFromInline package let index: Int

    @usableFromInline
    package init(_ reference: DocumentReference, at index: Int) {
        self.reference = reference
        self.index = index
    }

    /// Creates the top-level value of a document.
    init(_ flat: FlatDocument) {
        self.init(DocumentReference(flat), at: 0)
    }
}

extension PropertyList: DocumentPart {}

extension PropertyList {
    /// The kind of a value.
    public enum Kind: Sendable, Hashable {
        /// Text.
        case string

        /// An integer of up to 128 bits.
        case integer

        /// A floating-point number.
        case real

        /// A Boolean value.
        case boolean

        /// A point in time.
        case date

        /// Bytes.
        case data

        /// An ordered list of values.
        case array

        /// An unordered list of values; only in the binary format.
        case set

        /// Values with keys, which are strings.
        case dictionary

        /// The number of an object in a keyed archive; only in the binary format.
        case uid
    }

    /// The kind of the value.
    @inlinable public var kind: Kind { flat[index].kind.listKind }
}

extension DocumentNode.Kind {
    /// The public kind of a node.
    @inlinable var listKind: PropertyList.Kind {
        switch self {
        case .false, .true: .boolean
        case .real: .real
        case .date: .date
        case .uid: .uid
        case .array: .array
        case .set: .set
        case .object: .dictionary
        default: isData ? .data : isNumber ? .integer : .string
        }
    }
}

extension PropertyList {
    /// The Boolean value, or nil if the value has another kind.
    @inlinable public var bool: Bool? {
        switch flat[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The text, or nil if the value is not a string.
    @inlinable public var string: String? { flat[index].kind.isString ? flat.string(at: index) : nil }

    /// The integer, or nil if the value has another kind or does not fit in an `Int`.
    @inlinable public var int: Int? { integer() }

    /// Returns the integer, or nil if the value has another kind or does not fit in the type.
    ///
    /// - Parameter type: The type, such as `UInt64`, or `Int128`, which represents every integer of a property list.
    @inlinable
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        flat[index].kind.isInteger ? flat.integer(at: index, as: type) : nil
    }

    /// The number as a `Double`, or nil if the value has another kind.
    ///
    /// An integer is rounded to the nearest `Double`.
    @inlinable public var double: Double? { flat[index].kind.isNumber ? flat.double(at: index) : nil }

    /// The date in seconds since 2001-01-01T00:00:00Z, or nil if the value has another kind.
    ///
    /// It is always finite.
    ///
    /// With `DecantFoundation`, pass it to `Date(timeIntervalSinceReferenceDate:)`.
    @inlinable public var secondsSinceReferenceDate: Double? { flat[index].kind == .date ? flat[index].real : nil }

    /// A copy of the bytes, or nil if the value is not data.
    public var data: [UInt8]? { flat[index].kind.isData ? flat.data(at: index) : nil }

    /// The number of an object in a keyed archive, or nil if the value has another kind.
    ///
    /// In XML, such a number is a dictionary with a single member, `CF$UID`, which is recognized as well.
    public var uid: UInt64? {
        if flat[index].kind == .uid { return flat[index].payload }
        guard flat[index].kind == .object, count == 1 else { return nil }
        return self["CF$UID"]?.integer()
    }
}

extension PropertyList {
    /// Calls a closure with the bytes of data, or of text in UTF-8, without copying them.
    ///
    /// - Parameter body: A closure that receives the bytes. They are in the body unless the format encodes them.
    public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        let kind = flat[index].kind
        return kind.isData || kind.isString && kind != .utf16String ? flat.withBytes(at: index, body) : nil
    }
}

extension PropertyList {
    /// The number of elements of an array or a set, or of members of a dictionary; 0 for other kinds.
    @inlinable public var count: Int { partCount }

    /// The elements of an array, or nil if the value has another kind.
    @inlinable public var array: (some Sequence<PropertyList> & Sendable)? {
        flat[index].kind == .array ? DocumentElements(self) : nil
    }

    /// The elements of a set in document order, or nil if the value has another kind.
    @inlinable public var set: (some Sequence<PropertyList> & Sendable)? {
        flat[index].kind == .set ? DocumentElements(self) : nil
    }

    /// The members of a dictionary in document order, or nil if the value has another kind.
    ///
    /// Members with duplicate keys are all included.
    @inlinable public var dictionary: (some Sequence<(key: String, value: PropertyList)> & Sendable)? {
        flat[index].kind == .object ? DocumentMembers(self) : nil
    }

    /// The value of a key, or nil if the value is not a dictionary or has no such key.
    ///
    /// If the key occurs more than once, this is the first value, as for `Decodable` types. Keys are compared scalar by
    /// scalar. Lookup is linear in the number of members.
    public subscript(key: String) -> PropertyList? { member(named: key) }

    /// The element at a position, or nil if the value is not an array or the position is out of range.
    ///
    /// Access is linear in the position. To visit all elements, iterate over ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyList? { element(at: position) }
}

extension PropertyList {
    /// The offset of the value's content in the body as received, in bytes.
    public var offset: Int { flat.sourceOffset(of: index) }

    /// The position of the value in its source text, or nil for a binary list.
    ///
    /// Every access counts lines from the beginning of the text.
    public var position: SourcePosition? {
        guard format != .binary else { return nil }
        return flat.position(of: index)
    }

    /// The path from the top-level value to this value.
    public var path: CodingPath { CodingPath(flat.path(to: index)) }
}

extension PropertyList {
    /// The formats of property lists.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// The binary format, which begins with `bplist00`.
        case binary

        /// XML with the root element `plist`.
        case xml

        /// The OpenStep text format, with the GNUstep extensions enabled by a quirk.
        case openStep
    }

    /// The format of the document.
    public var format: Format { Format(note: flat.notes) }
}

extension PropertyList.Format {
    /// The format as stored in the flags of a document.
    var note: UInt16 {
        switch self {
        case .binary: 0
        case .xml: 1
        case .openStep: 2
        }
    }

    fileprivate init(note: UInt16) {
        self = note == 0 ? .binary : note == 1 ? .xml : .openStep
    }
}

extension PropertyList.Format {
    /// The name of the format in messages.
    var name: String {
        switch self {
        case .binary: "the binary format"
        case .xml: "XML"
        case .openStep: "OpenStep’s text"
        }
    }
}
