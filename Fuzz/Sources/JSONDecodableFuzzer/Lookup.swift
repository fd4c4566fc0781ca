import DecodableFuzzSupport

/// The members found for names that are asked for in an order of the caller's.
struct Lookup: Decodable {
    /// The names to ask for.
    static let names: CodingUserInfoKey? = CodingUserInfoKey(rawValue: "names")

    /// The value found for each; nil if there is none.
    let found: [Tree?]

    init(from decoder: any Decoder) throws {
        let names = Self.names.flatMap { decoder.userInfo[$0] as? [String] } ?? []
        let container = try decoder.container(keyedBy: AnyKey.self)
        found = try names.enumerated().map { index, name in
            try Self.value(of: AnyKey(stringValue: name), in: container, way: index % 5)
        }
    }

    /// Asks in one of several ways, which all find the same.
    private static func value(of key: AnyKey, in container: KeyedDecodingContainer<AnyKey>, way: Int) throws -> Tree? {
        guard container.contains(key) else { return nil }
        switch way {
        case 0: return try container.decode(Tree.self, forKey: key)
        case 1: return try container.decodeNil(forKey: key) ? .null : container.decode(Tree.self, forKey: key)
        case 2: return try container.decodeIfPresent(Tree.self, forKey: key) ?? .null
        case 3: return try Tree(from: container.superDecoder(forKey: key))
        default:
            if let nested = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key) { _ = nested.allKeys }
            if let nested = try? container.nestedUnkeyedContainer(forKey: key) { _ = nested.count }
            return try container.decode(Tree.self, forKey: key)
        }
    }
}
