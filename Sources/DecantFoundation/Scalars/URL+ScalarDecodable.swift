public import Decant
public import Foundation

extension URL: ScalarDecodable {
    /// Makes a URL from text that `URL(string:)` takes, as `JSONDecoder` does; relative ones are URLs, too.
    ///
    /// - Parameters:
    ///   - scalar: What stands in the body.
    ///   - options: Not used.
    /// - Throws: `ScalarMismatch` if the scalar is no text, or the text is no URL.
    public init(scalar: DecodedScalar, options: DecodingOptions) throws(ScalarMismatch) {
        guard case .string(let text) = scalar else { throw ScalarMismatch(expected: "a URL as text") }
        guard let url = URL(string: text) else { throw ScalarMismatch(expected: "a URL as text", isContent: true) }
        self = url
    }
}
