public import DecantCore
import DecantDocument

extension JSON {
    /// A JSON value that owns its contents: it can be matched by `switch`, changed, and kept without the text.
    ///
    /// Creating one copies every string. For a part of a response, or for a large one, use ``JSON``, which copies
    /// nothing.
    ///
    /// An integer that fits into `Int` is ``integer(_:)``; a larger one is ``number(_:)``, which is exact; any number
    /// with a fraction or an exponent is the nearest ``double(_:)``.
    public enum Value: Sendable, Hashable {
        /// The literal `null`.
        case null

        /// The literals `true` and `false`.
        case boolean(Bool)

        /// An integer that fits into `Int`.
        case integer(Int)

        /// A number with a fraction or an exponent, as the nearest `Double`; infinity if it is out of range.
        case double(Double)

        /// An integer that does not fit into `Int`.
        case number(Number)

        /// A string.
        case string(String)

        /// An array.
        case array([Value])

        /// An object: its members in the order of the text, including duplicate names.
        case object([Member])
    }
}

extension JSON.Value {
    /// A member of an object.
    public typealias Member = KeyedValue<JSON.Value>

    /// The first member with a name, or nil if the value is not an object or has no such member.
    public subscript(name: String) -> JSON.Value? {
        guard case .object(let members) = self else { return nil }
        return members.value(ofKey: name)
    }

    /// The element at a position, or nil if the value is not an array or has no element there.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> JSON.Value? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}

extension JSON.Value {
    /// The maximum nesting of values, which Swift releases and compares by recursion.
    public static let depthLimit = ownedDepthLimit

    /// Copies a value from a document.
    ///
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if arrays and objects are nested
    ///   more than ``depthLimit`` deep. With the default limits, this cannot happen.
    public init(_ json: JSON) throws(ResponseError) {
        var builder = OwnedValueBuilder<JSONValues>(json.flat, limit: .jsonDepth)
        self = try builder.value(at: json.index)
    }

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - options: The options for reading the text.
    ///   - limits: The limits on nesting, on the number of nodes, and on the length of a number.
    /// - Throws: ``ResponseError`` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: JSON.Options = JSON.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        self = try JSON.Value(JSON(parsing: bytes, options: options, limits: limits))
    }
}

/// The functions that build a ``JSON/Value``.
private enum JSONValues: OwnedValues {
    static func scalar(at index: Int, of document: FlatDocument) -> JSON.Value {
        let node = document[index]
        switch node.kind {
        case .null: return .null
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .string, .escapedString, .pooledString: return .string(document.string(at: index))
        case .integer: return Int(exactly: node.integer).map { .integer($0) } ?? number(at: index, of: document)
        default:
            return document.hasOnlyDigits(index) ? number(at: index, of: document) : .double(document.double(at: index))
        }
    }

    private static func number(at index: Int, of document: FlatDocument) -> JSON.Value {
        .number(JSON.Number(validated: document.numberText(at: index)))
    }

    static func list(_ kind: DocumentNode.Kind, _ elements: [JSON.Value]) -> JSON.Value { .array(elements) }

    static func object(_ members: [JSON.Value.Member]) -> JSON.Value { .object(members) }
}
