import DecantCore

/// Makes `Decodable` types from documents.
enum JSONDecoderCore {
    /// Makes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - document: The document it is made from.
    ///   - options: How dates, keys and the like are written.
    ///   - hooks: What the options cannot hold.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path and the place of what did not fit.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from document: JSONDocument,
        options: JSONDecodingOptions,
        hooks: JSONDecodingHooks = JSONDecodingHooks()
    ) throws(ResponseError) -> Value {
        try document.decode(type, options: options)
    }
}
