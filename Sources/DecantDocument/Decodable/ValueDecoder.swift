import DecantCore

/// A node of a document and its level, counted from the top of the decoding.
struct DocumentPlace {
    private let index: UInt32
    private let level: UInt32

    @inline(__always)
    init(_ node: Int, _ depth: Int) {
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    var node: Int { Int(index) }
    var depth: Int { Int(level) }
}

/// The decoder that a type sees: one value of the document.
///
/// It is not larger than an existential's buffer, so that making one allocates nothing.
struct ValueDecoder: Decoder, DocumentValueContainer {
    let state: DecodingState
    let place: DocumentPlace

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - state: The parts that all decoders share.
    ///   - node: The value.
    ///   - depth: Its level, counted from the top of the decoding.
    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
    }

    var codingPath: [any CodingKey] { state.path(to: place.node, depth: place.depth) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.container(keyedBy: type, place.node, place.depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (node, depth) = (place.node, place.depth)
        guard state.document[node].kind.isList else { throw state.mismatch([Any].self, node, depth) }
        return UnkeyedContainer(state, node, depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// The elements of an array or a set, in order.
struct UnkeyedContainer: DocumentUnkeyedContainer {
    let state: DecodingState
    /// The array.
    private let place: DocumentPlace
    private var cursor: UInt32
    private var position: UInt32 = 0

    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
        cursor = UInt32(truncatingIfNeeded: node &+ 1)
    }

    private var node: Int { place.node }
    private var depth: Int { place.depth }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var count: Int? { state.document[node].count }

    var currentIndex: Int { Int(position) }

    var isAtEnd: Bool { Int(cursor) >= state.document[node].end }

    /// The next element; it is recorded as the next step of the path.
    func current(as type: Any.Type) throws -> DocumentPlace {
        if _slowPath(isAtEnd) { throw state.atEnd(type, node, depth, position: currentIndex) }
        state.enter(Int(cursor), position: Int(position), of: node, depth)
        return DocumentPlace(Int(cursor), depth &+ 1)
    }

    /// Moves on to the next element.
    mutating func advance() {
        cursor = UInt32(truncatingIfNeeded: state.document.next(after: Int(cursor)))
        position &+= 1
    }
}

/// The decoder for a member that is not there.
struct AbsentDecoder: AbsentValueDecoder {
    let state: DecodingState
    let key: any CodingKey
    let object: DocumentPlace

    var codingPath: [any CodingKey] { state.path(to: object.node, depth: object.depth) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    var absence: String { "no member “\(key.stringValue)”" }

    func isScalar(_ type: Any.Type) -> Bool {
        switch state.scratch.kind(of: type) {
        case .direct(let type): !type.isCollection
        case .scalar, .date, .data: true
        default: false
        }
    }
}

// MARK: - Reading

extension DecodingState: DocumentReading {
    @inline(__always)
    func decoder(at place: DocumentPlace) -> ValueDecoder { ValueDecoder(self, place.node, place.depth) }

    @inline(__always)
    func isNull(_ place: DocumentPlace) -> Bool { document[place.node].kind.isNull }

    @inline(__always)
    func bool(_ place: DocumentPlace) throws -> Bool { try bool(place.node, place.depth) }

    @inline(__always)
    func string(_ place: DocumentPlace) throws -> String { try string(place.node, place.depth) }

    @inline(__always)
    func double(_ place: DocumentPlace) throws -> Double { try double(place.node, place.depth) }

    @inline(__always)
    func float(_ place: DocumentPlace) throws -> Float { try float(place.node, place.depth) }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ place: DocumentPlace) throws -> Integer {
        try integer(place.node, place.depth)
    }

    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ place: DocumentPlace) throws -> Value {
        try value(type, place.node, place.depth)
    }
}

// MARK: - Parts of a document

extension DecodingState {
    /// The standard library's container for an object.
    @inline(never)
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> KeyedDecodingContainer<Key> {
        try checkObject(node, depth)
        // The same object may have been tried as a dictionary before.
        scratch[depth].keepsNames = false
        return KeyedDecodingContainer(KeyedContainer<Key>(self, node, depth))
    }
}

/// The members of an object, by key.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let state: DecodingState
    /// The object.
    private let place: DocumentPlace

    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
    }

    private var node: Int { place.node }
    private var depth: Int { place.depth }

    /// The level of the values.
    private var inside: Int { depth &+ 1 }

    /// The value of a key that has to be there.
    @inline(__always)
    private func required(_ key: Key) throws -> Int {
        let value = state.find(key.stringValue, in: node, depth: depth)
        if _slowPath(value < 0) { throw state.missing(key, node, depth) }
        return value
    }

    /// Reads the value of a key; nil if it is absent or null.
    @inline(__always)
    private func optional<Value>(_ key: Key, _ read: (Int) throws -> Value) throws -> Value? {
        let value = state.findUnlessNull(key.stringValue, in: node, depth: depth)
        return value < 0 ? nil : try read(value)
    }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var allKeys: [Key] { state.names(of: node, depth: depth).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { state.find(key.stringValue, in: node, depth: depth) >= 0 }

    func decodeNil(forKey key: Key) throws -> Bool { state.document[try required(key)].kind.isNull }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try state.container(keyedBy: type, required(key), inside)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(state, required(key), inside).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(for: DocumentKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key) }

    /// A member that is not there is decoded like null.
    private func decoder(for key: some CodingKey) -> any Decoder {
        let value = state.find(key.stringValue, in: node, depth: depth)
        if value < 0 { return AbsentDecoder(state: state, key: key, object: place) }
        return ValueDecoder(state, value, inside)
    }
}

// MARK: - Values

extension KeyedContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(required(key), inside) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key), inside) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.double(required(key), inside) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try state.float(required(key), inside) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.integer(required(key), inside) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try state.integer(required(key), inside) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try state.integer(required(key), inside) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try state.integer(required(key), inside) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try state.integer(required(key), inside) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try state.integer(required(key), inside) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try state.integer(required(key), inside) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try state.integer(required(key), inside) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try state.integer(required(key), inside) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try state.integer(required(key), inside) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try state.integer(required(key), inside) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try state.integer(required(key), inside)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try state.value(type, required(key), inside)
    }
}

// MARK: - Optional values

extension KeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key) { try state.bool($0, inside) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key) { try state.string($0, inside) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key) { try state.double($0, inside) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key) { try state.float($0, inside) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try optional(key) { try state.integer($0, inside) }
    }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try optional(key) { try state.integer($0, inside) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        // Not in the closure: unoptimized code would take more of the stack for each level of a recursive type.
        guard let value = try optional(key, { $0 }) else { return nil }
        return try state.value(type, value, inside)
    }
}
