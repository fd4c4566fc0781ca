/// A type that goes on after every error, asks for what is not there, and lets its decoder escape.
public struct Stubborn: Decodable {
    /// The decoder that escapes.
    public let decoder: any Decoder

    /// The depth of the nesting; 64 by default.
    ///
    /// An element is a list of one, and in it is one again: there is no end to that.
    public static let deepest = CodingUserInfoKey(rawValue: "deepest")

    /// Misuses a decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: Nothing.
    public init(from decoder: any Decoder) throws {
        self.decoder = decoder
        // Each error carries a path; deeper down they cost more than they tell.
        let deepest = Self.deepest.flatMap { decoder.userInfo[$0] as? Int } ?? 64
        guard decoder.codingPath.count < deepest else { return }
        if let container = try? decoder.container(keyedBy: AnyKey.self) { Self.misuse(container) }
        if let container = try? decoder.unkeyedContainer() { Self.misuse(container) }
        if let container = try? decoder.singleValueContainer() {
            _ = try? container.decode([String: [Int]].self)
            _ = try? container.decode(Never.self)
        }
    }

    private static func misuse(_ container: KeyedDecodingContainer<AnyKey>) {
        _ = try? container.superDecoder().singleValueContainer().decode(String.self)
        for name in ["", "missing", "name"] {
            let key = AnyKey(stringValue: name)
            _ = try? container.decode(Int.self, forKey: key)
            _ = try? container.decode(Stubborn.self, forKey: key)
            _ = try? container.decodeIfPresent([Person].self, forKey: key)
            _ = try? container.superDecoder(forKey: key).unkeyedContainer()
            _ = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key).decodeNil(forKey: key)
        }
    }

    private static func misuse(_ container: any UnkeyedDecodingContainer) {
        var container = container
        for _ in 0..<40 where !container.isAtEnd {
            let index = container.currentIndex
            if (try? container.decode(Stubborn.self)) == nil { _ = try? container.decode(String.self) }
            if container.currentIndex == index { _ = try? container.superDecoder() }
        }
        _ = try? container.decodeNil()
        _ = try? container.decodeIfPresent(Int.self)
        _ = try? container.nestedUnkeyedContainer()
        _ = container.codingPath
    }
}
