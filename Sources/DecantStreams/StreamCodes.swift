public import DecantCore

extension Finding.Code {
    /// An item of a stream was skipped: it has no value at the path of its serializer, or it could not be read or decoded
    /// and skipping is enabled.
    public static let skippedItem: Self = "skippedItem"

    /// The stream ended inside an item, which was discarded as the format's standard requires.
    public static let incompleteItem: Self = "incompleteItem"

    /// A server-sent event has an unknown field, which was ignored.
    public static let unknownField: Self = "unknownField"

    /// A line of a stream of server-sent events is not a field, such as the JSON text of an error, and was ignored.
    public static let ignoredLine: Self = "ignoredLine"

    /// A field of a server-sent event has a value that the standard requires to be ignored.
    public static let ignoredField: Self = "ignoredField"
}

extension ResponseError.Code {
    /// A stream was iterated a second time.
    public static let alreadyIterated = Self(rawValue: "alreadyIterated")
}
