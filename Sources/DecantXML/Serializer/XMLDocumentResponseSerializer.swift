public import DecantCore

/// Decodes a body as XML 1.0 into a tree.
///
/// ```swift
/// let feed = try XMLDocumentResponseSerializer().value(of: bytes, for: response)
/// let titles = feed.all("channel/item/title").map(\.text)
/// ```
///
/// Nothing outside the body is ever read, and what entities can bring in is bounded. The charset is that of the byte-order
/// mark, else that of the head, else that of the XML declaration, else UTF-8 (RFC 7303 §3). A body of white space counts as
/// empty. The counterpart of AFNetworking's `AFXMLDocumentResponseSerializer`.
public struct XMLDocumentResponseSerializer: FormatResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.xml

    /// The options for reading the text, and for the parts that the tree keeps.
    public var options: XML.Options

    /// Creates a serializer.
    ///
    /// - Parameter options: The options for reading the text, and for the parts that the tree keeps.
    public init(options: XML.Options = XML.Options()) {
        self.options = options
    }

    /// Reads the document.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: The document.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> XML.Document {
        try XML.Document(parsing: body, in: &context, options: options)
    }

    /// Reads the body of a response whose status is bad, as a document.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: The document.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
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

extension ResponseSerializer where Self == XMLDocumentResponseSerializer {
    /// XML as a tree.
    public static var xmlDocument: Self { XMLDocumentResponseSerializer() }

    /// XML as a tree, with options.
    ///
    /// - Parameter options: The ways in which the text is read, and the parts that the tree keeps of it.
    /// - Returns: The serializer.
    public static func xmlDocument(options: XML.Options) -> Self { XMLDocumentResponseSerializer(options: options) }
}

extension ResponseHandling {
    /// The default for XML, which all serializers share until one changes its own.
    static let xml = ResponseHandling(XML.Options.responseConfiguration)
}
