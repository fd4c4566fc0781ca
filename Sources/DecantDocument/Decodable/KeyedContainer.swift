import DecantCore

/// A container that can be made for an object of a document.
protocol DocumentKeyedContainer: KeyedDecodingContainerProtocol {
    /// Creates a container for an object.
    init(_ state: DecodingState, _ node: Int, _ depth: Int)
}

/// Makes the standard library's containers for one type of keys.
///
/// The standard library puts each container into an object of a generic type. Code that is generic over the keys would have the
/// program look up the type of the container and its conformance each time; an object that is generic over these has them at hand.
final class KeyedContainerMaker<Key: CodingKey, Container: DocumentKeyedContainer> where Container.Key == Key {
    @inline(never)
    func container(_ state: DecodingState, _ node: Int, _ depth: Int) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(state, node, depth))
    }
}

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
        guard let maker = unsafe scratch.maker(for: type) else {
            return KeyedDecodingContainer(KeyedContainer<Key>(self, node, depth))
        }
        return unsafe maker._withUnsafeGuaranteedRef { maker in
            // The maker is the one for these keys, since an identifier represents one type.
            unsafe unsafeDowncast(maker, to: KeyedContainerMaker<Key, KeyedContainer<Key>>.self)
                .container(self, node, depth)
        }
    }
}

/// The members of an object, by key.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct KeyedContainer<Key: CodingKey>: DocumentKeyedContainer {
    private let state: DecodingState
    /// The object.
    private let place: DocumentPlace

    @inline(__always)
    init(_ state: DecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        place = DocumentPlace(node, depth)
    }

    @inline(__always) private var node: Int { place.node }
    @inline(__always) private var depth: Int { place.depth }

    /// The level of the values.
    @inline(__always) private var inside: Int { depth &+ 1 }

    /// The value of a key, or -1 if it is absent or null.
    @inline(__always)
    private func optional(_ key: Key) -> Int { state.findUnlessNull(key.stringValue, in: node, depth: depth) }

    /// The value of a key that has to be there.
    @inline(__always)
    private func required(_ key: Key) throws -> Int {
        let value = state.find(key.stringValue, in: node, depth: depth)
        if _slowPath(value < 0) { throw state.missing(key, node, depth) }
        return value
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
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try state.integer(required(key), inside) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try state.value(type, required(key), inside)
    }
}

// MARK: - Optional values

extension KeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        let value = optional(key)
        return value < 0 ? nil : try state.bool(value, inside)
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        let value = optional(key)
        return value < 0 ? nil : try state.string(value, inside)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        let value = optional(key)
        return value < 0 ? nil : try state.double(value, inside)
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        let value = optional(key)
        return value < 0 ? nil : try state.float(value, inside)
    }

    @inline(__always)
    private func optionalInteger<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer? {
        let value = optional(key)
        return value < 0 ? nil : try state.integer(value, inside)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optionalInteger(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optionalInteger(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optionalInteger(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let value = optional(key)
        return value < 0 ? nil : try state.value(type, value, inside)
    }
}
