// The decoders of all formats hand out containers that differ in how a value is found and in little else: what the standard
// library asks of a list and of a single value is here once. A format brings what the decoders of one decoding share,
// which reads the value at a place, and containers that find places.
//
// Everything is inlinable into the witnesses of a format's own types, where the place is known. That works for types that are
// not generic. A keyed container is generic over its key, and would run what it inherits unspecialised, in twice the time,
// so each format has its own.

/// The state that all decoders of one decoding share, as the containers see it: it reads the value at a place of the document.
package protocol DocumentReading: AnyObject {
    /// A type for the position of a value in the document, and the path that led to it.
    associatedtype Place

    /// The decoder that a type sees.
    associatedtype PlaceDecoder: Decoder

    /// The decoder of a value.
    func decoder(at place: Place) -> PlaceDecoder

    /// Returns whether there is no value.
    func isNull(_ place: Place) -> Bool

    /// Reads a truth value.
    func bool(_ place: Place) throws -> Bool

    /// Reads a text.
    func string(_ place: Place) throws -> String

    /// Reads a number.
    func double(_ place: Place) throws -> Double

    /// Reads a number.
    func float(_ place: Place) throws -> Float

    /// Reads an integer.
    func integer<Integer: FixedWidthInteger>(_ place: Place) throws -> Integer

    /// Makes a value of any type.
    func value<Value: Decodable>(_ type: Value.Type, _ place: Place) throws -> Value
}

/// A container for one value: a format provides its place, and this protocol the rest.
package protocol DocumentValueContainer: SingleValueDecodingContainer {
    /// The reader of values.
    associatedtype Reader: DocumentReading

    /// The reader of values.
    var state: Reader { get }

    /// The place of the value.
    var place: Reader.Place { get }
}

extension DocumentValueContainer {
    @inlinable
    package func decodeNil() -> Bool { state.isNull(place) }

    @inlinable package func decode(_ type: Bool.Type) throws -> Bool { try state.bool(place) }
    @inlinable package func decode(_ type: String.Type) throws -> String { try state.string(place) }
    @inlinable package func decode(_ type: Double.Type) throws -> Double { try state.double(place) }
    @inlinable package func decode(_ type: Float.Type) throws -> Float { try state.float(place) }
    @inlinable package func decode(_ type: Int.Type) throws -> Int { try state.integer(place) }
    @inlinable package func decode(_ type: Int8.Type) throws -> Int8 { try state.integer(place) }
    @inlinable package func decode(_ type: Int16.Type) throws -> Int16 { try state.integer(place) }
    @inlinable package func decode(_ type: Int32.Type) throws -> Int32 { try state.integer(place) }
    @inlinable package func decode(_ type: Int64.Type) throws -> Int64 { try state.integer(place) }
    @inlinable package func decode(_ type: Int128.Type) throws -> Int128 { try state.integer(place) }
    @inlinable package func decode(_ type: UInt.Type) throws -> UInt { try state.integer(place) }
    @inlinable package func decode(_ type: UInt8.Type) throws -> UInt8 { try state.integer(place) }
    @inlinable package func decode(_ type: UInt16.Type) throws -> UInt16 { try state.integer(place) }
    @inlinable package func decode(_ type: UInt32.Type) throws -> UInt32 { try state.integer(place) }
    @inlinable package func decode(_ type: UInt64.Type) throws -> UInt64 { try state.integer(place) }
    @inlinable package func decode(_ type: UInt128.Type) throws -> UInt128 {
        try state.integer(place)
    }

    @inlinable
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try state.value(type, place) }
}

/// A container for elements in order: a format steps through them, and this protocol provides the rest.
package protocol DocumentUnkeyedContainer: UnkeyedDecodingContainer {
    /// The reader of values.
    associatedtype Reader: DocumentReading

    /// The reader of values.
    var state: Reader { get }

    /// The place of the next element; it is recorded as the next step of the path.
    func current(as type: Any.Type) throws -> Reader.Place

    /// Advances to the next element.
    mutating func advance()
}

extension DocumentUnkeyedContainer {
    @inlinable
    package mutating func decodeNil() throws -> Bool {
        let isNull = state.isNull(try current(as: Never.self))
        if isNull { advance() }
        return isNull
    }

    @inlinable
    package mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        let place = try current(as: KeyedDecodingContainer<Nested>.self)
        let container = try state.decoder(at: place).container(keyedBy: type)
        advance()
        return container
    }

    @inlinable
    package mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let place = try current(as: (any UnkeyedDecodingContainer).self)
        let container = try state.decoder(at: place).unkeyedContainer()
        advance()
        return container
    }

    @inlinable
    package mutating func superDecoder() throws -> any Decoder {
        let place = try current(as: (any Decoder).self)
        advance()
        return state.decoder(at: place)
    }

    @inlinable
    package mutating func decode(_ type: Bool.Type) throws -> Bool {
        let value: Bool = try state.bool(current(as: type))
        advance()
        return value
    }

    @inlinable
    package mutating func decode(_ type: String.Type) throws -> String {
        let value: String = try state.string(current(as: type))
        advance()
        return value
    }

    @inlinable
    package mutating func decode(_ type: Double.Type) throws -> Double {
        let value: Double = try state.double(current(as: type))
        advance()
        return value
    }

    @inlinable
    package mutating func decode(_ type: Float.Type) throws -> Float {
        let value: Float = try state.float(current(as: type))
        advance()
        return value
    }

    @inlinable
    package mutating func integer<Integer: FixedWidthInteger & Decodable>() throws -> Integer {
        let value: Integer = try state.integer(current(as: Integer.self))
        advance()
        return value
    }

    @inlinable package mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    @inlinable package mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    @inlinable package mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    @inlinable package mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    @inlinable package mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    @inlinable package mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    @inlinable package mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    @inlinable package mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    @inlinable package mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    @inlinable package mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    @inlinable package mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    @inlinable package mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    @inlinable
    package mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try state.value(type, current(as: type))
        advance()
        return value
    }

    /// Decodes the type of the metatype; the standard library's default would decode the static type.
    @inlinable
    package mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard try !isAtEnd && !decodeNil() else { return nil }
        return try decode(type)
    }
}

/// A coding key made from a document: the name of a member or the index of an element.
package struct DocumentKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    /// The member that `superDecoder()` reads.
    package static let `super` = DocumentKey(stringValue: "super")
}

/// The decoder for an absent value, as `superDecoder(forKey:)` returns it: it reads like null.
package protocol AbsentValueDecoder: Decoder, SingleValueDecodingContainer {
    /// Returns whether a type is read as a scalar, which an absent value is not.
    func isScalar(_ type: Any.Type) -> Bool

    /// The description of the absent value, such as “no member “a””.
    var absence: String { get }
}

extension AbsentValueDecoder {
    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFound([String: Any].self)
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    package func decodeNil() -> Bool { true }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isScalar(type) else { throw notFound(type) }
        return try type.init(from: self)
    }

    private func notFound(_ type: Any.Type) -> DecodingError {
        let message = "expected \(type), but found \(absence)"
        return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: message))
    }
}
