public import DecantCore

extension JSON {
    /// Decodes JSON (RFC 8259) as any `Decodable` type: a replacement for `JSONDecoder`.
    ///
    /// ```swift
    /// let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
    /// let user = try decoder.decode(User.self, from: bytes)
    /// ```
    ///
    /// Keys, dates, data, and numbers are those of `JSONDecoder` by default. An error has the coding path, line, and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension JSON.Options {
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
        let json = try JSON(parsing: body, in: &context, options: self)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try json.decode(type, options: self, strategies: strategies, findings: &findings)
    }
}
