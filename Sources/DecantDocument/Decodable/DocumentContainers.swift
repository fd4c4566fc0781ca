package import DecantCore

// The decoders of all formats return containers that differ only in how they find a value. This file implements the
// requirements of the standard library once. A format adds the state of a decoding, which reads the value at a
// location, and containers that find locations.
//
// Everything is inlined into the witnesses of a format's types, where the type of a location is known. Keyed containers
// are generic over their key, so this does not work for them: decoding values with inherited functions took 30 to 40 %
// longer. Each format therefore has a separate `decode(_:forKey:)`.

/// The state shared by all decoders of one document.
package protocol DocumentReading: AnyObject {
    /// The position of a value in the document and the path to it.
    associatedtype Location

    /// The decoder passed to `init(from:)` of a type.
    associatedtype LocationDecoder: Decoder
    var userInfo: [CodingUserInfoKey: Any] { get }
    var decodingOptions: DecodingOptions { get }

    /// Reports that a value was accepted although it does not have the requested form.
    ///
    /// - Parameters:
    ///   - key: The key of an absent member of the value, if the finding is about that.
    ///   - message: The finding without its path.
    func report(_ code: Finding.Code, _ location: Location, appending key: (any CodingKey)?, _ message: () -> String)
    func decoder(at location: Location) -> LocationDecoder
    func path(to location: Location) -> [any CodingKey]

    /// Returns whether a type is decoded from a scalar.
    func isScalar(_ type: Any.Type) -> Bool

    /// Describes the absence of a key, such as “no member “a””.
    func absence(of key: any CodingKey) -> String
    func isNull(_ location: Location) -> Bool
    func bool(_ location: Location) throws -> Bool
    func string(_ location: Location) throws -> String
    func double(_ location: Location) throws -> Double
    func float(_ location: Location) throws -> Float
    func integer<Integer: FixedWidthInteger>(_ location: Location) throws -> Integer
    func value<Value: Decodable>(_ type: Value.Type, _ location: Location) throws -> Value
}

/// A decoder of one value that is also its single-value container.
package protocol DocumentDecoder: Decoder, SingleValueDecodingContainer {
    associatedtype Reader: DocumentReading
    var state: Reader { get }
    var location: Reader.Location { get }
}

extension DocumentDecoder {
    package var codingPath: [any CodingKey] { state.path(to: location) }

    package var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// The options of the decoding.
    package var decodingOptions: DecodingOptions { state.decodingOptions }

    /// Reports the findings of a document inside of the value.
    package func report(_ findings: [Finding]) {
        for finding in findings { state.report(finding.code, location, appending: nil) { finding.message } }
    }

    @inlinable
    package func decodeNil() -> Bool { state.isNull(location) }

    @inlinable package func decode(_ type: Bool.Type) throws -> Bool { try state.bool(location) }
    @inlinable package func decode(_ type: String.Type) throws -> String { try state.string(location) }
    @inlinable package func decode(_ type: Double.Type) throws -> Double { try state.double(location) }
    @inlinable package func decode(_ type: Float.Type) throws -> Float { try state.float(location) }
    @inlinable package func decode(_ type: Int.Type) throws -> Int { try state.integer(location) }
    @inlinable package func decode(_ type: Int8.Type) throws -> Int8 { try state.integer(location) }
    @inlinable package func decode(_ type: Int16.Type) throws -> Int16 { try state.integer(location) }
    @inlinable package func decode(_ type: Int32.Type) throws -> Int32 { try state.integer(location) }
    @inlinable package func decode(_ type: Int64.Type) throws -> Int64 { try state.integer(location) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable package func decode(_ type: Int128.Type) throws -> Int128 { try state.integer(location) }
    @inlinable package func decode(_ type: UInt.Type) throws -> UInt { try state.integer(location) }
    @inlinable package func decode(_ type: UInt8.Type) throws -> UInt8 { try state.integer(location) }
    @inlinable package func decode(_ type: UInt16.Type) throws -> UInt16 { try state.integer(location) }
    @inlinable package func decode(_ type: UInt32.Type) throws -> UInt32 { try state.integer(location) }
    @inlinable package func decode(_ type: UInt64.Type) throws -> UInt64 { try state.integer(location) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable package func decode(_ type: UInt128.Type) throws -> UInt128 { try state.integer(location) }

    @inlinable
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try state.value(type, location) }
}

/// A keyed container, without the functions that decode a value.
package protocol DocumentKeyedContainer: KeyedDecodingContainerProtocol {
    associatedtype Reader: DocumentReading
    var state: Reader { get }
    var location: Reader.Location { get }

    /// Finds the value with a name, and records the name as the next path component.
    func find(named name: String) -> Reader.Location?

    /// Finds the value of a key, and records the key as the next path component.
    func find(_ key: Key) -> Reader.Location?

    /// Finds the value of a key.
    ///
    /// - Throws: `DecodingError.keyNotFound` if the key is absent.
    func required(_ key: Key) throws -> Reader.Location
}

extension DocumentKeyedContainer {
    package var codingPath: [any CodingKey] { state.path(to: location) }

