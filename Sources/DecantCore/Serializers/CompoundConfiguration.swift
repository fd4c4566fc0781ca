/// The configuration of a compound: that of its gate, and those of its members in order.
///
/// It is encoded like any other. Decoding needs to know the members' types, so a compound restores it:
/// ``ResponseSerializer/restoreConfiguration(from:)``.
public struct CompoundConfiguration: Sendable {
    /// What is checked before any member is asked.
    public var gate: ResponseConfiguration

    /// The members' configurations, in order, each of its serializer's type.
    public var members: [any Hashable & Encodable & Sendable]
}

extension CompoundConfiguration: Encodable {
    enum CodingKeys: CodingKey {
        case gate, members
    }

    /// Encodes the configuration of the gate, and each member's as it encodes itself.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(gate, forKey: .gate)
        var list = container.nestedUnkeyedContainer(forKey: .members)
        for member in members { try list.encode(member) }
    }
}

extension CompoundConfiguration: Hashable {
    /// Whether two configurations have equal gates, and equal members of the same types.
    public static func == (left: CompoundConfiguration, right: CompoundConfiguration) -> Bool {
        left.gate == right.gate && left.erasedMembers == right.erasedMembers
    }

    /// Feeds the configuration to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(gate)
        hasher.combine(erasedMembers)
    }

    private var erasedMembers: [AnyHashable] { members.map { AnyHashable($0) } }
}

extension ResponseSerializer {
    /// The serializer with a configuration, if that is one of its type.
    func configured(as configuration: any Hashable & Encodable & Sendable) -> Self {
        guard let configuration = configuration as? Configuration else { return self }
        return self.configuration(configuration)
    }
}

extension CompoundResponseSerializer {
    /// Restores the configuration of the gate and of each member, in order.
    ///
    /// - Parameter decoder: The decoder of an encoded ``CompoundConfiguration`` of a compound with members of the same types.
    /// - Throws: `DecodingError` if the number or the contents of the members' configurations do not fit.
    public mutating func restoreConfiguration(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CompoundConfiguration.CodingKeys.self)
        var list = try container.nestedUnkeyedContainer(forKey: .members)
        var restored: [any ResponseSerializer<Output>] = []
        for var member in members {
            try member.restoreConfiguration(from: list.superDecoder())
            restored.append(member)
        }
        handling.configuration = try container.decode(ResponseConfiguration.self, forKey: .gate)
        replaceMembers(with: restored)
    }
}
