public import DecantCore

/// Decodes a body as a property list: as a ``PropertyList`` value, or as any `Decodable` type.
///
/// ```swift
/// let settings = try PropertyListResponseSerializer(Settings.self).value(of: bytes, for: response)
/// let list = try PropertyListResponseSerializer(format: .binary).value(of: bytes, for: response)
/// ```
///
/// Binary lists and those in XML are accepted by default; a body of white space counts as empty. The counterpart of
/// AFNetworking's `AFPropertyListResponseSerializer`, whose `format` had no effect: here it is enforced.
public struct PropertyListResponseSerializer<Output: Sendable>: FormatResponseSerializer, DecodingDialect {
    /// The conditions under which responses are acceptable, and the steps around decoding.
    public var handling = ResponseHandling.propertyList

    /// The ways in which the list is read and types are made of it.
    public var options: PropertyList.Options

    /// The functions and objects of the caller's own, which the options cannot hold.
    public var strategies = CustomStrategies()

    private let make: Make

    /// Makes the output of a document.
    private typealias Make =
        @Sendable (PropertyList, PropertyList.Options, CustomStrategies, inout [Finding]) throws(ResponseError) ->
        Output

    /// Creates a serializer whose output is any `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: The ways in which the list is read and the type is made of it.
    public init(
        _ type: Output.Type,
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) where Output: Decodable {
        self.options = options.only(format)
        make = { (list, options, strategies, findings) throws(ResponseError) in
            try list.decode(type, options: options, strategies: strategies, findings: &findings)
        }
    }

    /// Creates a serializer whose output is a ``PropertyList`` value, which has the format it was read from.
    ///
    /// - Parameters:
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: The ways in which the list is read.
    public init(format: PropertyList.Format? = nil, options: PropertyList.Options = PropertyList.Options())
    where Output == PropertyList {
        self.options = options.only(format)
        make = { (list, options, _, _) throws(ResponseError) in try list.value(at: options.path) }
    }

    /// Reads the list and makes the output.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response; findings made on the way are reported to it.
    /// - Returns: The output.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Output {
        let list = try PropertyList(parsing: body, in: &context, options: options)
        var findings: [Finding] = []
        let value = try make(list, options, strategies, &findings)
        for finding in findings { context.report(finding) }
        return value
    }

    /// Reads the list of a response whose status is bad, as a ``PropertyList`` value.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - context: The head of the response.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the position at which decoding stopped.
    public func decodeErrorBody(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError)
        -> (any Sendable)?
    {
        try PropertyList(parsing: body, in: &context, options: options)
    }
}

extension PropertyListResponseSerializer {
    /// A serializer that accepts these formats and no others.
    ///
    /// - Parameter formats: The formats.
    /// - Returns: The changed serializer.
    public func formats(_ formats: PropertyList.Format...) -> Self {
        options { $0.formats = Set(formats) }
    }
}

extension ResponseSerializer where Self == PropertyListResponseSerializer<PropertyList> {
    /// A property list as an untyped value, binary or in XML.
    public static var propertyList: Self { PropertyListResponseSerializer() }

    /// A property list as an untyped value.
    ///
    /// - Parameters:
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: The ways in which the list is read.
    /// - Returns: The serializer.
    public static func propertyList(
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) -> Self {
        PropertyListResponseSerializer(format: format, options: options)
    }
}

extension ResponseSerializer {
    /// A property list as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - format: The one format to accept; nil accepts those of the options.
    ///   - options: The ways in which the list is read and the type is made of it.
    /// - Returns: The serializer.
    public static func propertyList<Value: Decodable & Sendable>(
        _ type: Value.Type,
        format: PropertyList.Format? = nil,
        options: PropertyList.Options = PropertyList.Options()
    ) -> Self where Self == PropertyListResponseSerializer<Value> {
        PropertyListResponseSerializer(type, format: format, options: options)
    }
}

extension ResponseHandling {
    /// The default for property lists, which all serializers share until one changes its own.
    static let propertyList = ResponseHandling(PropertyList.Options.responseConfiguration)
}
