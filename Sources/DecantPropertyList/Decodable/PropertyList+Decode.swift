public import DecantCore

extension PropertyList {
    /// Makes a value of a `Decodable` type from this part of a document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - strategies: How dates and bytes are written where they are strings or numbers.
    ///   - userInfo: What the decoders show to the types that are decoded.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the path from the top of the document and the place in the body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        strategies: ScalarStrategies = ScalarStrategies(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(ResponseError) -> Value {
        let state = PropertyListDecodingState(document, at: index, strategies: strategies, userInfo: userInfo)
        do {
            return try state.value(type, index, 0)
        } catch {
            throw state.failure(error)
        }
    }
}
