public import DecantCore

extension ResponseSerializer where Self == JSONResponseSerializer<JSON> {
    /// JSON as a value to look at.
    public static var json: Self { JSONResponseSerializer() }

    /// JSON as a value to look at, with options.
    ///
    /// - Parameter options: How the text is read.
    /// - Returns: The serializer.
    public static func json(options: JSONOptions) -> Self { JSONResponseSerializer(options: options) }
}

extension ResponseSerializer {
    /// JSON as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: How the text is read, and how the type is made of it.
    /// - Returns: The serializer.
    public static func json<Value: Decodable & Sendable>(
        _ type: Value.Type,
        options: JSONOptions = JSONOptions()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(type, options: options)
    }

    /// JSON as a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: How the text is read.
    /// - Returns: The serializer.
    public static func json<Value: JSONDirectDecodable & Sendable>(
        direct type: Value.Type,
        options: JSONOptions = JSONOptions()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(direct: type, options: options)
    }
}
