/// A type that is made from one scalar of a body in a way that its `Decodable` conformance lacks.
///
/// `DecantFoundation` conforms `Date`, `Data`, `Decimal` and `URL`, so that JSON, XML and property lists treat them alike.
/// Decoding one of these in a program that does not import `DecantFoundation` is an error that names the import.
public protocol ScalarDecodable {
    /// Makes a value from a scalar.
    ///
    /// - Parameters:
    ///   - scalar: The scalar of the body.
    ///   - options: The ways in which dates and bytes are written.
    /// - Throws: ``ScalarMismatch`` if the scalar is not one the type can be made from.
    init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch)
}

/// A scalar as a format has it, before it becomes a type of another library.
public enum DecodedScalar: Sendable, Hashable {
    /// No value. JSON's null is an error before it is converted, as it is for every type that is not an optional.
    case null

    /// A truth value.
    case boolean(Bool)

    /// A number: its text as written in decimal, which is exact, and the nearest `Double`.
    case number(text: String, value: Double)

    /// Text.
    case string(String)

    /// A point in time, in seconds since 2001-01-01T00:00:00Z: a date of a property list.
    case date(secondsSinceReferenceDate: Double)

    /// Bytes: the data of a property list, or an array of numbers from 0 to 255 where the options write bytes so.
    case data([UInt8])

    /// A value with parts: an array, an object, an element.
    case container
}

/// The reason for which a type could not be made from a scalar.
public struct ScalarMismatch: Error, Sendable, Hashable {
    /// The scalar that was expected, such as "a date as ISO 8601 text".
    public var expected: String

    /// Whether the scalar is of the right kind and only its content cannot be used, like text that is not base64.
    ///
    /// The error then is `dataCorrupted`, else `typeMismatch`.
    public var isContent: Bool

    /// The fault of the content, such as "the offset has no colon", if it is known.
    public var fault: String?

    /// Creates a mismatch.
    ///
    /// - Parameters:
    ///   - expected: The scalar that was expected, with its article.
    ///   - isContent: Whether the scalar is of the right kind and only its content cannot be used.
    ///   - fault: The fault of the content, without a full stop.
    public init(expected: String, isContent: Bool = false, fault: String? = nil) {
        self.expected = expected
        self.isContent = isContent
        self.fault = fault
    }
}

extension ScalarMismatch {
    /// The same mismatch with another fault of the content.
    package func with(fault: String) -> Self { ScalarMismatch(expected: expected, isContent: isContent, fault: fault) }

    /// The message of the error.
    ///
    /// - Parameters:
    ///   - scalar: The scalar that was found.
    ///   - description: The scalar in the words of its format.
    /// - Returns: The message.
    package func message(for scalar: DecodedScalar, _ description: String) -> String {
        var found = description
        if isContent, case .string(let text) = scalar, !text.isEmpty { found = "“\(text.excerpt(40))”" }
        return "expected \(expected), but found \(found)" + (fault.map { ": \($0)" } ?? "")
    }
}

/// A structure that a format's own dates become without a ``DecodedScalar``, which would take most of the time.
package protocol DateDecodable: ScalarDecodable {
    /// Makes a value from a finite number of seconds since 2001-01-01T00:00:00Z.
    init(secondsSinceReferenceDate seconds: Double)
}

/// A structure that a format's own data becomes without a ``DecodedScalar``, which would be one more copy of the bytes.
package protocol DataDecodable: ScalarDecodable {
    /// Makes a value from a copy of bytes.
    init(copying bytes: Span<UInt8>)
}

/// Foundation's types that need `DecantFoundation`, found in the running program without importing Foundation.
///
/// They make an error more helpful and decide nothing else: where the look-up finds nothing, such a type is decoded by its own
/// `init(from:)`.
package enum FoundationTypes {
    /// The types by identity; none in a program without Foundation.
    ///
    /// The look-up by name costs a millisecond, once.
    package static let identifiers = identifiers(in: ["20FoundationEssentials", "10Foundation"])

    /// Looks types up in the first of some modules that has them.
    ///
    /// - Parameter modules: The modules as mangled names have them: on Linux, and on Apple's systems.
    /// - Returns: The types by identity; none if no module is there.
    package static func identifiers(in modules: [String]) -> [ObjectIdentifier] {
        guard let module = modules.first(where: { type("4Date", in: $0) != nil }) else { return [] }
        return ["4Date", "4Data", "7Decimal", "3URL"].compactMap { type($0, in: module).map { ObjectIdentifier($0) } }
    }

    private static func type(_ name: String, in module: String) -> Any.Type? {
        _typeByName(module + name + "V")
    }
}
