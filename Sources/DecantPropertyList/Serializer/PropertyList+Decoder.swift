public import DecantCore

extension PropertyList {
    /// Decodes a property list as any `Decodable` type: a replacement for `PropertyListDecoder`.
    ///
    /// ```swift
    /// let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
    /// ```
    ///
    /// Binary lists and those in XML are accepted by default. An error has the coding path, and the position in the bytes.
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

        /// Decodes a value from a list in one of the formats that the options accept.
        public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws(ResponseError)
            -> Value
        {
            try value(of: bytes) { (body, context) throws(ResponseError) in
                let list = try PropertyList(parsing: body, in: &context, options: options)
                return try list.decode(type, options: options, strategies: strategies)
            }
        }
    }
}
