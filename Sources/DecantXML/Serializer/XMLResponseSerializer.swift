public import DecantCore

/// Decodes a body as XML 1.0: into any `Decodable` type, into a tree, or to be read event by event.
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
/// Nothing outside the body is ever read, and what entities can bring in is bounded. The charset is that of the byte-order
/// mark, else that of the head, else that of the XML declaration, else UTF-8 (RFC 7303 §3). A body of white space counts as
/// empty. ``XMLDocumentResponseSerializer`` makes a tree, and ``XMLEventResponseSerializer`` a reader of events.
public struct XMLResponseSerializer<Output: Sendable>: FormatResponseSerializer {
    /// The conditions under which responses are acceptable, and the steps around decoding.
    public var handling = ResponseHandling(XML.Options.responseConfiguration)

    /// The ways in which the text is read and the output is made of it.
    public var options: XML.Options

    /// The functions and objects of the caller's own, which the options cannot hold.
    public var strategies = CustomStrategies()

    private let make: Make

    private typealias Make =
        @Sendable (Self, ResponseBytes, inout DecodingContext) throws(ResponseError) -> Output

    private init(_ options: XML.Options, _ make: @escaping Make) {
        (self.options, self.make) = (options, make)
    }

    /// Creates a serializer whose output is a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read and the type is made of it; comments are never kept.
    public init(_ type: Output.Type = Output.self, options: XML.Options = XML.Options()) where Output: Decodable {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try serializer.options.decode(type, from: body, in: &context, strategies: serializer.strategies)
        }
    }

    /// Creates a serializer whose output is a tree.
    ///
    /// - Parameter options: The ways in which the text is read, and the parts that the tree keeps of it.
    public init(options: XML.Options = XML.Options()) where Output == XML.Document {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try XML.Document(parsing: body, in: &context, options: serializer.options)
        }
    }

    /// Creates a serializer whose output is read event by event: decoding finds out the charset, and a reader reads the rest.
    ///
    /// - Parameter options: The ways in which the text is read; those about trees have no effect.
    public init(options: XML.Options = XML.Options()) where Output == XML.Events {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try XML.Events(body, in: &context, for: serializer)
        }
    }

    /// Reads the text and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try make(self, body, &context)
    }

    /// Reads the body of a response whose status is bad, as a document or as events.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response.
    /// - Returns: Events, if that is the output; else the document.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        if Output.self == XML.Events.self { return try decode(body, in: &context) }
        return try XML.Document(parsing: body, in: &context, options: options)
    }
}

/// Decodes a body as XML 1.0 into a tree.
///
/// ```swift
/// let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: response)
/// let titles = feed.all("channel/item/title").map(\.text)
/// ```
///
/// The counterpart of AFNetworking's `AFXMLDocumentResponseSerializer`.
public typealias XMLDocumentResponseSerializer = XMLResponseSerializer<XML.Document>

/// Returns a body as XML 1.0 to be read event by event.
///
/// ```swift
/// var reader = try XMLEventResponseSerializer().value(of: bytes, for: response).makeReader()
/// while let event = try reader.next() {
///     if case .startElement(let element) = event, element.name == "item" { items += 1 }
/// }
/// ```
///
/// The response is validated, and the charset found out; the rest is read when a reader gets there. The counterpart of AFNetworking's
/// `AFXMLParserResponseSerializer`.
public typealias XMLEventResponseSerializer = XMLResponseSerializer<XML.Events>

extension XMLResponseSerializer: DecodingDialect where Output: Decodable {}

extension XMLResponseSerializer where Output: Decodable {
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

extension XMLDocumentResponseSerializer {
    /// A serializer with a policy for the white space of its trees.
    ///
    /// - Parameter whiteSpace: The white space that they keep.
    /// - Returns: The changed serializer.
    public func whiteSpace(_ whiteSpace: XML.Options.WhiteSpace) -> Self {
        options { $0.whiteSpace = whiteSpace }
    }

    /// A serializer whose trees have CDATA sections as nodes of their own.
    public func keepingCDATA() -> Self {
        options { $0.keepsCDATA = true }
    }

    /// A serializer whose trees have no comments; the text on both sides of one is then one text.
    public func droppingComments() -> Self {
        options { $0.keepsComments = false }
    }
}

extension FormatResponseSerializer where Options == XML.Options {
    /// A serializer that takes prefixes for parts of names, and `xmlns` for an attribute like any other.
    public func ignoringNamespaces() -> Self {
        options { $0.processesNamespaces = false }
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

extension ResponseSerializer where Self == XMLDocumentResponseSerializer {
    /// XML as a tree.
    public static var xmlDocument: Self { XMLDocumentResponseSerializer() }

    /// XML as a tree, with options.
    ///
    /// - Parameter options: The ways in which the text is read, and the parts that the tree keeps of it.
    /// - Returns: The serializer.
    public static func xmlDocument(options: XML.Options) -> Self { XMLDocumentResponseSerializer(options: options) }
}

extension ResponseSerializer where Self == XMLEventResponseSerializer {
    /// XML to be read event by event.
    public static var xmlEvents: Self { XMLEventResponseSerializer() }

    /// XML to be read event by event, with options.
    ///
    /// - Parameter options: The ways in which the text is read.
    /// - Returns: The serializer.
    public static func xmlEvents(options: XML.Options) -> Self { XMLEventResponseSerializer(options: options) }
}
