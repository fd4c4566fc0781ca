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
    public enum Value: Sendable {
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
        case object([(key: String, value: Value)])
    }
}

extension JSON.Value {
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
    /// Copies a value from a document.
    ///
    /// - Throws: `ResponseError` with the code `ResponseError.Code.limitExceeded` if arrays and objects are nested
    ///   more than 512 deep, because Swift releases values by recursion. With the default limits, this cannot happen.
    public init(_ json: JSON) throws(ResponseError) {
        var builder = OwnedValueBuilder<JSONValues>(json.flat, limit: .jsonDepth)
        self = try builder.value(at: json.index)
    }

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - options: The options for reading the text.
    ///   - limits: The limits on nesting, on the number of nodes, and on the length of a number.
    /// - Throws: `ResponseError` with the position of the first error.
    public init(
        parsing bytes: some Sequence<UInt8>,
        options: JSON.Options = JSON.Options(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        self = try JSON.Value(JSON(parsing: bytes, options: options, limits: limits))
    }
}

extension JSON.Value: Hashable {
    /// Returns whether two values are equal, with the same members in the same order.
    public static func == (left: JSON.Value, right: JSON.Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.elementsEqual(right) { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
        default: false
        }
    }

    /// Feeds the value to a hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let elements): hasher.combine(elements)
        case .object(let members):
            hasher.combine(members.count)
            for member in members {
                hasher.combine(UTF8Key(text: member.key))
                hasher.combine(member.value)
            }
        }
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

    static func object(_ members: [(key: String, value: JSON.Value)]) -> JSON.Value { .object(members) }
}
