public import DecantCore

extension ResponseSerializer where Self == StringResponseSerializer {
    /// Text, in the charset that the response names.
    public static var string: Self { StringResponseSerializer() }

    /// Text, with options.
    ///
    /// - Parameter options: How bytes become characters.
    /// - Returns: A serializer of text.
    public static func string(_ options: TextOptions) -> Self { StringResponseSerializer(options) }
}
