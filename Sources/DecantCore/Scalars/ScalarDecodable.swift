/// A type that is made from one scalar of a body in a way its `Decodable` conformance does not know.
///
/// `DecantFoundation` conforms `Date`, `Data`, `Decimal` and `URL`, so that JSON, XML and property lists treat them alike.
/// Decoding one of these in a program that does not import `DecantFoundation` is an error that names the import.
public protocol ScalarDecodable {
    /// Makes a value from a scalar.
    ///
    /// - Parameters:
    ///   - scalar: What stands in the body.
    ///   - strategies: How dates and data are written.
    /// - Throws: ``ScalarMismatch`` if the scalar is not one the type can be made from.
    init(scalar: DecodedScalar, strategies: ScalarStrategies) throws(ScalarMismatch)
}
