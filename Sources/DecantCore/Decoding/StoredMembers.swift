// Why: a configuration outlives the release that wrote it. Each part of a configuration therefore declares its members
// once, in `visit(_:default:)`, and reading and writing derive from it. A missing member has its default; a member that
// equals its default is not written; a raw value that this release does not know is kept and written again; any other
// unknown member is an error with its path. Defaults depend on the context: `XML.Options.decoding` has other defaults
// than `DecodingOptions()`.

/// A part of a configuration that is stored as named members.
package protocol StoredPart: Hashable {
    /// Reads or writes each member.
    mutating func visit(_ members: inout StoredMembers, default standard: Self) throws
}

extension StoredPart {
    /// Decodes a part.
    ///
    /// - Throws: `DecodingError` if a member has the wrong type or an unknown name.
    package init(storedIn decoder: any Decoder, default standard: Self) throws {
        self = standard
        try read(from: decoder.container(keyedBy: StoredName.self), default: standard)
    }

    /// Encodes the members that differ from their defaults.
    package func store(in encoder: any Encoder, default standard: Self) throws {
        var (part, members) = (self, StoredMembers(.writing(encoder.container(keyedBy: StoredName.self))))
        try part.visit(&members, default: standard)
    }

    /// Returns the unknown values of the part and its nested parts, each with the path of its member.
    package func unknownValues(at path: String) throws -> [String] {
        var (part, members) = (self, StoredMembers(.searching, path: path))
        try part.visit(&members, default: self)
        return members.found
    }

    fileprivate mutating func read(from container: KeyedDecodingContainer<StoredName>, default standard: Self) throws {
        var members = StoredMembers(.reading(container))
        try visit(&members, default: standard)
        try members.rejectUnknownMember()
    }
}

/// The raw values of a stored part that this release does not know, by member name.
///
/// The members keep their defaults. The storage is nil if there are no such values, so a copy is nearly free.
package struct UnknownValues: Sendable, Hashable {
    private var values: [String: [String]]?

    package init() {}

    package var isEmpty: Bool { values == nil }

    fileprivate subscript(name: String) -> [String] {
        get { values?[name] ?? [] }
        set {
            var values = values ?? [:]
            values[name] = newValue.isEmpty ? nil : newValue
            self.values = values.isEmpty ? nil : values
        }
    }
}

