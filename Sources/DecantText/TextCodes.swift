public import DecantCore

extension Finding.Code {
    /// The text was decoded from a charset other than UTF-8.
    public static let transcoded: Self = "transcoded"

    /// Two sources name different charsets; the message names the one that was used.
    public static let conflictingCharset: Self = "conflictingCharset"

    /// The declared charset is unknown and was ignored.
    public static let unknownCharset: Self = "unknownCharset"
}

extension ResponseError.Code {
    /// The charset of the text is not one that is known.
    public static let unknownCharset = Self(rawValue: "unknownCharset")
}
