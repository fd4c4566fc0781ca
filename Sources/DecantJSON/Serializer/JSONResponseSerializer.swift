public import DecantCore

/// Decodes a body as JSON (RFC 8259): as a ``JSON`` value, or as any `Decodable` type.
///
/// ```swift
/// let user = try JSONResponseSerializer(User.self).serialize(bytes, for: response)
/// let json = try JSONResponseSerializer().serialize(bytes, for: response)
/// ```
///
/// The text may be in UTF-8, which is read in place, in UTF-16 or UTF-32, or in any charset that the response names. A
/// body of white space counts as empty. A prefix against cross-site inclusion is an error whose hint names it; drop it with
/// `.preparing(.xssiPrefix)`. The counterpart of AFNetworking's `AFJSONResponseSerializer`.
public struct JSONResponseSerializer<Output: Sendable>: ResponseSerializer {
    /// Which responses are acceptable, and what is done to them before and beside decoding.
    public var handling = ResponseHandling(accepting: JSONOptions.mediaTypes, emptyBody: .whiteSpace)

    /// How the text is read, and how types are made of it.
    public var options: JSONOptions

    /// What the options cannot hold, since it can be neither stored nor compared.
    public var hooks = JSONDecodingHooks()

    private let make: Make

    /// Makes the output of a document.
    private typealias Make =
        @Sendable (JSONDocument, JSONDecodingOptions, JSONDecodingHooks) throws(ResponseError) -> Output

    /// Creates a serializer whose output is any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: How the text is read, and how the type is made of it.
    public init(_ type: Output.Type, options: JSONOptions = JSONOptions()) where Output: Decodable {
        self.options = options
        make = { (document, options, hooks) throws(ResponseError) in
            try document.decode(type, options: options, hooks: hooks)
        }
    }

    /// Creates a serializer whose output is a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: How the text is read; those about `Decodable` types have no effect.
    public init(direct type: Output.Type, options: JSONOptions = JSONOptions()) where Output: JSONDirectDecodable {
        self.options = options
        make = { (document, _, _) throws(ResponseError) in try document.decode(direct: type) }
    }

    /// Creates a serializer whose output is a ``JSON`` value.
    ///
    /// - Parameter options: How the text is read.
    public init(options: JSONOptions = JSONOptions()) where Output == JSON {
        self.options = options
        make = { (document, _, _) throws(ResponseError) in document.root }
    }

    /// Reads the text and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let document = try JSONDocument(parsing: body, in: &context, options: options)
        return try make(document, options.decoding, hooks)
    }

    /// Reads the text of a response whose status is bad, as a ``JSON`` value.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try JSONDocument(parsing: body, in: &context, options: options).root
    }
}