/// A visitor that reads, writes, or searches the members of a part of a configuration.
package struct StoredMembers {
    fileprivate enum Direction {
        case reading(KeyedDecodingContainer<StoredName>)
        case writing(KeyedEncodingContainer<StoredName>)
        case searching
    }

    private let direction: Direction
    private let path: String
    private var names: [String] = []
    fileprivate private(set) var found: [String] = []

    fileprivate init(_ direction: Direction, path: String = "") {
        (self.direction, self.path) = (direction, path)
    }

    /// Returns the unknown values of options, each with the path of its member.
    package static func unknownValues(in options: some Codable, at path: String) -> [String] {
        (try? (options as? any StoredPart)?.unknownValues(at: path)) ?? []
    }

    /// Reads or writes a member.
    package mutating func member<Value: Codable & Equatable>(
        _ value: inout Value,
        _ name: String,
        default standard: Value
    ) throws {
        try visit(name) { container, key in
            value = try container.decode(Value.self, forKey: key)
        } writing: { container, key in
            if value != standard { try container.encode(value, forKey: key) }
        }
    }

    /// Reads or writes an optional member; nil is stored as null.
    package mutating func optional<Value: Codable & Equatable>(
        _ value: inout Value?,
        _ name: String,
        default standard: Value?
    ) throws {
        try visit(name) { container, key in
            value = try container.decodeNil(forKey: key) ? nil : container.decode(Value.self, forKey: key)
        } writing: { container, key in
            guard value != standard else { return }
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }

    /// Reads or writes a value that is stored as text; unknown text is kept.
    package mutating func choice<Value: Codable & Equatable>(
        _ value: inout Value,
        _ name: String,
        default standard: Value,
        unknown: inout UnknownValues
    ) throws {
        try visit(name) { container, key in
            let choice = try container.decode(StoredChoice<Value>.self, forKey: key)
            if let known = choice.value { value = known }
            unknown[name] = choice.unknown.map { [$0] } ?? []
        } writing: { container, key in
            if value != standard {
                try container.encode(value, forKey: key)
            } else if let text = unknown[name].first {
                try container.encode(text, forKey: key)
            }
        }
        find(unknown[name], name)
    }

    /// Reads or writes a list of values that are stored as text; unknown texts are kept and written last.
    package mutating func choices<Value: Codable & Equatable>(
        _ values: inout [Value],
        _ name: String,
        default standard: [Value],
        unknown: inout UnknownValues
    ) throws {
        try visit(name) { container, key in
            let choices = try container.decode([StoredChoice<Value>].self, forKey: key)
            values = choices.compactMap(\.value)
            unknown[name] = choices.compactMap(\.unknown)
        } writing: { container, key in
            guard values != standard || !unknown[name].isEmpty else { return }
            let choices = values.map { StoredChoice(value: $0) } + unknown[name].map { StoredChoice(unknown: $0) }
            try container.encode(choices, forKey: key)
        }
        find(unknown[name], name)
    }

    /// Reads or writes a member that is a nested part.
    package mutating func part<Part: StoredPart>(_ value: inout Part, _ name: String, default standard: Part) throws {
        try visit(name) { container, key in
            value = standard
            let nested = try container.nestedContainer(keyedBy: StoredName.self, forKey: key)
            try value.read(from: nested, default: standard)
        } writing: { container, key in
            guard value != standard else { return }
            var part = value
            var members = StoredMembers(.writing(container.nestedContainer(keyedBy: StoredName.self, forKey: key)))
            try part.visit(&members, default: standard)
        }
        if case .searching = direction { found += try value.unknownValues(at: "\(path)\(name).") }
    }

    private mutating func visit(
        _ name: String,
        reading: (KeyedDecodingContainer<StoredName>, StoredName) throws -> Void,
        writing: (inout KeyedEncodingContainer<StoredName>, StoredName) throws -> Void
    ) throws {
        names.append(name)
        let key = StoredName(name)
        switch direction {
        case .reading(let container): if container.contains(key) { try reading(container, key) }
        case .writing(var container): try writing(&container, key)
        case .searching: break
        }
    }

    private mutating func find(_ unknown: [String], _ name: String) {
        if case .searching = direction { found += unknown.map { "“\($0)” for “\(path)\(name)”" } }
    }

    /// Throws if the part has a member that was not visited.
    fileprivate func rejectUnknownMember() throws {
        guard case .reading(let container) = direction else { return }
        try Self.rejectOthers(than: names, in: container)
    }

    /// Throws if a container has a member that is not in `names`.
    static func rejectOthers(than names: [String], in container: KeyedDecodingContainer<StoredName>) throws {
        let unknown = container.allKeys.map(\.stringValue).filter { !names.contains($0) }
        guard let name = unknown.min() else { return }
        let path = container.codingPath + [StoredName(name)]
        let text = path.map(\.stringValue).joined(separator: ".")
        let message = "“\(text)” is not part of a configuration; expected \(names.sorted().joined(separator: ", "))"
        throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: message))
    }
}

/// The name of a member of a stored part.
package struct StoredName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
}

/// A known value, or the text of an unknown one.
private struct StoredChoice<Value: Codable>: Codable {
    var value: Value?
    var unknown: String?

    init(value: Value? = nil, unknown: String? = nil) { (self.value, self.unknown) = (value, unknown) }

    init(from decoder: any Decoder) throws {
        if let value = try? Value(from: decoder) {
            self.value = value
        } else if let text = try? String(from: decoder) {
            unknown = text
        } else {
            // This throws an error that describes the expected type.
            value = try Value(from: decoder)
        }
    }

    func encode(to encoder: any Encoder) throws {
        if let value { try value.encode(to: encoder) } else { try unknown.encode(to: encoder) }
    }
}
