/// A value as an encoder stores it: the form of a configuration before it becomes JSON or a property list.
///
/// It makes the contract of configurations independent of any format, and of Foundation.
indirect enum StoredValue: Hashable {
    case null
    case boolean(Bool)
    case integer(Int128)
    case number(Double)
    case string(String)
    case list([StoredValue])
    case members([String: StoredValue])

    /// Stores a value.
    init(storing value: some Encodable) throws {
        let node = StoredNode()
        try node.store(value)
        self = node.value
    }

    /// The scalar that a value is by itself; nil if the value encodes itself.
    fileprivate init?(scalar value: some Encodable) {
        switch value {
        case let value as Bool: self = .boolean(value)
        case let value as String: self = .string(value)
        case let value as Double: self = .number(value)
        case let value as Float: self = .number(Double(value))
        case let value as any BinaryInteger:
            guard let integer = Int128(exactly: value) else { return nil }
            self = .integer(integer)
        default: return nil
        }
    }

    /// Makes a value of a type from the stored one.
    func restored<Value: Decodable>(_ type: Value.Type, at path: [any CodingKey] = []) throws -> Value {
        let scalar: Any?
        switch (self, type) {
        case (.boolean(let value), is Bool.Type): scalar = value
        case (.string(let value), is String.Type): scalar = value
        case (.number(let value), is Double.Type): scalar = value
        case (.number(let value), is Float.Type): scalar = Float(value)
        case (.integer(let value), let type as any FixedWidthInteger.Type): scalar = type.init(exactly: value)
        case (_, is Bool.Type), (_, is String.Type), (_, is Double.Type), (_, is Float.Type),
            (_, is any FixedWidthInteger.Type):
            scalar = nil
        default: return try Value(from: StoredValueDecoder(value: self, codingPath: path))
        }
        guard let value = scalar as? Value else { throw Self.mismatch(type, path) }
        return value
    }

    fileprivate static func mismatch(_ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: "\(type) was not stored"))
    }
}

/// A key that is known by its text or its index.
private struct StoredKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }

    static let parent = StoredKey(stringValue: "super")
}

// MARK: - Storing

/// A value that is being stored.
///
/// A class, since nested containers are written to after they were added.
private final class StoredNode {
    enum Content {
        case scalar(StoredValue)
        case list([StoredNode])
        case members([(key: String, node: StoredNode)])
    }

    var content = Content.members([])

    var value: StoredValue {
        switch content {
        case .scalar(let value): value
        case .list(let nodes): .list(nodes.map(\.value))
        case .members(let members):
            .members(Dictionary(members.map { ($0.key, $0.node.value) }) { $1 })
        }
    }

    func store(_ value: some Encodable) throws {
        if let scalar = StoredValue(scalar: value) {
            content = .scalar(scalar)
        } else {
            try value.encode(to: StoredNodeEncoder(node: self))
        }
    }

    func member(_ key: any CodingKey) -> StoredNode {
        let node = StoredNode()
        var members: [(key: String, node: StoredNode)] = []
        if case .members(let known) = content { members = known }
        content = .members(members + [(key.stringValue, node)])
        return node
    }

    func element() -> StoredNode {
        let node = StoredNode()
        var nodes: [StoredNode] = []
        if case .list(let known) = content { nodes = known }
        content = .list(nodes + [node])
        return node
    }
}

private struct StoredNodeEncoder: Encoder, SingleValueEncodingContainer {
    let node: StoredNode
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(StoredMembersWriter(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .list([])
        return StoredListWriter(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() { node.content = .scalar(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { try node.store(value) }
}

private struct StoredMembersWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: StoredNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.member(key).content = .scalar(.null) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try node.member(key).store(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        StoredNodeEncoder(node: node.member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        StoredNodeEncoder(node: node.member(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { StoredNodeEncoder(node: node.member(StoredKey.parent)) }
    func superEncoder(forKey key: Key) -> any Encoder { StoredNodeEncoder(node: node.member(key)) }
}

private struct StoredListWriter: UnkeyedEncodingContainer {
    let node: StoredNode
    var codingPath: [any CodingKey] { [] }

    var count: Int {
        guard case .list(let nodes) = node.content else { return 0 }
        return nodes.count
    }

    func encodeNil() { node.element().content = .scalar(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { try node.element().store(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { StoredNodeEncoder(node: node.element()) }
}

// MARK: - Restoring

/// Decodes from a stored value.
struct StoredValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: StoredValue
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .members(let members) = value else { throw StoredValue.mismatch([String: Any].self, codingPath) }
        return KeyedDecodingContainer(StoredMembersReader(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let values) = value else { throw StoredValue.mismatch([Any].self, codingPath) }
        return StoredListReader(values: values, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { value == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value.restored(type, at: codingPath) }
}

private struct StoredMembersReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: StoredValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(StoredKey.parent) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: any CodingKey) throws -> StoredValueDecoder {
        guard let value = members[key.stringValue] else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "“\(key)” was not stored")
            throw DecodingError.keyNotFound(key, context)
        }
        return StoredValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

private struct StoredListReader: UnkeyedDecodingContainer {
    let values: [StoredValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> StoredValueDecoder {
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "no more elements were stored"
            )
            throw DecodingError.valueNotFound(Any.self, context)
        }
        defer { currentIndex += 1 }
        return StoredValueDecoder(
            value: values[currentIndex],
            codingPath: codingPath + [StoredKey(intValue: currentIndex)]
        )
    }
}
