import DecantText
import Testing

/// Bytes in a charset, what they become by the standard, and where they are first malformed.
struct DecoderCase: Sendable, CustomTestStringConvertible {
    let charset: Charset
    let bytes: [UInt8]
    let text: String
    let malformed: Int?

    init(_ charset: Charset, _ bytes: [UInt8], _ text: String, malformed: Int? = nil) {
        self.charset = charset
        self.bytes = bytes
        self.text = text
        self.malformed = malformed
    }

    var testDescription: String { "\(charset) \(bytes.map { String($0, radix: 16) })" }
}
