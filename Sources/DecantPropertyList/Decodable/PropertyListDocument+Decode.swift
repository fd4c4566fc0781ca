public import DecantCore
import DecantDocument

extension PropertyListDocument {
    /// Makes a value of a `Decodable` type from the whole document.
    ///
    /// The document can be decoded any number of times, by several threads at once, too. The string `$null`, which Foundation's
    /// encoder writes for nil, is no value for an optional. In OpenStep's text, which has no numbers, strings are read as numbers
    /// and Boolean values where those are decoded.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - strategies: How dates and bytes are written where they are strings or numbers.
    ///   - userInfo: The `userInfo` of the decoders.
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

extension PropertyList {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - strategies: How dates and bytes are written where they are strings or numbers.
    ///   - userInfo: The `userInfo` of the decoders.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strategies: ScalarStrategies = ScalarStrategies(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(ResponseError) -> Value {
        var rules = DecodingRules()
        rules.strategies = strategies
        rules.userInfo = userInfo
        rules.readsStrings = format == .openStep
        return try flat.decode(type, at: index, rules)
    }
}
