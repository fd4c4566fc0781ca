public import DecantCore

extension PropertyList {
    /// A decoder for any `Decodable` type that replaces `PropertyListDecoder`.
    ///
    /// ```swift
    /// let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
    /// ```
    ///
    /// By default, binary and XML lists are accepted. An error has the coding path and the position in the bytes.
    public typealias Decoder = FormatDecoder<Options>
}

extension PropertyList.Options {
    /// Parses a body and decodes it as a `Decodable` type.
    ///
    /// The serializer and the decoder of the format use this method.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The bytes to parse.
    ///   - context: The context with the limits. Receives the findings.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Value {
        let list = try PropertyList(parsing: body, in: &context, options: self)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try list.decode(type, options: self, findings: &findings)
    }
}
