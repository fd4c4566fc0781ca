import Crypto
import Decant

/// The SHA-256 of a decoded value: of its event lines, of its text in UTF-8, or of its bytes.
enum ValueDigest {
    /// Gives the digest in lower-case hexadecimal digits.
    static func text(of value: DecodedValue) -> String {
        digest(of: value).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func digest(of value: DecodedValue) -> SHA256.Digest {
        switch value {
        case .data(let body): SHA256.hash(data: body.bytes)
        case .string(let text): SHA256.hash(data: Array(text.utf8))
        case .json(let json): JSONDigest.digest(of: json)
        }
    }
}
