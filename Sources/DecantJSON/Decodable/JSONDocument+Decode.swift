public import DecantCore

extension JSONDocument {
    /// Makes a value of a `Decodable` type from the whole document.
    ///
    /// The document can be decoded any number of times, by several threads at once, too.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - options: How names, floating-point values, dates and bytes are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the coding path and the place in the text.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        options: JSONDecodingOptions = JSONDecodingOptions(),
        hooks: JSONDecodingHooks = JSONDecodingHooks()
    ) throws(ResponseError) -> Value {
        try decode(type, at: 0, options: options, hooks: hooks)
    }

    /// Makes a value from a part of the document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - node: The node of the part.
    ///   - options: How names, floating-point values, dates and bytes are written.
    ///   - hooks: Functions and other things of the caller's own.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the text.
    package func decode<Value: Decodable>(
        _ type: Value.Type,
        at node: Int,
        options: JSONDecodingOptions,
        hooks: JSONDecodingHooks
    ) throws(ResponseError) -> Value {
        let state = JSONDecodingState(self, at: node, options: options, hooks: hooks)
        defer { state.scratch.end() }
        do {
            return try state.value(type, node, 0)
        } catch {
            throw state.failure(error)
        }
    }
}
