public import DecantCore

extension JSONObjectReader {
    /// Makes a value of a member that has to be there.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` if there is no such member, or if it does not fit the type.
    @inlinable
    public mutating func decode<Value: JSONDirectDecodable>(
        _ key: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value {
        try Value(from: value(key))
    }

    /// Makes a value of a member that may be missing or null.
    ///
    /// - Parameters:
    ///   - key: The name of the member.
    ///   - type: The type of the value.
    /// - Returns: The value, or nil if the member is not there or null.
    /// - Throws: ``ResponseError`` if the member does not fit the type.
    @inlinable
    public mutating func decodeIfPresent<Value: JSONDirectDecodable>(
        _ key: StaticString,
        as type: Value.Type = Value.self
    ) throws(ResponseError) -> Value? {
        guard let value = valueIfPresent(key) else { return nil }
        return try Value(from: value)
    }
}
