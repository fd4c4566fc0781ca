import DecantCore

extension DecodedText {
    /// The text as a string.
    package var string: String {
        String(decoding: body.storage[body.start..<body.start + body.count], as: UTF8.self)
    }
}
