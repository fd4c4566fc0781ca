public import DecantCore

/// Decodes a body as a property list: as a ``PropertyList`` value, or as any `Decodable` type.
///
/// ```swift
/// let settings = try PropertyListResponseSerializer(Settings.self).serialize(bytes, for: response)
/// let list = try PropertyListResponseSerializer(format: .binary).serialize(bytes, for: response)
/// ```
///
/// Binary lists and those in XML are accepted by default; a body of white space counts as empty. The counterpart of
/// AFNetworking's `AFPropertyListResponseSerializer`, whose `format` had no effect: here it is enforced.
public struct PropertyListResponseSerializer<Output: Sendable>: ResponseSerializer {
    /// Which responses are acceptable, and what is done to them before and beside decoding.
    public var handling = ResponseHandling(accepting: PropertyListOptions.mediaTypes, emptyBody: .whiteSpace)

    /// How the list is read, and how types are made of it.
    public var options: PropertyListOptions

    /// What the `userInfo` of every decoder shows to the types that are decoded; it is no part of the configuration.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    private let make: Make

    /// Makes the output of a document.
    private typealias Make =
        @Sendable (PropertyListDocument, ScalarStrategies, [CodingUserInfoKey: any Sendable]) throws(ResponseError) ->
        Output

    /// Creates a serializer whose output is any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: How the list is read, and how the type is made of it.
    public init(
        _ type: Output.Type,
        format: PropertyList.Format? = nil,
        options: PropertyListOptions = PropertyListOptions()
    ) where Output: Decodable {
        self.options = options.only(format)
        make = { (document, strategies, userInfo) throws(ResponseError) in
            try document.decode(type, strategies: strategies, userInfo: userInfo)
        }
    }

    /// Creates a serializer whose output is a ``PropertyList`` value, which says in which format it was.
    ///
    /// - Parameters:
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: How the list is read.
    public init(format: PropertyList.Format? = nil, options: PropertyListOptions = PropertyListOptions())
    where Output == PropertyList {
        self.options = options.only(format)
        make = { (document, _, _) throws(ResponseError) in document.root }
    }

    /// Reads the list and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decode(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let document = try PropertyListDocument(parsing: body, in: &context, options: options)
        return try make(document, options.scalars, userInfo)
    }

    /// Reads the list of a response whose status is bad, as a ``PropertyList`` value.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: What is known about the response.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the place where decoding stopped.
    public func decodeErrorBody(_ body: ResponseBody, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try PropertyListDocument(parsing: body, in: &context, options: options).root
    }
}

extension PropertyListOptions {
    /// The options with one format instead of all that they accept.
    fileprivate func only(_ format: PropertyList.Format?) -> PropertyListOptions {
        guard let format else { return self }
        var options = self
        options.formats = [format]
        return options
    }
}
