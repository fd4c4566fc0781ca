public import DecantCore
import DecantDocument
import DecantText

/// Decodes a body as JSON (RFC 8259): as a ``JSON`` value, or as any `Decodable` type.
///
/// ```swift
/// let user = try JSONResponseSerializer(User.self).value(of: bytes, for: response)
/// let json = try JSONResponseSerializer().value(of: bytes, for: response)
/// ```
///
/// The text may be in UTF-8, which is read in place, in UTF-16 or UTF-32, or in any charset that the response names. A
/// body of white space counts as empty. A prefix against cross-site inclusion is an error whose hint names it; drop it with
/// `.preparing(.xssiPrefix)`. The counterpart of AFNetworking's `AFJSONResponseSerializer`.
public struct JSONResponseSerializer<Output: Sendable>: FormatResponseSerializer, DecodingDialect {
    /// The conditions under which responses are acceptable, and the steps around decoding.
    public var handling = ResponseHandling.json

    /// The ways in which the text is read and types are made of it.
    public var options: JSON.Options

    /// The functions and objects of the caller's own, which the options cannot hold.
    public var strategies = CustomStrategies()

    let make: Make

    /// Makes the output of a whole text without its options, as most streams need it; nil if the options matter.
    let makeOfWholeText: JSONTextDecoder<Output>.Make?

    /// Makes the output of a document.
    typealias Make =
        @Sendable (JSON, JSON.Options, DecodingRules, DecodingMemory?, inout [Finding]) throws(ResponseError) -> Output

    /// Creates a serializer whose output is any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read and the type is made of it.
    public init(_ type: Output.Type, options: JSON.Options = JSON.Options()) where Output: Decodable {
        self.options = options
        makeOfWholeText = nil
        make = { (json, _, rules, memory, findings) throws(ResponseError) in
            try json.flat.decode(type, at: json.index, rules, in: memory, findings: &findings)
        }
    }

    /// Creates a serializer whose output is a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read; of those about `Decodable` types only the path has an effect.
    public init(direct type: Output.Type, options: JSON.Options = JSON.Options()) where Output: JSON.DirectDecodable {
        self.options = options
        makeOfWholeText = { (json, _, _) throws(ResponseError) in try json.decode(direct: type) }
        make = { (json, options, _, _, _) throws(ResponseError) in
            try json.value(at: options.path).decode(direct: type)
        }
    }

    /// Creates a serializer whose output is a ``JSON`` value.
    ///
    /// - Parameter options: The ways in which the text is read.
    public init(options: JSON.Options = JSON.Options()) where Output == JSON {
        self.options = options
        makeOfWholeText = { (json, _, _) throws(ResponseError) in json }
        make = { (json, options, _, _, _) throws(ResponseError) in try json.value(at: options.path) }
    }

    /// Creates a serializer of the parts of another one.
    init(
        _ options: JSON.Options,
        _ strategies: CustomStrategies,
        _ makeOfWholeText: JSONTextDecoder<Output>.Make?,
        _ make: @escaping Make
    ) {
        (self.options, self.strategies, self.makeOfWholeText, self.make) = (options, strategies, makeOfWholeText, make)
    }

    /// Reads the text and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        var findings: [Finding] = []
        let json = try JSON(parsing: body, in: &context, options: options)
        let value = try make(json, options, DecodingRules(options, strategies), nil, &findings)
        for finding in findings { context.report(finding) }
        return value
    }

    /// Reads the text of a response whose status is bad, as a ``JSON`` value.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try JSON(parsing: body, in: &context, options: options)
    }
}

extension JSONResponseSerializer {
    /// A serializer that leaves out members whose value is null, on every level, and on request null elements, too.
    ///
    /// This is AFNetworking's `removesKeysWithNullValues`, at no cost: nulls are omitted while the text is read.
    ///
    /// - Parameter elements: Whether nulls are removed from arrays as well; the indices of those after them change.
    /// - Returns: The changed serializer.
    public func removingNulls(elements: Bool = false) -> Self {
        options {
            $0.removesNullMembers = true
            $0.removesNullElements = elements
        }
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer<JSON> {
    /// JSON as an untyped value.
    public static var json: Self { JSONResponseSerializer() }

    /// JSON as an untyped value, with options.
    ///
    /// - Parameter options: The ways in which the text is read.
    /// - Returns: The serializer.
    public static func json(options: JSON.Options) -> Self { JSONResponseSerializer(options: options) }
}

extension ResponseSerializer {
    /// JSON as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read and the type is made of it.
    /// - Returns: The serializer.
    public static func json<Value: Decodable & Sendable>(
        _ type: Value.Type,
        options: JSON.Options = JSON.Options()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(type, options: options)
    }

    /// JSON as a type that reads itself straight from the document.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - options: The ways in which the text is read.
    /// - Returns: The serializer.
    public static func json<Value: JSON.DirectDecodable & Sendable>(
        direct type: Value.Type,
        options: JSON.Options = JSON.Options()
    ) -> Self where Self == JSONResponseSerializer<Value> {
        JSONResponseSerializer(direct: type, options: options)
    }
}

extension ResponseSerializer where Self == JSONResponseSerializer<ProblemDetails> {
    /// The details of a failure in the standard form (RFC 9457), for `.failure(.problemDetails)`.
    public static var problemDetails: Self { JSONResponseSerializer(ProblemDetails.self) }
}

extension JSON.Options {
    /// Whether a text in UTF-8 without a byte-order mark is read as it is.
    package var isPlainUTF8: Bool { text.charset == nil && !text.replacesMalformed }
}

extension ResponseHandling {
    /// The default for JSON, which all serializers share until one changes its own.
    static let json = ResponseHandling(JSON.Options.responseConfiguration)
}
