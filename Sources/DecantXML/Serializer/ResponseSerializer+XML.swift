public import DecantCore

extension ResponseSerializer {
    /// XML as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoding: How the type is made of the text.
    ///   - options: How the text is read; nil is the default, without comments, which no type sees.
    /// - Returns: The serializer.
    public static func xml<Value: Decodable & Sendable>(
        _ type: Value.Type,
        decoding: XML.DecodingOptions = XML.DecodingOptions(),
        options: XML.Options? = nil
    ) -> Self where Self == XMLResponseSerializer<Value> {
        XMLResponseSerializer(type, decoding: decoding, options: options)
    }
}
