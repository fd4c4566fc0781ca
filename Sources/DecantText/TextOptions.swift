/// How the bytes of a text become characters.
public struct TextOptions: Sendable, Hashable, Codable {
    /// What happens to bytes that the charset does not have.
    public enum Malformed: String, Sendable, Hashable, Codable {
        /// They are an error, which names the charset and the place.
        case error

        /// They become U+FFFD, as in a browser; a finding has their number. A charset that the head names but that is
        /// not known is then passed over, which is a finding too.
        case replace
    }

    /// The charset, whatever the response says; nil goes by byte-order mark, head, the document's own declaration,
    /// UTF-8.
    public var charset: Charset?

    /// What happens to bytes that the charset does not have.
    public var malformed: Malformed

    /// Creates options.
    ///
    /// - Parameters:
    ///   - charset: The charset, whatever the response says; nil goes by what the response says.
    ///   - malformed: What happens to bytes that the charset does not have.
    public init(charset: Charset? = nil, malformed: Malformed = .error) {
        self.charset = charset
        self.malformed = malformed
    }
}
