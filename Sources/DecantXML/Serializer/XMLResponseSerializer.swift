public import DecantCore
public import DecantDocument

/// A serializer that decodes XML 1.0 as a `Decodable` type, as a tree, or as a sequence of events.
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
/// A key represents a child element, or an attribute if no child has the name. The key `@id` represents only the
/// attribute, and an empty key represents the text of the element. An array is decoded from all elements of the name.
/// ``XML/Options`` and `DecodingOptions` configure these rules. Errors include the path, line, and column.
///
/// The serializer never reads anything outside the body, and entity expansion is bounded. The charset is taken from the
/// byte-order mark, the response head, or the XML declaration, in this order; the default is UTF-8 (RFC 7303 §3). A
/// body of only whitespace counts as empty. ``XMLDocumentResponseSerializer`` produces a tree, and
/// ``XMLEventResponseSerializer`` a reader of events.
public struct XMLResponseSerializer<Output: Sendable>: ResponseSerializer {
    /// The conditions for accepting responses, and the steps before and after decoding.
    public var handling = ResponseHandling(XML.Options.responseConfiguration)
    /// The options for parsing and decoding.
    public var options: XML.Options
    private let make: Make

    private typealias Make =
        @Sendable (Self, ResponseBytes, inout DecodingContext) throws(ResponseError) -> Output

    private init(_ options: XML.Options, _ make: @escaping Make) {
        self.options = options
        self.make = make
    }

    /// Creates a serializer for a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Comments are never kept.
    public init(_ type: Output.Type = Output.self, options: XML.Options = XML.Options()) where Output: Decodable {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try serializer.options.decode(type, from: body, in: &context)
        }
    }

    /// Creates a serializer that produces a tree.
    ///
    /// - Parameter options: The parsing options, including which parts the tree keeps.
    public init(options: XML.Options = XML.Options()) where Output == XML.Document {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try XML.Document(parsing: body, in: &context, options: serializer.options)
        }
    }

    /// Creates a serializer that produces events.
    ///
    /// Decoding only determines the charset; a reader parses the document.
    ///
    /// - Parameter options: The parsing options. Options for trees have no effect.
    public init(options: XML.Options = XML.Options()) where Output == XML.Events {
        self.init(options) { (serializer, body, context) throws(ResponseError) in
            try XML.Events(body, in: &context, for: serializer)
        }
    }

    /// Decodes the body.
    ///
    /// - Parameters:
    ///   - body: The body of the response.
    ///   - context: The context that provides the response head and the limits, and receives findings.
    /// - Throws: `ResponseError` with the position where decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        try make(self, body, &context)
    }

    /// Decodes the body of an error response as a document or as events.
    ///
    /// - Parameters:
    ///   - body: The body of the response.
    ///   - context: The context that provides the response head and the limits.
    /// - Returns: Events if the output type is ``XML/Events``; otherwise, a document.
    /// - Throws: `ResponseError` with the position where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        if Output.self == XML.Events.self { return try decode(body, in: &context) }
        return try XML.Document(parsing: body, in: &context, options: options)
    }
}

/// A serializer that decodes XML 1.0 as a tree.
///
/// ```swift
/// let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: response)
/// let titles = feed.all("channel/item/title").map(\.text)
/// ```
///
/// The type corresponds to AFNetworking's `AFXMLDocumentResponseSerializer`.
public typealias XMLDocumentResponseSerializer = XMLResponseSerializer<XML.Document>

/// A serializer that provides XML 1.0 for reading event by event.
///
/// ```swift
/// var reader = try XMLEventResponseSerializer().value(of: bytes, for: response).makeReader()
/// while let event = try reader.next() {
///     if event.kind == .startElement, event.name == "item" { items += 1 }
/// }
/// ```
///
/// The serializer validates the response and determines the charset. A reader then parses the body on demand. The type
/// corresponds to AFNetworking's `AFXMLParserResponseSerializer`.
public typealias XMLEventResponseSerializer = XMLResponseSerializer<XML.Events>

extension XMLResponseSerializer: StoredFormatSerializer, StoredSerializer {}

extension XMLResponseSerializer: FormatSerializer where Output: Decodable {}

extension XMLResponseSerializer where Output: Decodable {
    /// Returns a serializer whose keys are names as written, including prefixes, except for prefixes with a namespace.
    ///
    /// - Parameter namespaces: The namespaces of the prefixes used in keys. The empty prefix applies to elements whose
    ///   key has no prefix.
    public func qualifiedNames(_ namespaces: [String: String] = [:]) -> Self {
        options {
            $0.usesQualifiedNames = true
            $0.namespaces = namespaces
        }
    }

    /// Returns a serializer that rejects documents with a different root element.
    ///
    /// - Parameter name: The required name of the root element, written like a key.
    public func root(_ name: String) -> Self {
        options { $0.rootName = name }
    }

    /// Returns a serializer that keeps the whitespace around the text of elements.
    public func keepingWhitespace() -> Self {
        options { $0.trimsStrings = false }
    }
}

extension XMLDocumentResponseSerializer {
    /// Returns a serializer whose trees keep only some whitespace.
    ///
    /// - Parameter whitespace: The whitespace to keep.
    public func whitespace(_ whitespace: XML.Options.Whitespace) -> Self {
        options { $0.whitespace = whitespace }
    }

    /// Returns a serializer that keeps CDATA sections as separate nodes.
    public func keepingCDATA() -> Self {
        options { $0.keepsCDATA = true }
    }

    /// Returns a serializer that drops comments from trees.
    ///
    /// Text before and after a comment becomes one text.
    public func droppingComments() -> Self {
        options { $0.keepsComments = false }
    }
}

extension XMLResponseSerializer {
    /// Returns a serializer with modified options.
    ///
    /// - Parameter change: A closure that modifies the current options.
    public func options(_ change: (inout XML.Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// Returns a serializer without namespace processing: prefixes are part of names, and `xmlns` is an ordinary
    /// attribute.
    public func ignoringNamespaces() -> Self {
        options { $0.processesNamespaces = false }
    }
}

extension ResponseSerializer {
    /// Creates a serializer that decodes XML as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - options: The parsing and decoding options. Comments are never kept.
    public static func xml<Value: Decodable & Sendable>(
        _ type: Value.Type,
        options: XML.Options = XML.Options()
    ) -> Self where Self == XMLResponseSerializer<Value> {
        XMLResponseSerializer(type, options: options)
    }
}

extension ResponseSerializer where Self == XMLDocumentResponseSerializer {
    /// A serializer that decodes XML as a tree.
    public static var xmlDocument: Self { XMLDocumentResponseSerializer() }

    /// Creates a serializer that decodes XML as a tree.
    ///
    /// - Parameter options: The parsing options, including which parts the tree keeps.
    public static func xmlDocument(options: XML.Options) -> Self { XMLDocumentResponseSerializer(options: options) }
}

extension ResponseSerializer where Self == XMLEventResponseSerializer {
    /// A serializer that provides XML for reading event by event.
    public static var xmlEvents: Self { XMLEventResponseSerializer() }

    /// Creates a serializer that provides XML for reading event by event.
    ///
    /// - Parameter options: The parsing options. Options for trees have no effect.
    public static func xmlEvents(options: XML.Options) -> Self { XMLEventResponseSerializer(options: options) }
}
