import Foundation

/// A picture that the demo's server gives, kept as text in the source, so that the command is one file wherever it is put.
struct DemoPicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]

    /// Takes the bytes in Base64 (RFC 4648 §4).
    init(_ text: String) {
        bytes = Data(base64Encoded: text).map(Array.init) ?? []
    }
}
