public import DecantCore

/// Returns a body as XML 1.0 to be read event by event.
///
/// ```swift
/// var reader = try XMLEventResponseSerializer().value(of: bytes, for: response).makeReader()
/// while let event = try reader.next() {
///     if case .startElement(let element) = event, element.name == "item" { items += 1 }
/// }
/// ```
///
/// The response is validated, and the charset found out: that of the byte-order mark, else that of the head, else that of the
/// XML declaration, else UTF-8 (RFC 7303 §3). The rest is read when a reader gets there. Nothing outside the body is ever
/// read. A body of white space counts as empty. The counterpart of AFNetworking's `AFXMLParserResponseSerializer`.
public struct XMLEventResponseSerializer: FormatResponseSerializer {
    /// The checks of a response, and the steps around decoding.
    public var handling = ResponseHandling.xml

    /// The options for reading the text; those about trees have no effect.
    public var options: XML.Options

    /// Creates a serializer.
    ///
    /// - Parameter options: The options for reading the text.
    public init(options: XML.Options = XML.Options()) {
        self.options = options
    }

    /// Determines the charset.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings; findings are reported to it.
    /// - Returns: A factory of readers of the body.
    /// - Throws: ``ResponseError`` if the charset is not known.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> XML.Events {
        try XML.Events(body, in: &context, for: self)
    }

    /// Determines the charset of the body of a response whose status is bad.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response, the request and the codings.
    /// - Returns: A factory of readers of the body.
    /// - Throws: ``ResponseError`` if the charset is not known.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try decode(body, in: &context)
    }
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
