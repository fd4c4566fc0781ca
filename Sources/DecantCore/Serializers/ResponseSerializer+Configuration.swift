extension ResponseSerializer {
    /// Encodes the configuration: the options that differ from their defaults.
    ///
    /// The configuration consists of ``ResponseHandling/configuration`` and of the options of a format. The configuration
    /// of a compound also has those of its members, in order; a map has that of its base. A custom serializer that
    /// conforms to `Codable` is stored as a whole. Closures are not part of a configuration.
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
        case let serializer as any Codable:
            if let restored = try type(of: serializer).init(from: decoder) as? Self { self = restored }
        default:
            handling.configuration = try ResponseConfiguration(from: decoder)
        }
    }
}

/// A serializer with a configuration of its own form.
package protocol StoredSerializer {
    /// Encodes the configuration.
    func store(in encoder: any Encoder) throws

    /// Replaces the configuration.
    mutating func restore(from decoder: any Decoder) throws
}

/// A serializer of one format, whose configuration includes the options.
package protocol StoredFormatSerializer: ResponseSerializer, StoredSerializer {
    /// The type of the options.
    associatedtype Options: Codable & Equatable & Sendable

    /// The options of the format.
    var options: Options { get set }

    /// The configuration of a new serializer, whose members are not stored.
    static var standard: FormatConfiguration<Options> { get }
}

extension StoredFormatSerializer {
    package func store(in encoder: any Encoder) throws {
        let configuration = FormatConfiguration(response: handling.configuration, options: options)
        try configuration.store(in: encoder, default: Self.standard)
    }

    package mutating func restore(from decoder: any Decoder) throws { try restoreFormat(from: decoder) }

    /// Replaces the configuration, including the options.
    package mutating func restoreFormat(from decoder: any Decoder) throws {
        let configuration = try FormatConfiguration(storedIn: decoder, default: Self.standard)
        handling.configuration = configuration.response
        options = configuration.options
    }
}

/// The configuration of a serializer of one format.
package struct FormatConfiguration<Options: Codable & Equatable & Sendable>: StoredPart {
    var response: ResponseConfiguration
    var options: Options

    package init(response: ResponseConfiguration, options: Options) {
        (self.response, self.options) = (response, options)
    }

    package static var storedMembers: [StoredMember<Self>] {
        [.part("response", \.response), .value("options", \.options)]
    }
}
