public import DecantCore
import DecantDocument

/// A JSON value as Swift values that own their contents: to be taken apart by `switch`, changed, and kept without the text.
///
/// Making one copies every string. To look at some of a response, or at a large one, use ``JSON``, which copies nothing.
///
/// An integer that fits into `Int` is ``integer(_:)``; a larger one is ``number(_:)``, which is exact; any number with a
/// fraction or an exponent is the nearest ``double(_:)``.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null

    /// The literals `true` and `false`.
    case boolean(Bool)

    /// An integer that an `Int` holds.
    case integer(Int)

    /// A number with a fraction or an exponent, as the nearest `Double`; infinity if it is too large for any.
    case double(Double)

    /// An integer that no `Int` holds.
    case number(JSONNumber)

    /// A string.
    case string(String)

    /// An array.
    case array([JSONValue])

    /// An object: its members in the order of the text, also those of the same name.
    case object([Member])
}

extension JSONValue {
    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String

        /// The value.
        public var value: JSONValue

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The first member with a name, or nil if the value is no object or has none.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element at a position, or nil if the value is no array or has none there.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}

extension JSONValue {
    /// How deep a value of Swift values may be: Swift releases and compares such values by recursion.
    public static let depthLimit = ownedDepthLimit

    /// Copies a value out of a document.
    ///
    /// - Parameter json: The value.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/limitExceeded`` if arrays and objects are nested more
    ///   than ``depthLimit`` deep, which the default limits do not let happen.
    public init(_ json: JSON) throws(ResponseError) {
        var builder = OwnedValueBuilder<JSONValues>(json.flat, limit: .jsonDepth)
        self = try builder.value(at: json.index)
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - options: What is accepted, and what is left out.
    ///   - limits: How deep, how long and how many things may be.
    /// - Throws: ``ResponseError`` with the place of the first fault.
    public init(
        parsing body: ResponseBody,
        options: borrowing JSONOptions = JSONOptions(),
        limits: Limits = Limits()
    ) throws(ResponseError) {
        self = try JSONValue(JSON(parsing: body, options: options, limits: limits))
    }
}

/// The parts of which a ``JSONValue`` is made.
private enum JSONValues: OwnedValues {
    @inline(__always)
    static func scalar(at index: Int, of document: FlatDocument) -> JSONValue {
        let node = document[index]
        switch node.kind {
        case .null: return .null
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .string, .escapedString: return .string(document.string(at: index))
        case .integer: return Int(exactly: node.integer).map { .integer($0) } ?? number(at: index, of: document)
        default:
            return document.hasOnlyDigits(index) ? number(at: index, of: document) : .double(document.double(at: index))
        }
    }

    private static func number(at index: Int, of document: FlatDocument) -> JSONValue {
        .number(JSONNumber(validated: document.numberText(at: index)))
    }

    static func list(_ kind: DocumentNode.Kind, _ elements: [JSONValue]) -> JSONValue { .array(elements) }

    static func object(_ members: [JSONValue.Member]) -> JSONValue { .object(members) }

    static func member(_ name: String, _ value: JSONValue) -> JSONValue.Member {
        JSONValue.Member(name: name, value: value)
    }
}
