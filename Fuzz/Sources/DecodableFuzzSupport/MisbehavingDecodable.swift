/// A type that continues after every error, requests missing values, and lets its decoder escape.
public struct MisbehavingDecodable: Decodable {
    /// The escaped decoder.
    public let decoder: any Decoder

    /// The user info key for the maximum nesting depth; 64 by default.
    ///
    /// Each element is a list of one element, without end.
    public static let deepest = CodingUserInfoKey(rawValue: "deepest")

    /// Misuses a decoder.
    ///
    /// Never throws.
    public init(from decoder: any Decoder) throws {
        self.decoder = decoder
        // Each error carries a path. At greater depths, errors cost more than they reveal.
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
            _ = try? container.decode(MisbehavingDecodable.self, forKey: key)
            _ = try? container.decodeIfPresent([Person].self, forKey: key)
            _ = try? container.superDecoder(forKey: key).unkeyedContainer()
            _ = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key).decodeNil(forKey: key)
        }
    }

    private static func misuse(_ container: any UnkeyedDecodingContainer) {
        var container = container
        for _ in 0..<40 where !container.isAtEnd {
            let index = container.currentIndex
            if (try? container.decode(MisbehavingDecodable.self)) == nil { _ = try? container.decode(String.self) }
            if container.currentIndex == index { _ = try? container.superDecoder() }
        }
        _ = try? container.decodeNil()
        _ = try? container.decodeIfPresent(Int.self)
        _ = try? container.nestedUnkeyedContainer()
        _ = container.codingPath
    }
}

/// A typical user type whose conformance is synthesized by the compiler.
public final class Person: Decodable, Sendable {
    enum Role: String, Decodable, Sendable {
        case admin, user
    }

    struct Address: Decodable, Sendable {
        let street: String?
        let lines: [String]?
        let position: [Float]?
    }

    enum Event: Decodable, Sendable {
        case none
        case moved(to: Address, count: Int)
        case renamed(String)
    }

    let id: UInt64?
    let name: String
    let age: Int8?
    let height: Double?
    let isActive: Bool?
    let role: Role?
    let firstName: String?
    let address: Address?
    let event: Event?
    let tags: Set<String>?
    let scores: [String: Double]?
    let ranks: [Int: [Int?]]?
    let matrix: [[UInt16]]?
    let large: UInt128?
    let ratio: Float?
    let range: Range<Int>?
    let lifetime: Duration?
    let parent: Person?
    let children: [Person]?
}

/// A coding key with any text.
public struct AnyKey: CodingKey {
    /// The text.
    public let stringValue: String

    /// Creates a key.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// Always fails: integer keys are not supported.
    public init?(intValue: Int) {
        nil
    }

    /// Always nil.
    public var intValue: Int? { nil }
}
