public import DecantCore

/// The ways in which the bytes of a text become characters.
public struct TextOptions: FormatOptions {
    /// The charset, whatever the response says; nil goes by byte-order mark, head, the document's own declaration,
    /// UTF-8.
    public var charset: Charset?

    /// Whether bytes that the charset does not have become U+FFFD, as in a browser, with a finding that has their number.
    ///
    /// A charset that the head names but that is not known is then passed over, which is a finding too. Otherwise such bytes
    /// are an error, which names the charset and the offset.
    public var replacesMalformed: Bool

    /// Creates the default options.
    public init() {
        self.init(charset: nil)
    }

    /// Creates options.
    ///
    /// - Parameters:
    ///   - charset: The charset, whatever the response says; nil goes by what the response says.
    ///   - replacesMalformed: Whether bytes that the charset does not have become U+FFFD; else they are an error.
    public init(charset: Charset? = nil, replacesMalformed: Bool = false) {
        self.charset = charset
        self.replacesMalformed = replacesMalformed
    }

    /// The media types whose bodies are text: all of `text`, and those of formats that are written in text.
    ///
    /// Others are refused: bytes of a picture can be valid text in many charsets. Accept more with `.accepting(…)`, or
    /// anything with `.acceptingAnyMediaType()`.
    public static let mediaTypes: [MediaTypePattern] = [
        "text/*", "application/json", "*+json", "application/xml", "*+xml", "application/javascript",
        "application/ecmascript", "application/x-javascript", "application/x-ndjson", "application/json-seq",
        "application/yaml", "application/x-yaml", "application/toml", "application/sql", "application/graphql",
        "application/x-www-form-urlencoded", "application/x-sh",
    ]
}
