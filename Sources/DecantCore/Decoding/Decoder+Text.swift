extension Decoder {
    /// Decodes a value that is stored as its text.
    ///
    /// - Parameters:
    ///   - name: A noun for such a text, for the error.
    ///   - parse: Returns the value of a text; nil if the text is malformed.
    /// - Throws: `DecodingError` if the stored value is not a string, or if the text is malformed.
    package func decodeText<Value>(_ name: String, _ parse: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        if let value = parse(text) { return value }
        let message = "“\(text.excerpt(100))” is not a \(name)"
        throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
    }
}
