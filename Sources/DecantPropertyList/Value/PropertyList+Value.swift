public import DecantCore
import DecantDocument

extension PropertyList {
    /// A property list as Swift values that own their contents.
    ///
    /// Use it to switch over, change, or keep a list without its body.
    ///
    /// Creating such a value copies every string. To read parts of a response, or a large one, use ``PropertyList``,
    /// which copies nothing.
    public enum Value: Sendable {
        /// Text.
        case string(String)

        /// An integer that fits in an `Int`.
        case integer(Int)

        /// An integer that does not fit in an `Int`: the upper and the lower half of its 128 bits.
        ///
        /// If the system has `Int128`, it is `Int128(high) << 64 | Int128(low)`.
        indirect case wideInteger(high: Int64, low: UInt64)

        /// A floating-point number.
        case real(Double)

        /// A Boolean value.
        case boolean(Bool)

        /// A point in time.
        ///
        /// - Parameter secondsSinceReferenceDate: The seconds since 2001-01-01T00:00:00Z.
        case date(secondsSinceReferenceDate: Double)

        /// Bytes.
        case data([UInt8])

        /// An ordered list of values.
        case array([Value])

        /// An unordered list of values, in the order of the document.
        case set([Value])

        /// Members in the order of the document, including those with duplicate keys.
        case dictionary([(key: String, value: Value)])

        /// The number of an object in a keyed archive.
        case uid(UInt64)
    }
}

extension PropertyList.Value {
    /// The value of the first member with a key, or nil if the value is not a dictionary or has no such member.
    public subscript(key: String) -> PropertyList.Value? {
        guard case .dictionary(let members) = self else { return nil }
        return members.value(ofKey: key)
    }

    /// The element at a position, or nil if the value is not an array or the position is out of range.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyList.Value? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}

extension PropertyList.Value {
    /// Copies a value out of a document.
    ///
    /// - Throws: `ResponseError` with the code `ResponseError.Code.limitExceeded` if containers are nested deeper
    ///   than 512, because Swift releases values recursively. The default limits prevent this.
    public init(_ list: PropertyList) throws(ResponseError) {
        var builder = OwnedValueBuilder<PropertyListValues>(list.flat, limit: .propertyListDepth)
        self = try builder.value(at: list.index)
    }

    /// Parses a property list.
    ///
    /// - Parameters:
    ///   - bytes: The list, in one of the accepted formats.
    ///   - options: The options for reading the list.
    ///   - limits: The limits on depth, length, and number of values.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: PropertyList.Options = PropertyList.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        self = try PropertyList.Value(PropertyList(parsing: bytes, options: options, limits: limits))
    }
}

/// Builds a ``PropertyList/Value`` from the nodes of a document.
private enum PropertyListValues: OwnedValues {
    @inline(__always)
    static func scalar(at index: Int, of document: FlatDocument) -> PropertyList.Value {
        let node = document[index]
        switch node.kind {
        case .string, .nullString, .pooledString, .utf16String: return .string(document.string(at: index))
        case .integer where Int(exactly: node.integer) != nil: return .integer(Int(truncatingIfNeeded: node.integer))
        case .real: return .real(node.real)
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .date: return .date(secondsSinceReferenceDate: node.real)
        case .uid: return .uid(node.payload)
        case .data, .pooledData: return .data(document.data(at: index))
        default:
            let value = document.wideInteger(at: index)
            return .wideInteger(high: Int64(bitPattern: value.high), low: value.low)
        }
    }

    static func list(_ kind: DocumentNode.Kind, _ elements: [PropertyList.Value]) -> PropertyList.Value {
        kind == .set ? .set(elements) : .array(elements)
    }

    static func object(_ members: [(key: String, value: PropertyList.Value)]) -> PropertyList.Value {
        .dictionary(members)
    }
}
