/// The options of a format: a value that can be stored, compared and restored.
public protocol FormatOptions: Sendable, Hashable, Codable {
    /// The media types that the format is labelled with.
    static var mediaTypes: [MediaTypePattern] { get }

    /// The bodies that count as empty; by default those of no bytes.
    static var emptyBody: EmptyBodyRule { get }

    /// Creates the default options: the format exactly as its standard has it.
    init()
}

extension FormatOptions {
    /// The bodies that count as empty: those of no bytes.
    public static var emptyBody: EmptyBodyRule { .noBytes }

    /// The configuration of the format's responses.
    package static var responseConfiguration: ResponseConfiguration {
        ResponseConfiguration(mediaTypes: mediaTypes, emptyBody: emptyBody)
    }
}

/// The options of a format from which `Decodable` types are made.
public protocol DecodableFormatOptions: FormatOptions {
    /// The leniencies of the format.
    associatedtype Quirks: OptionSet & Sendable & Hashable & Codable

    /// The form of the format's paths.
    associatedtype Path: DocumentPath

    /// The ways in which `Decodable` types are read.
    var decoding: DecodingOptions { get set }

    /// The path to the value that is decoded; by default the whole document.
    var path: Path { get set }

    /// The numbers of bad elements that arrays may leave out, by the path to the array; the root is for all arrays.
    ///
    /// The names on a path are coding keys, from the value that is decoded. Indices may be omitted: `/pages/items` is for the items of
    /// all pages. No entry leaves out nothing, and costs nothing.
    var badElements: [Path: Int] { get set }

    /// The departures from the standard that are accepted; none by default.
    var quirks: Quirks { get set }

    /// Reads a body and makes a value of a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - body: The bytes, which are not empty.
    ///   - context: The limits; findings made on the way are reported to it.
    ///   - strategies: The functions and objects of the caller's.
    /// - Returns: The value.
    /// - Throws: ``ResponseError`` with the coding path and the position.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: ResponseBytes,
        in context: inout DecodingContext,
        strategies: CustomStrategies
    ) throws(ResponseError) -> Value
}

/// The configuration of a serializer of one format: a value that can be stored, compared and restored.
public struct FormatConfiguration<Options: FormatOptions>: Sendable, Hashable, Codable {
    /// The options that every serializer has.
    public var response: ResponseConfiguration

    /// The options of the format.
    public var options: Options

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - response: The options that every serializer has.
    ///   - options: The options of the format.
    public init(response: ResponseConfiguration, options: Options = Options()) {
        self.response = response
        self.options = options
    }
}

extension FormatConfiguration: StoredPart {
    /// Decodes a configuration; the defaults are those of the format; a missing member has its default, and unknown raw values are kept.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if a member does not fit, or is not one of these.
    public init(from decoder: any Decoder) throws {
        try self.init(storedIn: decoder, default: Self(response: Options.responseConfiguration))
    }

    /// Encodes the members that differ from their defaults.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try store(in: encoder, default: Self(response: Options.responseConfiguration))
    }

    package mutating func visit(_ members: inout StoredMembers, default standard: Self) throws {
        try members.part(&response, "response", default: standard.response)
        try members.member(&options, "options", default: standard.options)
    }
}

/// A serializer of one format, with the options of that format.
public protocol FormatResponseSerializer<Output>: ResponseSerializer
where Configuration == FormatConfiguration<Options> {
    /// The options of the format.
    associatedtype Options: FormatOptions

    /// The options of the format.
    var options: Options { get set }
}

extension FormatResponseSerializer {
    /// The options that every serializer has, and those of the format; functions of the caller's are not in it.
    public var configuration: FormatConfiguration<Options> {
        get { FormatConfiguration(response: handling.configuration, options: options) }
        set {
            handling.configuration = newValue.response
            handling.unknownOptions = StoredMembers.unknownValues(in: newValue.options, at: "options.")
            options = newValue.options
        }
    }

    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options, of which the others stay as they are.
    /// - Returns: The changed serializer.
    public func options(_ change: (inout Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }
}
