public import DecantCore

extension XML {
    /// Decodes XML 1.0 as any `Decodable` type, by the rules of ``XMLResponseSerializer``.
    ///
    /// ```swift
    /// let order = try XML.Decoder().dates(.iso8601).decode(Order.self, from: bytes)
    /// ```
    ///
    /// Nothing outside the bytes is ever read. An error has the coding path, line, and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension XML.Options {
    /// Reads a body and makes a value of a `Decodable` type, as the serializer and the decoder of the format do.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The bytes.
    ///   - context: The limits; findings made on the way are reported to it.
    ///   - strategies: The functions and objects of the caller's.
    /// - Returns: The value.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext,
        strategies: CustomStrategies
    ) throws(ResponseError) -> Value {
        var options = self
        options.keepsComments = false
        let document = try XML.Document(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try document.decode(type, options: options, strategies: strategies, findings: &findings)
    }
}
