import DecantText

/// What knows where a transcoded text came from; in a class, since most texts have none.
final class XMLTranscoding: Sendable {
    let text: DecodedText

    init(_ text: DecodedText) {
        self.text = text
    }
}
