package import Decant

/// A decoded body.
package protocol DecodedValue: Sendable {
    /// Decodes the parts that are decoded on demand.
    ///
    /// - Returns: The findings about them.
    /// - Throws: What is wrong with them.
    func finish() throws(ResponseError) -> [Finding]

    /// The members of a report's line for the value.
    var facts: ValueFacts? { get }

    /// The value as a PNG file; nil if it is not a picture.
    ///
    /// - Throws: What is wrong with a part of the body that is decoded only now.
    func png() throws(ResponseError) -> [UInt8]?
}

extension DecodedValue {
    package func finish() throws(ResponseError) -> [Finding] { [] }

    package var facts: ValueFacts? { nil }

    package func png() throws(ResponseError) -> [UInt8]? { nil }
}

/// The member of a report's line for a value of some format.
package struct ValueFacts {
    /// The name of the member.
    package let name: String

    /// The members in it.
    package let members: [String: any Encodable]
}

extension ResponseBody: DecodedValue {}

extension String: DecodedValue {}
