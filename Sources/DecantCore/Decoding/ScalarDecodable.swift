/// A type that decodes from one scalar of a body, bypassing its `Decodable` conformance.
///
/// `DecantFoundation` conforms `Date`, `Data`, `Decimal`, and `URL`, so JSON, XML, and property lists treat them alike.
/// Decoding one of these types without importing `DecantFoundation` throws an error that names the import.
public protocol ScalarDecodable {
    /// Creates a value from a scalar.
    ///
    /// - Parameters:
    ///   - scalar: The scalar of the body.
    ///   - options: The representations of dates and binary data.
    /// - Throws: ``ScalarMismatch`` if the scalar cannot be converted to the type.
    init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch)
}

/// A scalar of a body, before its conversion to a type of another library.
public enum DecodedScalar: Sendable, Hashable {
    /// No value.
    ///
    /// JSON's null is rejected before the conversion, as for every type that is not optional.
    case null

    /// A Boolean value.
    case boolean(Bool)

    /// A number: its exact decimal text, and the nearest `Double`.
    case number(text: String, value: Double)

    /// Text.
    case string(String)

    /// A date of a property list, in seconds since 2001-01-01T00:00:00Z.
    case date(secondsSinceReferenceDate: Double)

    /// Binary data: the data of a property list, or an array of numbers from 0 to 255 if the options represent data
    /// that way.
    case data([UInt8])

    /// A container: an array, an object, or an element.
    case container
}

/// An error thrown when a scalar cannot be converted to a type.
public struct ScalarMismatch: Error, Sendable, Hashable {
    /// A description of the expected scalar, such as "a date as ISO 8601 text".
    public var expected: String

    /// Whether the scalar has the right kind but unusable content, such as text that is not base64.
    ///
    /// If true, the mismatch becomes `dataCorrupted`, otherwise `typeMismatch`.
    public var isContent: Bool

    /// A description of the error in the content, such as "the offset has no colon", if known.
    public var fault: String?

    /// Creates a mismatch.
    ///
    /// - Parameters:
    ///   - expected: A description of the expected scalar, with an article.
    ///   - isContent: Whether the scalar has the right kind but unusable content.
    ///   - fault: A description of the error in the content, without a period at the end.
    public init(expected: String, isContent: Bool = false, fault: String? = nil) {
        self.expected = expected
        self.isContent = isContent
        self.fault = fault
    }
}

extension ScalarMismatch {
    /// Returns the mismatch with another description of the error in the content.
    package func with(fault: String) -> Self { ScalarMismatch(expected: expected, isContent: isContent, fault: fault) }

    /// Returns the message of the error.
    ///
    /// - Parameters:
    ///   - scalar: The scalar that was found.
    ///   - description: A description of the scalar in the terms of its format.
    package func message(for scalar: DecodedScalar, _ description: String) -> String {
        var found = description
        if isContent, case .string(let text) = scalar, !text.isEmpty { found = "“\(text.excerpt(40))”" }
        return "expected \(expected), but found \(found)" + (fault.map { ": \($0)" } ?? "")
    }
}

/// A type that a format's dates convert to directly; creating a ``DecodedScalar`` would take most of the time.
package protocol DateDecodable: ScalarDecodable {
    /// Creates a value from a finite number of seconds since 2001-01-01T00:00:00Z.
    init(secondsSinceReferenceDate seconds: Double)
}

/// A type that a format's data converts to directly, without the extra copy of the bytes in a ``DecodedScalar``.
package protocol DataDecodable: ScalarDecodable {
    /// Creates a value by copying bytes.
    init(copying bytes: Span<UInt8>)
}

/// The Foundation types that need `DecantFoundation`, looked up at run time without importing Foundation.
///
/// They only improve error messages: if the lookup fails, such a type is decoded by its `init(from:)`.
package enum FoundationTypes {
    /// The identities of the types; empty in a program without Foundation.
    ///
    /// The lookup by name takes a millisecond, once.
    package static let identifiers = identifiers(in: ["20FoundationEssentials", "10Foundation"])

    /// Looks up the types in the first module that contains them.
    ///
    /// - Parameter modules: The mangled names of the modules, on Linux and on Apple platforms.
    /// - Returns: The identities of the types; empty if no module is present.
    package static func identifiers(in modules: [String]) -> [ObjectIdentifier] {
        guard let module = modules.first(where: { type("4Date", in: $0) != nil }) else { return [] }
        return ["4Date", "4Data", "7Decimal", "3URL"].compactMap { type($0, in: module).map { ObjectIdentifier($0) } }
    }

    private static func type(_ name: String, in module: String) -> Any.Type? {
        _typeByName(module + name + "V")
    }
}
