public import DecantCore
import DecantDocument
import DecantText

/// A serializer that decodes a body as JSON (RFC 8259): as a ``JSON`` value, or as any `Decodable` type.
///
/// ```swift
/// let user = try JSONResponseSerializer(User.self).value(of: bytes, for: response)
/// let json = try JSONResponseSerializer().value(of: bytes, for: response)
/// ```
///
/// The text may be in UTF-8, UTF-16, UTF-32, or any charset that the response names; UTF-8 is read without a copy. A
/// body of whitespace counts as empty. A prefix against cross-site inclusion is an error with a hint that names it;
/// drop it with `.removingXSSIPrefix()`. The counterpart of AFNetworking's `AFJSONResponseSerializer`.
public struct JSONResponseSerializer<Output: Sendable>: ResponseSerializer, FormatSerializer {
    /// The conditions for acceptable responses, and the steps around decoding.
    public var handling = ResponseHandling.json

    /// The options for reading the text and decoding types.
    public var options: JSON.Options

    let make: Make

    /// Creates the output of a whole text without the options, as in most streams, or nil if the options matter.
    let makeOfWholeText: JSONTextDecoder<Output>.Make?

    /// A closure that creates the output of a document.
    ///
    /// It calls a function for the rules, which only `Decodable` types need.
    typealias Make =
        @Sendable (consuming JSON, JSON.Options, () -> DecodingRules, DecodingMemory?, inout [Finding])
        throws(ResponseError) -> Output

    /// Creates a serializer with any `Decodable` type as its output.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - options: The options for reading the text and decoding the type.
    public init(_ type: Output.Type, options: JSON.Options = JSON.Options()) where Output: Decodable {
        self.options = options
        makeOfWholeText = nil
        make = { (json, _, rules, memory, findings) throws(ResponseError) in
            try json.flat.decode(type, at: json.index, rules(), in: memory, findings: &findings)
        }
    }

    /// Creates a serializer with an output type that decodes itself directly from the document.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - options: The options for reading the text. Of the options about `Decodable` types, only the path and the
    ///     conversions have an effect; with a lenient form of dates, the findings about dates are reported.
    public init(direct type: Output.Type, options: JSON.Options = JSON.Options()) where Output: JSON.DirectDecodable {
        self.options = options
        makeOfWholeText = { (json, _, _) throws(ResponseError) in try json.decode(direct: type) }
        make = { (json, options, _, memory, findings) throws(ResponseError) in
            defer { json.flat.converter?.removeFindings(into: &findings, isStreamItem: memory != nil) }
            return try json.value(at: options.path).decode(direct: type)
        }
    }

    /// Creates a serializer with a ``JSON`` value as its output.
    ///
    /// - Parameter options: The options for reading the text.
    public init(options: JSON.Options = JSON.Options()) where Output == JSON {
        self.options = options
        makeOfWholeText = { (json, _, _) throws(ResponseError) in json }
        make = { (json, options, _, _, _) throws(ResponseError) in
            options.path == .root ? json : try json.value(at: options.path)
        }
    }

    /// Creates a serializer from the members of another one.
    init(
        _ options: JSON.Options,
        _ makeOfWholeText: JSONTextDecoder<Output>.Make?,
        _ make: @escaping Make
    ) {
        self.options = options
        self.makeOfWholeText = makeOfWholeText
        self.make = make
    }

    /// Reads the text and creates the output.
    ///
    /// - Parameters:
    ///   - body: The body, after content decoding.
    ///   - context: The head of the response; also receives the findings.
    /// - Throws: `ResponseError` with the position where decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let json = try JSON(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try make(json, options, { DecodingRules(options) }, nil, &findings)
    }

    /// Reads the text of a response with an unacceptable status as a ``JSON`` value.
    ///
    /// - Parameters:
    ///   - body: The body, after content decoding.
    ///   - context: The head of the response.
    /// - Throws: `ResponseError` with the position where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try JSON(parsing: body, in: &context, options: options)
    }
}

extension JSONResponseSerializer: StoredFormatSerializer, StoredSerializer {}

extension JSONResponseSerializer {
    /// Returns a serializer that removes null members on every level, and optionally null elements.
    ///
    /// The counterpart of AFNetworking's `removesKeysWithNullValues`. It costs nothing: nulls are omitted while the
    /// text is read.
    ///
    /// - Parameter elements: Whether nulls are removed from arrays as well; this changes the indices of the elements
    ///   after them.
    public func removingNulls(elements: Bool = false) -> Self {
        options {
            $0.removesNullMembers = true
            $0.removesNullElements = elements
        }
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer<JSON> {
    /// A serializer of JSON as an untyped value.
    public static var json: Self { JSONResponseSerializer() }

    /// Creates a serializer of JSON as an untyped value, with options.
    ///
    /// - Parameter options: The options for reading the text.
    public static func json(options: JSON.Options) -> Self { JSONResponseSerializer(options: options) }
}

extension ResponseSerializer {
    /// Creates a serializer of JSON as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - options: The options for reading the text and decoding the type.
    public static func json<Value: Decodable & Sendable>(
        _ type: Value.Type,
        options: JSON.Options = JSON.Options()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(type, options: options)
    }

    /// Creates a serializer of JSON as a type that decodes itself directly from the document.
    ///
    /// - Parameters:
    ///   - type: The type of the output.
    ///   - options: The options for reading the text.
    public static func json<Value: JSON.DirectDecodable & Sendable>(
        direct type: Value.Type,
        options: JSON.Options = JSON.Options()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(direct: type, options: options)
    }
}

extension JSON.Options {
    /// Whether UTF-8 text without a byte-order mark is read without decoding.
    package var isPlainUTF8: Bool { text.charset == nil && !text.replacesMalformed }
}

extension ResponseHandling {
    /// The default for JSON, shared by all serializers until one of them changes its copy.
    static let json = ResponseHandling(JSON.Options.responseConfiguration)
}

extension JSON {
    /// A decoder of JSON (RFC 8259) for any `Decodable` type: a replacement for `JSONDecoder`.
    ///
    /// ```swift
    /// let decoder = JSON.Decoder().keys(.convertFromSnakeCase).dates(.iso8601)
    /// let user = try decoder.decode(User.self, from: bytes)
    /// ```
    ///
    /// By default, keys, dates, data, and numbers are decoded as by `JSONDecoder`. An error has the coding path, line,
    /// and column.
    public typealias Decoder = FormatDecoder<Options>
}

extension JSON.Options {
    /// Decodes a body as a `Decodable` type, for the serializer and the decoder of the format.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The document.
    ///   - context: The limits; also receives the findings.
    /// - Throws: `ResponseError` with the coding path and the position.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext
    ) throws(ResponseError) -> Value {
        let json = try JSON(parsing: body, in: &context, options: self)
        var findings: [Finding] = []
        defer { for finding in findings { context.report(finding) } }
        return try json.decode(type, options: self, findings: &findings)
    }
}
