public import DecantCore

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
    /// - Throws: ``ResponseError/init(expected:isContent:fault:)`` if the scalar cannot be converted to the type.
    init(scalar: DecodedScalar, options: DecodingOptions) throws(ResponseError)
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

/// A conformance of `FoundationTypes`, which `DecantFoundation` declares: a program that links it needs no error about a
/// missing import.
package protocol FoundationConformances {}

/// The Foundation types that need `DecantFoundation`, looked up at run time without importing Foundation.
///
/// They only improve error messages: if the lookup fails, such a type is decoded by its `init(from:)`.
package enum FoundationTypes {
    /// The identities of the types; empty in a program without Foundation, or with `DecantFoundation`.
    ///
    /// The lookup by name takes a quarter of a first decoding, so a program with the conformances omits it.
    package static let identifiers = hasConformances ? [] : identifiers(in: ["20FoundationEssentials", "10Foundation"])

    /// Whether the program links `DecantFoundation`.
    private static var hasConformances: Bool {
        let type: Any.Type = FoundationTypes.self
        return type is any FoundationConformances.Type
    }

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

// MARK: - Stored scalars

// Why: a ``DecodedScalar`` owns its text. Creating it takes most of the time of a date, a UUID, or a decimal number, so
// the types of `DecantFoundation` also convert directly from what the document stores.

/// A scalar as a document stores it, borrowed for one conversion.
package enum StoredScalar: ~Escapable {
    /// Text in UTF-8, without escapes.
    case text(Span<UInt8>)

    /// A number of at most 19 significant digits: the digits as an integer, multiplied by a power of ten.
    case number(digits: UInt64, exponent: Int, isNegative: Bool)

    /// A date in seconds since 2001-01-01T00:00:00Z, which may be infinite or NaN.
    case date(Double)

    /// Binary data.
    case data(Span<UInt8>)
}

/// A type that also converts directly from the scalars that it finds most often.
package protocol StoredScalarDecodable: ScalarDecodable {
    /// Creates a value from a stored scalar.
    ///
    /// - Parameter dates: The representation of dates, the only option that matters; to pass all options would copy
    ///   them for each value.
    /// - Throws: ``ScalarNotConverted`` if the value, or the error, needs a ``DecodedScalar``.
    init(stored scalar: StoredScalar, dates: DecodingOptions.Dates) throws(ScalarNotConverted)
}

/// An error that asks for a ``DecodedScalar``.
package struct ScalarNotConverted: Error {
    /// Creates the error.
    package init() {}
}
