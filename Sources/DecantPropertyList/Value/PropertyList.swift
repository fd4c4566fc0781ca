public import DecantCore
public import DecantDocument

/// A value of a property list: a view that is free to create and keeps the whole document alive.
///
/// Text and data stay in the body until they are read. A `PropertyList` can be a member of a `Decodable` type, for a part of a
/// list whose form is not known.
public struct PropertyList: Sendable {
    /// The document that the value is part of.
    @usableFromInline package let reference: DocumentReference

    /// The node of the value.
    @usableFromInline package let index: Int

    @usableFromInline
    package init(_ reference: DocumentReference, at index: Int) {
        self.reference = reference
        self.index = index
    }

    /// Creates the value at the top of a document.
    init(_ flat: FlatDocument) {
        self.init(DocumentReference(flat), at: 0)
    }
}

extension PropertyList: DocumentPart {}

extension PropertyList {
    /// The kind of a value.
    public enum Kind: String, Sendable, Hashable {
        /// Text.
        case string

        /// A whole number of up to 128 bits.
        case integer

        /// A floating-point number.
        case real

        /// A truth value.
        case boolean

        /// A point in time.
        case date

        /// Bytes.
        case data

        /// Values in order.
        case array

        /// Values without an order; only the binary format has them.
        case set

        /// Values by keys, which are strings.
        case dictionary

        /// The number of an object in a keyed archive; only the binary format has them.
        case uid
    }

    /// The kind of the value.
    public var kind: Kind { flat[index].kind.listKind }
}

extension DocumentNode.Kind {
    /// The kind that the public interface has for a node.
    var listKind: PropertyList.Kind {
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
    /// The truth value, if it is one.
    public var bool: Bool? {
        switch flat[index].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The text, if it is a string.
    public var string: String? { flat[index].kind.isString ? flat.string(at: index) : nil }

    /// The integer, if it is one that an `Int` holds.
    public var int: Int? { integer() }

    /// The integer, if it is one that the type holds.
    ///
    /// - Parameter type: The type, such as `UInt64` or `Int128`, which holds every integer of a property list.
    /// - Returns: The integer, or nil.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        flat[index].kind.isInteger ? flat.integer(at: index, as: type) : nil
    }

    /// The floating-point number, if it is one.
    public var real: Double? { flat[index].kind == .real ? flat[index].real : nil }

    /// The floating-point number, or the integer as the nearest one.
    public var double: Double? { flat[index].kind.isNumber ? flat.double(at: index) : nil }

    /// The date in seconds since 2001-01-01T00:00:00Z, if it is one; always finite.
    ///
    /// With `DecantFoundation`, this is what `Date(timeIntervalSinceReferenceDate:)` takes.
    public var secondsSinceReferenceDate: Double? { flat[index].kind == .date ? flat[index].real : nil }

    /// The bytes, if the value is data; copied.
    public var data: [UInt8]? { flat[index].kind.isData ? flat.data(at: index) : nil }

    /// The number of the object of a keyed archive that the value represents, if it does.
    ///
    /// In XML such a number is a dictionary of one member, `CF$UID`; it is understood, too.
    public var uid: UInt64? {
        if flat[index].kind == .uid { return flat[index].payload }
        guard flat[index].kind == .object, count == 1 else { return nil }
        return self["CF$UID"]?.integer()
    }
}

extension PropertyList {
    /// Calls a closure with the bytes of data, or of text in UTF-8, without a copy.
    ///
    /// - Parameter body: Looks at the bytes, which are in the body wherever the format has them as they are.
    /// - Returns: The result of `body`; nil if the value is neither data nor a string, or a string in UTF-16.
    public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        let kind = flat[index].kind
        return kind.isData || kind.isString && kind != .utf16String ? flat.withBytes(at: index, body) : nil
    }
}

extension PropertyList {
    /// The number of elements of an array or a set, or of members of a dictionary; 0 for anything else.
    public var count: Int { partCount }

    /// The elements, if the value is an array.
    public var array: (some Sequence<PropertyList> & Sendable)? {
        flat[index].kind == .array ? DocumentElements(self) : nil
    }

    /// The elements in the order of the document, if the value is a set.
    public var set: (some Sequence<PropertyList> & Sendable)? {
        flat[index].kind == .set ? DocumentElements(self) : nil
    }

    /// The members in the order of the document, if the value is a dictionary.
    ///
    /// A key that is there twice comes twice.
    public var dictionary: (some Sequence<KeyedValue<PropertyList>> & Sendable)? {
        flat[index].kind == .object ? DocumentMembers(self) : nil
    }

    /// The value of a key, or nil if the value is not a dictionary or has no such key.
    ///
    /// If the key is there more than once, this is the first one, as for `Decodable` types. Keys are compared scalar by
    /// scalar. The members are gone through one by one.
    ///
    /// - Parameter key: The key.
    public subscript(key: String) -> PropertyList? { member(named: key) }

    /// The element at a position, or nil if the value is not an array or has no element there.
    ///
    /// The elements before it are skipped one by one; to look at all of them, go through ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyList? { element(at: position) }
}

extension PropertyList {
    /// The offset of the value's content in the body as received, in bytes.
    public var offset: Int { flat.sourceOffset(of: index) }

    /// The position of the value in the text it was read from, or nil in a binary list.
    ///
    /// Lines are counted from the beginning of the text each time.
    public var position: SourcePosition? {
        guard format != .binary else { return nil }
        return flat.position(of: index)
    }

    /// The path from the top of the list to the value.
    public var path: [CodingPathComponent] { flat.path(to: index) }
}

extension PropertyList {
    /// The formats that property lists are written in.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// The binary format whose first bytes are `bplist00`.
        case binary

        /// XML with the root element `plist`.
        case xml

        /// The text format of OpenStep, with the extensions of GNUstep where a quirk allows them.
        case openStep
    }

    /// The format that the value was read from.
    public var format: Format { Format(note: flat.notes) }
}

extension PropertyList.Format {
    /// The format as the bits that a document notes.
    var note: UInt8 {
        switch self {
        case .binary: 0
        case .xml: 1
        case .openStep: 2
        }
    }

    fileprivate init(note: UInt8) {
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
