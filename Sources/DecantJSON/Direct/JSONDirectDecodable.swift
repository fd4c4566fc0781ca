public import DecantCore

/// A type that reads itself straight from a JSON document, several times faster than through `Decodable`.
///
/// `Decodable` pays for its generality with boxes, dynamic casts and keys that are made anew for each member. A type that
/// is read by the million can be written out by hand instead:
///
/// ```swift
/// struct Event: JSONDirectDecodable {
///     let id: Int
///     let name: String
///     let logo: String?
///     let prices: [Price]
///
///     init(from value: borrowing JSONReader) throws(ResponseError) {
///         var object = try value.object()
///         id = try object.decode("id")
///         name = try object.decode("name")
///         logo = try object.decodeIfPresent("logo")
///         prices = try object.decode("prices")
///     }
/// }
///
/// let events = try JSONResponseSerializer(direct: [Event].self).serialize(bytes, for: response)
/// ```
///
/// Members are found in any order; those that stand in the order in which they are asked for are found at once. Numbers,
/// strings, truth values, optionals, arrays and dictionaries of such types conform already, and so does every
/// `RawRepresentable` type that says so. Names are compared as they are written: there are no strategies for keys.
public protocol JSONDirectDecodable {
    /// Makes a value from what stands in the document.
    ///
    /// - Parameter value: The place in the document.
    /// - Throws: ``ResponseError`` with the place in the text; the path is filled in where decoding ends.
    init(from value: borrowing JSONReader) throws(ResponseError)
}

extension JSONDirectDecodable where Self: RawRepresentable, RawValue: JSONDirectDecodable {
    /// Makes a value from its raw value.
    ///
    /// - Parameter value: The place in the document.
    /// - Throws: ``ResponseError`` if the raw value is of another type, or not one that the type has.
    public init(from value: borrowing JSONReader) throws(ResponseError) {
        guard let known = Self(rawValue: try RawValue(from: value)) else {
            throw value.error("the value is none that \(Self.self) has")
        }
        self = known
    }
}
