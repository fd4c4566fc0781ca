package import Decant

/// A decoded body.
package protocol DecodedValue: Sendable {
    /// Decodes the parts that are decoded on demand.
    ///
    /// - Returns: The findings about them.
    /// - Throws: What is wrong with them.
    func finish() throws(ResponseError) -> [Finding]

    /// What a line of a report says about the value.
    var facts: ValueFacts? { get }

    /// The value as a PNG file; nil if it is no picture.
    ///
    /// - Throws: What is wrong with a part of the body that is decoded only now.
    func png() throws(ResponseError) -> [UInt8]?
}

extension DecodedValue {
    package func finish() throws(ResponseError) -> [Finding] { [] }

    package var facts: ValueFacts? { nil }

    package func png() throws(ResponseError) -> [UInt8]? { nil }
}

/// What a line of a report says about a value of some format, in a member of its own.
package struct ValueFacts {
    /// The name of the member.
    package let name: String

    /// The members in it.
    package let members: [String: any Encodable]
}

extension ResponseBody: DecodedValue {}

extension String: DecodedValue {}
