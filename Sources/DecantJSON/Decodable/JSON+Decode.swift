public import DecantCore

extension JSON {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: How names, floating-point values, dates and bytes are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: JSONDecodingOptions = JSONDecodingOptions(),
        hooks: JSONDecodingHooks = JSONDecodingHooks()
    ) throws(ResponseError) -> Value {
        try document.decode(type, at: index, options: options, hooks: hooks)
    }
}