    package func decodeNil(forKey key: Key) throws -> Bool { state.isNull(try required(key)) }

    package func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try state.decoder(at: required(key)).container(keyedBy: type)
    }

    package func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try state.decoder(at: required(key)).unkeyedContainer()
    }

    package func superDecoder() throws -> any Decoder {
        let key = DocumentKey.super
        return find(named: key.stringValue).map { state.decoder(at: $0) } ?? AbsentDecoder(key, in: location, of: state)
    }

    package func superDecoder(forKey key: Key) throws -> any Decoder {
        find(key).map { state.decoder(at: $0) } ?? AbsentDecoder(key, in: location, of: state)
    }
}

package protocol DocumentUnkeyedContainer: UnkeyedDecodingContainer {
    associatedtype Reader: DocumentReading
    var state: Reader { get }

    /// Returns the location of the next element, and records its index as the next path component.
    ///
    /// - Throws: `DecodingError.valueNotFound` at the end.
    func current(as type: Any.Type) throws -> Reader.Location
    mutating func advance()
}

extension DocumentUnkeyedContainer {
    @inlinable
    package mutating func decodeNil() throws -> Bool {
        let isNull = state.isNull(try current(as: Never.self))
        if isNull { advance() }
        return isNull
    }

    /// Reads the next element and advances past it.
    @inlinable
    @inline(__always)
    package mutating func next<Value>(_ read: (Reader, Reader.Location) throws -> Value) throws -> Value {
        let value = try read(state, current(as: Value.self))
        advance()
        return value
    }

    @inlinable
    package mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next { try $0.decoder(at: $1).container(keyedBy: type) }
    }

    @inlinable
    package mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.decoder(at: $1).unkeyedContainer() }
    }

    @inlinable
    package mutating func superDecoder() throws -> any Decoder { try next { $0.decoder(at: $1) as any Decoder } }

    @inlinable package mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool($1) } }
    @inlinable package mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string($1) } }
    @inlinable package mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double($1) } }
    @inlinable package mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float($1) } }

    @inlinable
    package mutating func integer<Integer: FixedWidthInteger & Decodable>() throws -> Integer {
        try next { try $0.integer($1) }
    }

    @inlinable package mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    @inlinable package mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    @inlinable package mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    @inlinable package mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    @inlinable package mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable package mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    @inlinable package mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    @inlinable package mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    @inlinable package mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    @inlinable package mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    @inlinable package mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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

/// A coding key from a document: the name of a member or the index of an element.
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

    /// Creates the key of a component of a path.
    package init(_ component: CodingPathComponent) {
        switch component {
        case .key(let name): self.init(stringValue: name)
        case .index(let index): self.init(intValue: index)
        }
    }

    /// The member that `superDecoder()` reads.
    package static let `super` = DocumentKey(stringValue: "super")
}

/// The decoder that `superDecoder(forKey:)` returns for an absent key; its value is null.
struct AbsentDecoder<Reader: DocumentReading>: Decoder, SingleValueDecodingContainer {
    private let key: any CodingKey
    private let object: Reader.Location
    private let state: Reader

    package init(_ key: any CodingKey, in object: Reader.Location, of state: Reader) {
        self.key = key
        self.object = object
        self.state = state
    }

    package var codingPath: [any CodingKey] { state.path(to: object) + [key] }

    package var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFound([String: Any].self)
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    package func decodeNil() -> Bool { true }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !state.isScalar(type) else { throw notFound(type) }
        return try type.init(from: self)
    }

    private func notFound(_ type: Any.Type) -> DecodingError {
        let message = "expected \(type), but found \(state.absence(of: key))"
        return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: message))
    }
}
