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
