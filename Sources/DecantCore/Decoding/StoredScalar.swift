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
