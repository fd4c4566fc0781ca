/// A property list as Swift values that own their contents: to be taken apart by `switch`, changed, and kept without the body.
///
/// Making one copies every string. To look at some of a response, or at a large one, use ``PropertyList``, which copies
/// nothing.
public enum PropertyListValue: Sendable {
    /// Text.
    case string(String)

    /// An integer that an `Int` holds.
    case integer(Int)

    /// An integer that no `Int` holds.
    indirect case wideInteger(Int128)

    /// A floating-point number.
    case real(Double)

    /// A truth value.
    case boolean(Bool)

    /// A point in time.
    ///
    /// - Parameter secondsSinceReferenceDate: The seconds since 2001-01-01T00:00:00Z.
    case date(secondsSinceReferenceDate: Double)

    /// Bytes.
    case data([UInt8])

    /// Values in order.
    case array([PropertyListValue])

    /// Values without an order, as the document has them.
    case set([PropertyListValue])

    /// Members in the order of the document, also those of the same key.
    case dictionary([Member])

    /// The number of an object in a keyed archive.
    case uid(UInt64)
}
