public import Decant
public import Foundation

extension Data: ScalarDecodable {
    /// Makes data from base64 text, or from the data of a property list.
    ///
    /// The text is read by RFC 4648 §4 as `JSONDecoder` reads it: padding is needed, and line ends or other letters are
    /// refused, but white space is passed over if the strategy says so. An array of numbers, the other strategy, comes as the bytes that the decoder of the format has
    /// made of it; one that is not all bytes comes as a container.
    ///
    /// - Parameters:
    ///   - scalar: What stands in the body.
    ///   - options: The form of bytes.
    /// - Throws: `ScalarMismatch` if the scalar is not what the strategy says.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        switch (scalar, options.data) {
        case (.data(let bytes), _):
            self.init(bytes)
        case (.string(let text), .base64):
            self = try Self.data(ofBase64: text)
        case (.string(let text), .mimeBase64):
            let spaces: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
            self = try Self.data(ofBase64: String(decoding: text.utf8.filter { !spaces.contains($0) }, as: UTF8.self))
        case (_, .base64), (_, .mimeBase64):
            throw ScalarMismatch(expected: "data as base64 text")
        case (.container, .array):
            throw ScalarMismatch(expected: "data as an array of numbers from 0 to 255", isContent: true)
        case (_, .array):
            throw ScalarMismatch(expected: "data as an array of numbers from 0 to 255")
        }
    }

    private static func data(ofBase64 text: String) throws(ScalarMismatch) -> Data {
        guard hasPaddingInPlace(text), let data = Data(base64Encoded: text) else {
            throw ScalarMismatch(expected: "data as base64 text (RFC 4648, section 4, with padding)", isContent: true)
        }
        return data
    }

    /// Whether there are groups of four, and signs of padding only as the last one or two; Foundation takes `====` and
    /// `QQ=A`, too.
    private static func hasPaddingInPlace(_ text: String) -> Bool {
        var letters = text.utf8[...]
        guard letters.count.isMultiple(of: 4) else { return false }
        for _ in 0..<2 where letters.last == UInt8(ascii: "=") { letters.removeLast() }
        return !letters.contains(UInt8(ascii: "="))
    }
}
