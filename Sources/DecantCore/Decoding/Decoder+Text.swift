extension Decoder {
    /// Decodes a value of a configuration that is stored as its text.
    ///
    /// ```swift
    /// enum Size: String, CaseIterable, Codable {
    ///     case small, large
    ///
    ///     init(from decoder: any Decoder) throws {
    ///         self = try decoder.decodeText("size", known: Self.allCases.map(\.rawValue)) { Self(rawValue: $0) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A noun for such a text, for the error.
    ///   - known: The possible texts, for the error; empty if there are too many to list.
    ///   - parse: Returns the value of a text, or nil if the text is malformed.
    /// - Throws: `DecodingError` if the stored value is not a string, or if the text is malformed.
    public func decodeText<Value>(_ name: String, known: [String] = [], _ parse: (String) -> Value?) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        if let value = parse(text) { return value }
        throw DecodingError.unknownValue(text, named: name, at: codingPath, known)
    }

    /// Returns the container of a configuration, whose members have one key each.
    ///
    /// A configuration outlives the release that wrote it. A member that this release does not know is therefore an
    /// error: to decode by another rule than the stored one would be worse.
    ///
    /// - Throws: `DecodingError` if the configuration has a member without a key.
    public func configurationContainer<Key: CodingKey & CaseIterable>(keyedBy type: Key.Type) throws
        -> KeyedDecodingContainer<Key>
    {
        let members = try container(keyedBy: StoredName.self)
        try members.rejectMembers(except: Key.allCases.map { StoredName(stringValue: $0.stringValue) })
        return try container(keyedBy: type)
    }
}
