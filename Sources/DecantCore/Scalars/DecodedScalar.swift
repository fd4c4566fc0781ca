/// A scalar as a format has it, before it becomes a type of another library.
public enum DecodedScalar: Sendable, Hashable {
    /// Nothing. JSON's null is an error before it gets here, as it is for every type that is not an optional.
    case null

    /// A truth value.
    case boolean(Bool)

    /// A number: its text as written in decimal, which is exact, and the nearest `Double`.
    case number(text: String, value: Double)

    /// Text.
    case string(String)

    /// A point in time, in seconds since 2001-01-01T00:00:00Z: a date of a property list.
    case date(secondsSinceReferenceDate: Double)

    /// Bytes: the data of a property list, or an array of numbers from 0 to 255 where the strategies write bytes so.
    case data([UInt8])

    /// Something with parts: an array, an object, an element.
    case container
}
