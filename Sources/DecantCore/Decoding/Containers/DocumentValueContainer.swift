/// One value: a format says where, everything else is here.
package protocol DocumentValueContainer: SingleValueDecodingContainer {
    /// What reads values.
    associatedtype Reader: DocumentReading

    /// What reads values.
    var state: Reader { get }

    /// Where the value stands.
    var place: Reader.Place { get }
}

extension DocumentValueContainer {
    @inlinable
    package func decodeNil() -> Bool { state.isNull(place) }

    @inlinable @inline(__always) package func decode(_ type: Bool.Type) throws -> Bool { try state.bool(place) }
    @inlinable @inline(__always) package func decode(_ type: String.Type) throws -> String { try state.string(place) }
    @inlinable @inline(__always) package func decode(_ type: Double.Type) throws -> Double { try state.double(place) }
    @inlinable @inline(__always) package func decode(_ type: Float.Type) throws -> Float { try state.float(place) }
    @inlinable @inline(__always) package func decode(_ type: Int.Type) throws -> Int { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: Int8.Type) throws -> Int8 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: Int16.Type) throws -> Int16 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: Int32.Type) throws -> Int32 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: Int64.Type) throws -> Int64 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: Int128.Type) throws -> Int128 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt.Type) throws -> UInt { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt8.Type) throws -> UInt8 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt16.Type) throws -> UInt16 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt32.Type) throws -> UInt32 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt64.Type) throws -> UInt64 { try state.integer(place) }
    @inlinable @inline(__always) package func decode(_ type: UInt128.Type) throws -> UInt128 {
        try state.integer(place)
    }

    @inlinable
    @inline(__always)
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try state.value(type, place) }
}
