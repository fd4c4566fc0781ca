public import DecantCore

/// Decodes a body as XML 1.0 into any `Decodable` type.
///
/// ```swift
/// struct Feed: Decodable, Sendable {
///     struct Item: Decodable, Sendable { var title: String, link: String? }
///     struct Channel: Decodable, Sendable { var title: String, item: [Item] }
///     var channel: Channel
/// }
/// let feed = try XMLResponseSerializer(Feed.self).serialize(bytes, for: response)
/// ```
///
/// A key means an element in the element that the type is made from, or if there is none, an attribute of it; a key `@id` means
/// the attribute only, and an empty key the text of the element itself. An array is made of all elements of the name. What can be
/// chosen stands in ``XML/DecodingOptions``. An error has the path, the line and the column.
///
/// Nothing outside of the body is ever read, and what entities can bring in is bounded. A body of white space counts as empty.
public struct XMLResponseSerializer<Output: Sendable & Decodable>: ResponseSerializer {
    /// Which responses are acceptable, and what is done to them before and beside decoding.
    public var handling = ResponseHandling(accepting: XML.Options.mediaTypes, emptyBody: .whiteSpace)

    /// How the text is read.
    public var options: XML.Options

    /// How the type is made of it.
    public var decoding: XML.DecodingOptions

    /// What the options cannot hold, since it can be neither stored nor compared.
    public var hooks = XML.DecodingHooks()

    /// The type, which may be a subclass of what the caller's code has a name for.
    private let type: Output.Type

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - decoding: How the type is made of the text.
    ///   - options: How the text is read; nil is the default, without comments, which no type sees.
    public init(
        _ type: Output.Type = Output.self,
        decoding: XML.DecodingOptions = XML.DecodingOptions(),
        options: XML.Options? = nil
    ) {
        self.type = type
        self.options = options ?? Self.defaultOptions
        self.decoding = decoding
    }

    private static var defaultOptions: XML.Options {
        var options = XML.Options()
        options.keepsComments = false
        return options
    }

    /// Reads the text and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let document = try XML.Document(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        let value = try document.decode(type, options: decoding, hooks: hooks, findings: &findings)
        for finding in findings { context.report(finding) }
        return value
    }

    /// Reads the body of a response whose status is bad, as a document.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The document.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try XML.Document(parsing: body, in: &context, options: options)
    }
}
