import DecantText

/// What knows where a transcoded text came from; an object, since almost no document has one.
final class PropertyListTranscoding: Sendable {
    /// The text with the bytes it was made of.
    let text: DecodedText

    init(_ text: DecodedText) {
        self.text = text
    }
}
