import DecantCore
import DecantJSON
import DecodableFuzzSupport

/// Any JSON value, decoded by trying one type after the other, as many programs do.
indirect enum Tree: Decodable, Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case double(Double)
    case string(String)
    case array([Tree])
    /// Keyed by name in UTF-8, because equal strings can differ in their scalars.
    case object([[UInt8]: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let elements = try? decoder.unkeyedContainer() {
            self = .array(try Self.elements(elements))
        } else {
            self = .object(try Self.members(decoder.container(keyedBy: AnyKey.self)))
        }
    }

    private static func elements(_ container: any UnkeyedDecodingContainer) throws -> [Tree] {
        var container = container
        var elements: [Tree] = []
        while !container.isAtEnd { elements.append(try container.decode(Tree.self)) }
        return elements
    }

    private static func members(_ container: KeyedDecodingContainer<AnyKey>) throws -> [[UInt8]: Tree] {
        var members: [[UInt8]: Tree] = [:]
        for key in container.allKeys {
            members[Array(key.stringValue.utf8)] = try container.decode(Tree.self, forKey: key)
        }
        return members
    }
}

extension Tree {
    /// Creates a tree from the value itself; the first of several members with the same name counts.
    init(_ json: JSON) {
        switch json.kind {
        case .null: self = .null
        case .boolean: self = .boolean(json.bool == true)
        case .number: self = json.int.map(Tree.integer) ?? .double(json.double ?? .nan)
        case .string: self = .string(json.string ?? "")
        case .array: self = .array((json.array.map(Array.init) ?? []).map(Tree.init))
        case .object:
            let members = (json.object.map(Array.init) ?? []).map { (Array($0.key.utf8), Tree($0.value)) }
            self = .object(Dictionary(members) { first, _ in first })
        }
    }
}

extension Tree: JSON.DirectDecodable {
    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        if value.isNull {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .boolean(truth)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let double = try? value.decode(Double.self) {
            self = .double(double)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else {
            self = try Self.container(value)
        }
    }

    private static func container(_ value: borrowing JSON.Cursor) throws(ResponseError) -> Tree {
        if let elements = try? [Tree](from: value) { return .array(elements) }
        var members: [[UInt8]: Tree] = [:]
        var parts = try value.members()
        while let member = parts.next() {
            let key = Array(String(member.name).utf8)
            if members[key] == nil { members[key] = try Tree(from: member) }
        }
        return .object(members)
    }
}

/// The members found for names that are looked up in a given order.
struct Lookup: Decodable {
    /// The user info key for the names to look up.
    static let names: CodingUserInfoKey? = CodingUserInfoKey(rawValue: "names")

    /// The value for each name; nil if missing.
    let found: [Tree?]

    init(from decoder: any Decoder) throws {
        let names = Self.names.flatMap { decoder.userInfo[$0] as? [String] } ?? []
        let container = try decoder.container(keyedBy: AnyKey.self)
        found = try names.enumerated().map { index, name in
            try Self.value(of: AnyKey(stringValue: name), in: container, way: index % 5)
        }
    }

    /// Looks up a value in one of several ways, which all find the same.
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

/// The members found for names fixed in the type, some of them repeated.
struct DirectLookup: JSON.DirectDecodable {
    /// The names, fixed at compile time.
    static let names: [StaticString] = [
        "name", "id", "a", "missing", "", "b", "name", "é", "f", "e\u{301}", "c", "age", "d", "a", "first_name", "",
        "e",
        "parent", "g", "b", "tags", "id",
    ]

    /// The value for each name; nil if missing or null.
    let found: [Tree?]

    init(from value: borrowing JSON.Cursor) throws(ResponseError) {
        var members = try value.members()
        var found: [Tree?] = []
        for name in Self.names { found.append(try members.decodeIfPresent(name)) }
        self.found = found
    }
}
