public import DecantCore

/// Decodes a body as XML 1.0 into any `Decodable` type.
///
/// ```swift
/// struct Feed: Decodable, Sendable {
///     struct Item: Decodable, Sendable { var title: String, link: String? }
///     struct Channel: Decodable, Sendable { var title: String, item: [Item] }
///     var channel: Channel
/// }
/// let feed = try XMLResponseSerializer(Feed.self).value(of: bytes, for: response)
/// ```
///
/// A key means an element in the element that the type is made from, or if there is none, an attribute of it; a key `@id` means
/// the attribute only, and an empty key the text of the element itself. An array is made of all elements of the name. The choices
/// are in ``XML/Options`` and ``DecodingOptions``. An error has the path, the line and the column.
///
/// Nothing outside the body is ever read, and what entities can bring in is bounded. A body of white space counts as empty.
public struct XMLResponseSerializer<Output: Sendable & Decodable>: FormatResponseSerializer, DecodingDialect {
    /// The conditions under which responses are acceptable, and the steps around decoding.
    public var handling = ResponseHandling.xml

    /// The ways in which the text is read and the type is made of it.
    public var options: XML.Options

    /// The functions and objects of the caller's own, which the options cannot hold.
    public var strategies = CustomStrategies()

    /// The type, which may be a subclass of the static type in the caller's code.
    private let type: Output.Type

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read and the type is made of it; comments are never kept.
    public init(_ type: Output.Type = Output.self, options: XML.Options = XML.Options()) {
        self.type = type
        self.options = options
    }

    /// Reads the text and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try options.decode(type, from: body, in: &context, strategies: strategies)
    }

    /// Reads the body of a response whose status is bad, as a document.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response.
    /// - Returns: The document.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try XML.Document(parsing: body, in: &context, options: options)
    }
}

extension XMLResponseSerializer {
    /// A serializer that takes keys for names as they are written, with their prefixes, unless the prefix is that of a namespace.
    ///
    /// - Parameter namespaces: The names of namespaces by the prefixes that the keys have; the empty prefix is for elements whose
    ///   key has none.
    /// - Returns: The changed serializer.
    public func qualifiedNames(_ namespaces: [String: String] = [:]) -> Self {
        options {
            $0.usesQualifiedNames = true
            $0.namespaces = namespaces
        }
    }

    /// A serializer that refuses documents with any other root element.
    ///
    /// - Parameter name: The name that the root element must have, written like a key.
    /// - Returns: The changed serializer.
    public func root(_ name: String) -> Self {
        options { $0.rootName = name }
    }

    /// A serializer that keeps the white space around the text of elements.
    public func keepingWhiteSpace() -> Self {
        options { $0.trimsStrings = false }
    }
}

extension ResponseSerializer {
    /// XML as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read and the type is made of it; comments are never kept.
    /// - Returns: The serializer.
    public static func xml<Value: Decodable & Sendable>(
        _ type: Value.Type,
        options: XML.Options = XML.Options()
    ) -> Self where Self == XMLResponseSerializer<Value> {
        XMLResponseSerializer(type, options: options)
    }
}
