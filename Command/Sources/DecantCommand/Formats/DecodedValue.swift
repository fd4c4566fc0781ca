import Crypto
import Decant

/// What came out of a body: what the command prints, digests and reports.
protocol DecodedValue: Sendable {
    /// Writes the value: readable and harmless on a terminal, exact where a program reads it.
    ///
    /// - Parameter output: Where it is written.
    /// - Returns: What was noticed in a part of the body that is decoded only now.
    /// - Throws: What is wrong with such a part.
    func show(on output: inout ValueOutput) throws(ResponseError) -> [Finding]

    /// The SHA-256 of the value, however the body was written.
    ///
    /// - Throws: What is wrong with a part of the body that is decoded only now.
    func digest() throws(ResponseError) -> SHA256.Digest

    /// Decodes what has not been decoded yet, so that it is known whether all of it can be.
    ///
    /// - Returns: What was noticed in it.
    /// - Throws: What is wrong with it.
    func finish() throws(ResponseError) -> [Finding]

    /// What a line of a report says about the value.
    var facts: ValueFacts? { get }

    /// What a line of a report says where digests are asked for, beside the one of the value, by the names of the members.
    var furtherDigests: [String: String?] { get }

    /// The value as a file in the format PNG; nil if it is no picture.
    ///
    /// - Throws: What is wrong with a part of the body that is decoded only now.
    func png() throws(ResponseError) -> [UInt8]?
}

extension DecodedValue {
    func finish() throws(ResponseError) -> [Finding] { [] }

    var facts: ValueFacts? { nil }

    var furtherDigests: [String: String?] { [:] }

    func png() throws(ResponseError) -> [UInt8]? { nil }
}
