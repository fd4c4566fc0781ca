extension ResponseSerializer {
    /// Encodes the configuration: the options that differ from their defaults.
    ///
    /// The configuration consists of ``ResponseHandling/configuration`` and, in a ``FormatResponseSerializer``, of its
    /// options. The configuration of a compound also has those of its members, in order; a map has that of its base.
    /// Closures are not part of a configuration.
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
        case let serializer as any FormatResponseSerializer: try serializer.store(in: encoder)
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
        case var serializer as any FormatResponseSerializer:
            try serializer.restore(from: decoder)
            if let restored = serializer as? Self { self = restored }
        default:
            handling.configuration = try ResponseConfiguration(from: decoder)
        }
    }
}

/// A serializer that consists of others, whose configurations are a part of its own.
protocol StoredSerializer {
    /// Encodes the configuration.
    func store(in encoder: any Encoder) throws

    /// Replaces the configuration.
    mutating func restore(from decoder: any Decoder) throws
}

extension FormatResponseSerializer {
    fileprivate func store(in encoder: any Encoder) throws {
        let configuration = FormatConfiguration(response: handling.configuration, options: options)
        try configuration.store(in: encoder, default: FormatConfiguration())
    }

    fileprivate mutating func restore(from decoder: any Decoder) throws {
        let configuration = try FormatConfiguration<Options>(storedIn: decoder, default: FormatConfiguration())
        handling.configuration = configuration.response
        options = configuration.options
    }
}

/// The configuration of a serializer of one format.
private struct FormatConfiguration<Options: FormatOptions>: StoredPart {
    var response = Options.responseConfiguration
    var options = Options()

    static var storedMembers: [StoredMember<Self>] { [.part("response", \.response), .value("options", \.options)] }
}
