/// The configuration of a serializer whose type is not known.
public struct AnyConfiguration: Sendable, Hashable, Encodable {
    private let base: any (Encodable & Hashable & Sendable)

    /// Takes the configuration of a serializer.
    ///
    /// - Parameter serializer: Any serializer.
    public init(of serializer: some ResponseSerializer) {
        base = serializer.configuration
    }

    /// The serializer with this configuration, if it is one of its kind.
    func applied<Serializer: ResponseSerializer>(to serializer: Serializer) -> Serializer {
        guard let configuration = base as? Serializer.Configuration else { return serializer }
        var changed = serializer
        changed.configuration = configuration
        return changed
    }

    /// Encodes the configuration as it encodes itself.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try base.encode(to: encoder)
    }

    /// Whether two configurations are of the same type and equal.
    public static func == (left: AnyConfiguration, right: AnyConfiguration) -> Bool {
        AnyHashable(left.base) == AnyHashable(right.base)
    }

    /// Feeds the configuration to a hasher.
    public func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }
}
