public import DecantCore

extension XML {
    /// A decoder that decodes XML 1.0 as any `Decodable` type, by the rules of ``XMLResponseSerializer``.
    ///
    /// ```swift
    /// let order = try XML.Decoder().dates(.iso8601).decode(Order.self, from: bytes)
    /// ```
    ///
    /// The decoder never reads anything outside the bytes. Errors include the coding path, line, and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension XML.Options {
    /// Parses a body and decodes a value of a `Decodable` type.
    ///
    /// The serializer and the decoder of the format use this method.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - body: The XML document.
    ///   - context: The context that provides the limits and receives findings.
    ///   - strategies: The custom decoding functions and user info.
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
