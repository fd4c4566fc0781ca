import DecantCore

extension PropertyListKeyedContainer: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var allKeys: [Key] { state.keys(of: node).compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { find(key) >= 0 }

    func decodeNil(forKey key: Key) throws -> Bool { state.tape.isNull(at: try required(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try PropertyListValueDecoder(state, required(key), inside).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try PropertyListValueDecoder(state, required(key), inside).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(for: DocumentKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key) }

    /// A member that is not there is decoded like a null.
    private func decoder(for key: some CodingKey) -> any Decoder {
        let value = state.find(key.stringValue, in: node, depth: depth)
        if value < 0 { return PropertyListAbsentDecoder(state, key, in: node, depth) }
        return PropertyListValueDecoder(state, value, inside)
    }

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
