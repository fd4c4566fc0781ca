public import DecantCore

/// A serializer that decodes a property list as a ``PropertyList`` value or as any `Decodable` type.
///
/// ```swift
/// let settings = try PropertyListResponseSerializer(Settings.self).value(of: bytes, for: response)
/// let list = try PropertyListResponseSerializer(format: .binary).value(of: bytes, for: response)
/// ```
///
/// By default, binary and XML lists are accepted, and a body of only whitespace counts as empty. The serializer
/// corresponds to AFNetworking's `AFPropertyListResponseSerializer`. Its `format` had no effect; here it is enforced.
public struct PropertyListResponseSerializer<Output: Sendable>: ResponseSerializer, FormatSerializer {
    /// The response checks, the limits, and the steps around decoding.
    public var handling = ResponseHandling.propertyList

    /// The options for reading the list and decoding types.
    public var options: PropertyList.Options

    private let make: Make

    /// A closure that creates the output from a document.
    private typealias Make =
        @Sendable (PropertyList, PropertyList.Options, inout [Finding]) throws(ResponseError) -> Output

    /// Creates a serializer that decodes any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - format: The only format to accept; nil accepts the formats of the options.
    ///   - options: The options for reading the list and decoding types.
    public init(
        _ type: Output.Type,
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) where Output: Decodable {
        self.options = options.only(format)
        make = { (list, options, findings) throws(ResponseError) in
            try list.decode(type, options: options, findings: &findings)
        }
    }

    /// Creates a serializer whose output is a ``PropertyList`` value.
    ///
    /// - Parameters:
    ///   - format: The only format to accept; nil accepts the formats of the options.
    ///   - options: The options for reading the list.
    public init(format: PropertyList.Format? = nil, options: PropertyList.Options = PropertyList.Options())
    where Output == PropertyList {
        self.options = options.only(format)
        make = { (list, options, _) throws(ResponseError) in try list.value(at: options.path) }
    }

    /// Parses the list and creates the output.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The context with the head of the response. Receives the findings.
    /// - Throws: `ResponseError` with the position of the error.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let list = try PropertyList(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try make(list, options, &findings)
    }

    /// Parses the body of a response with a bad status as a ``PropertyList`` value.
    ///
    /// - Parameters:
    ///   - body: The body without its content codings, never empty.
    ///   - context: The context with the head of the response.
    /// - Throws: `ResponseError` with the position of the error.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try PropertyList(parsing: body, in: &context, options: options)
    }
}

extension PropertyListResponseSerializer: StoredFormatSerializer, StoredSerializer {}

extension PropertyListResponseSerializer {
    /// Returns a serializer that accepts only the given formats.
    public func formats(_ formats: PropertyList.Format...) -> Self {
        options { $0.formats = Set(formats) }
    }
}

extension ResponseSerializer where Self == PropertyListResponseSerializer<PropertyList> {
    /// A serializer of property lists as untyped values, in the binary format or XML.
    public static var propertyList: Self { PropertyListResponseSerializer() }

    /// Creates a serializer of property lists as untyped values.
    ///
    /// - Parameters:
    ///   - format: The only format to accept; nil accepts the formats of the options.
    ///   - options: The options for reading the list.
    public static func propertyList(
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) -> Self {
        PropertyListResponseSerializer(format: format, options: options)
    }
}

extension ResponseSerializer {
    /// Creates a serializer of property lists as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - format: The only format to accept; nil accepts the formats of the options.
    ///   - options: The options for reading the list and decoding types.
    public static func propertyList<Value: Decodable & Sendable>(
        _ type: Value.Type,
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) -> Self where Self == PropertyListResponseSerializer<Value> {
        PropertyListResponseSerializer(type, format: format, options: options)
    }
}

extension ResponseHandling {
    /// The default for property lists.
    ///
    /// All serializers share its storage until one of them changes it.
    static let propertyList = ResponseHandling(PropertyList.Options.responseConfiguration)
}

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
