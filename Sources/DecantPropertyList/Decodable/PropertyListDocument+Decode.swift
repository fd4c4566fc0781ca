public import DecantCore

extension PropertyListDocument {
    /// Makes a value of a `Decodable` type from the whole document.
    ///
    /// The document can be decoded any number of times, by several threads at once, too. The string `$null`, which Foundation's
    /// encoder writes for nil, is no value for an optional. In OpenStep's text, which has no numbers, strings are read as numbers and truth
    /// values where those are asked for.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - strategies: How dates and bytes are written where they are strings or numbers.
    ///   - userInfo: What the decoders show to the types that are decoded.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the coding path and the place in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strategies: ScalarStrategies = ScalarStrategies(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(ResponseError) -> Value {
        try root.decode(type, strategies: strategies, userInfo: userInfo)
    }
}
