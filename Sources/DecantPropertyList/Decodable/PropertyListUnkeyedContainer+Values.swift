extension PropertyListUnkeyedContainer: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var count: Int? { state.tape.count(of: node) }

    mutating func decodeNil() throws -> Bool {
        let isNull = try state.tape.isNull(at: current(as: Never.self))
        if isNull { advance() }
        return isNull
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        let value = try current(as: KeyedDecodingContainer<Nested>.self)
        let container = try PropertyListValueDecoder(state, value, inside).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let value = try current(as: (any UnkeyedDecodingContainer).self)
        let container = try PropertyListValueDecoder(state, value, inside).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let value = try current(as: (any Decoder).self)
        advance()
        return PropertyListValueDecoder(state, value, inside)
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value = try state.bool(current(as: type), inside)
        advance()
        return value
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let value = try state.string(current(as: type), inside)
        advance()
        return value
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let value = try state.double(current(as: type), inside)
        advance()
        return value
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let value = try state.float(current(as: type), inside)
        advance()
        return value
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let value = try state.integer(current(as: type), inside, as: type)
        advance()
        return value
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try state.value(type, current(as: type), inside)
        advance()
        return value
    }
}
