public import DecantCore

extension PropertyList {
    /// Decodes a property list as any `Decodable` type: a replacement for `PropertyListDecoder`.
    ///
    /// ```swift
    /// let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
    /// ```
    ///
    /// Binary lists and those in XML are accepted by default. An error has the coding path, and the position in the bytes.
    public typealias Decoder = FormatDecoder<Options>
}

extension PropertyList.Options {
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
        let list = try PropertyList(parsing: body, in: &context, options: self)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try list.decode(type, options: self, strategies: strategies, findings: &findings)
    }
}
