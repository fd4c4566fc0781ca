/// The configuration of a compound: that of its gate, and those of its members in order.
///
/// It is encoded like any other. Decoding needs to know the members' types, so a compound restores it:
/// ``ResponseSerializer/restoreConfiguration(from:)``.
public struct CompoundConfiguration: Sendable, Hashable, Encodable {
    /// What is checked before any member is asked.
    public var gate: ResponseConfiguration

    /// The members' configurations, in order.
    public var members: [AnyConfiguration]

    enum CodingKeys: CodingKey {
        case gate, members
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
