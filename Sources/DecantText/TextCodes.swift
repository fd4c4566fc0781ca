public import DecantCore

extension Finding.Code {
    /// The text was decoded from a charset other than UTF-8.
    public static let transcoded: Self = "transcoded"

    /// Two sources declare different charsets.
    ///
    /// The message names the one that was used.
    public static let conflictingCharset: Self = "conflictingCharset"

    /// The declared charset is unknown and was ignored.
    public static let unknownCharset: Self = "unknownCharset"
}

extension ResponseError.Code {
    /// The charset of the text is unknown.
    public static let unknownCharset = Self(rawValue: "unknownCharset")
}
