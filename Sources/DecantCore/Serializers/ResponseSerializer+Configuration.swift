extension ResponseSerializer {
    /// Encodes the configuration: the options that differ from their defaults.
    ///
    /// The configuration consists of ``ResponseHandling/configuration`` and of the options of a format, if the serializer
    /// is a ``StoredFormatSerializer``. The configuration of a compound also has those of its members, in order; a map
    /// has that of its base. A custom serializer that conforms to `Codable` is stored as a whole. Closures are not part of
    /// a configuration.
    ///
    /// ```swift
    /// struct Settings: Codable {
    ///     var users = JSONResponseSerializer([User].self).dates(.iso8601)
    ///
    ///     init() {}
    ///
    ///     init(from decoder: any Decoder) throws { try users.restoreConfiguration(from: decoder) }
    ///
    ///     func encode(to encoder: any Encoder) throws { try users.encodeConfiguration(to: encoder) }
    /// }
    /// ```
    ///
    /// - Throws: Any error that the encoder throws.
    public func encodeConfiguration(to encoder: any Encoder) throws {
        switch self {
        case let serializer as any StoredSerializer: try serializer.store(in: encoder)
        case let serializer as any StoredFormatSerializer: try serializer.store(in: encoder)
        case let serializer as any Codable: try serializer.encode(to: encoder)
        default: try handling.configuration.encode(to: encoder)
        }
    }

    /// Replaces the configuration with one that a serializer of the same type has encoded.
    ///
    /// An option that is missing has its default. The closures of the serializer stay.
    ///
    /// - Throws: `DecodingError` with the path if a member is unknown or has an invalid value, or if a compound has
    ///   another number of members. The serializer is then unchanged.
    public mutating func restoreConfiguration(from decoder: any Decoder) throws {
        switch self {
        case var serializer as any StoredSerializer:
            try serializer.restore(from: decoder)
            if let restored = serializer as? Self { self = restored }
        case var serializer as any StoredFormatSerializer:
            try serializer.restoreOptions(from: decoder)
            if let restored = serializer as? Self { self = restored }
        case let serializer as any Codable:
            if let restored = try type(of: serializer).init(from: decoder) as? Self { self = restored }
        default:
            handling.configuration = try ResponseConfiguration(from: decoder)
        }
    }
}

/// A serializer of a format with options, which are stored with its configuration.
///
/// ```swift
/// struct LineOptions: StoredOptions {
///     static let mediaTypes: [MediaTypePattern] = ["text/plain"]
///
///     var separator = UInt8(ascii: "\n")
/// }
///
/// struct LineSerializer: StoredFormatSerializer {
///     var handling = ResponseHandling(accepting: LineOptions.mediaTypes)
///     var options = LineOptions()
///
///     func decode(_ body: ResponseBytes, in context: inout DecodingContext) throws(ResponseError) -> Int {
///         body.count { $0 == options.separator }
///     }
/// }
/// ```
///
/// ``ResponseSerializer/encodeConfiguration(to:)`` encodes the options if they differ from the default ones.
public protocol StoredFormatSerializer: ResponseSerializer {
    /// The type of the format's options.
    associatedtype Options: StoredOptions

    /// The options of the format.
    var options: Options { get set }
}

extension StoredFormatSerializer {
    /// Encodes the configuration.
    package func store(in encoder: any Encoder) throws {
        let configuration = FormatConfiguration(response: handling.configuration, options: options)
        try configuration.store(in: encoder, default: FormatConfiguration())
    }

    /// Replaces the configuration, including the options.
    package mutating func restoreOptions(from decoder: any Decoder) throws {
        let configuration = try FormatConfiguration<Options>(storedIn: decoder, default: FormatConfiguration())
        handling.configuration = configuration.response
        options = configuration.options
    }
}

/// The configuration of a serializer of one format.
private struct FormatConfiguration<Options: StoredOptions>: StoredPart {
    var response = Options.responseConfiguration
    var options = Options()

    static var storedMembers: [StoredMember<Self>] {
        [.part("response", \.response), .value("options", \.options)]
    }
}

/// A serializer with a configuration of its own form.
package protocol StoredSerializer {
    /// Encodes the configuration.
    func store(in encoder: any Encoder) throws

    /// Replaces the configuration.
    mutating func restore(from decoder: any Decoder) throws
}
