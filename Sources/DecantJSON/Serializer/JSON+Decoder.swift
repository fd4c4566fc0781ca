public import DecantCore

extension JSON {
    /// A decoder of JSON (RFC 8259) for any `Decodable` type: a replacement for `JSONDecoder`.
    ///
    /// ```swift
    /// let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
    /// let user = try decoder.decode(User.self, from: bytes)
    /// ```
    ///
    /// By default, keys, dates, data, and numbers are decoded as by `JSONDecoder`. An error has the coding path, line,
    /// and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension JSON.Options {
    /// Decodes a body as a `Decodable` type, for the serializer and the decoder of the format.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - context: The limits; also receives the findings.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Value {
        let json = try JSON(parsing: body, in: &context, options: self)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try json.decode(type, options: self, findings: &findings)
    }
}
