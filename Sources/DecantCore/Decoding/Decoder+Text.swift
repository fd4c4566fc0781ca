extension Decoder {
    /// Decodes a value that is stored as its text.
    ///
    /// - Parameters:
    ///   - name: A noun for such a text, for the error.
    ///   - known: The possible texts, for the error; empty if there are too many to list.
    ///   - parse: Returns the value of a text, or nil if the text is malformed.
    /// - Throws: `DecodingError` if the stored value is not a string, or if the text is malformed.
    package func decodeText<Value>(_ name: String, known: [String] = [], _ parse: (String) -> Value?) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        if let value = parse(text) { return value }
        throw DecodingError.unknownValue(text, named: name, at: codingPath, known)
    }
}
