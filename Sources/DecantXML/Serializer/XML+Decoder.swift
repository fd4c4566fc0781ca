public import DecantCore

extension XML {
    /// Decodes XML 1.0 as any `Decodable` type, by the rules of ``XMLResponseSerializer``.
    ///
    /// ```swift
    /// let order = try XML.Decoder().dates(.iso8601).decode(Order.self, from: bytes)
    /// ```
    ///
    /// Nothing outside the bytes is ever read. An error has the coding path, line, and column.
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

        /// Decodes a value from a document in the charset that it declares, or in the options' charset.
        public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError)
            -> Value
        {
            try value(of: bytes) { (body, context) throws(ResponseError) in
                var options = options
                options.keepsComments = false
                let document = try XML.Document(parsing: body, in: &context, options: options)
                return try document.decode(type, options: options, strategies: strategies)
            }
        }
    }
}
