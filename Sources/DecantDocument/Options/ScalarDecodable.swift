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
    /// - Throws: `ResponseError.init(expected:isContent:fault:)` if the scalar cannot be converted to the type.
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

    /// Returns the message of the error; `description` is the scalar in the terms of its format.
    package func message(for scalar: DecodedScalar, _ description: String) -> String {
        var found = description
        if isContent, case .string(let text) = scalar, !text.isEmpty { found = "“\(text.excerpt(40))”" }
        return "expected \(expected), but found \(found)" + (fault.map { ": \($0)" } ?? "")
    }
}

// MARK: - Time zones

/// A type that reads a date without a time zone as UTC in the lenient forms.
package protocol TimeZoneAssuming: ScalarDecodable {
    /// Returns whether the type reads a scalar as UTC because the scalar has no time zone.
    static func assumesTimeZone(of scalar: DecodedScalar, _ options: DecodingOptions) -> Bool
}

extension DecodingOptions {
    /// Returns whether a type reads a scalar as a date in UTC because the scalar has no time zone.
    package func assumesTimeZone(of scalar: DecodedScalar, as type: Any.Type) -> Bool {
        guard acceptsMissingTimeZones else { return false }
        return (type as? any TimeZoneAssuming.Type)?.assumesTimeZone(of: scalar, self) ?? false
    }
}

extension DecodedScalar {
    /// The message of the finding about a date that was read as UTC.
    package var assumedTimeZoneMessage: String {
        let text = if case .string(let text) = self { text } else { "" }
        return "read “\(text.excerpt(40))” as UTC, because it has no time zone"
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
    package init() {}
}
