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
    public struct Decoder: FormatDecoder {
        /// The options for parsing and decoding.
        public var options: Options

        /// The custom functions and objects, which the options cannot hold.
        public var strategies = CustomStrategies()

        /// The limits on the bytes and their parts.
        public var limits: Limits

        /// Creates a decoder.
        ///
        /// - Parameters:
        ///   - options: The options for parsing and decoding.
        ///   - limits: The limits on the bytes and their parts.
        public init(options: Options = Options(), limits: Limits = Limits()) {
            self.options = options
            self.limits = limits
        }

        /// Decodes a value from a text in UTF-8, UTF-16, or UTF-32, or in the options' charset.
        public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError)
            -> Value
        {
            try value(of: bytes) { (body, context) throws(ResponseError) in
                let json = try JSON(parsing: body, in: &context, options: options)
                return try json.decode(type, options: options, strategies: strategies)
            }
        }
    }
}
