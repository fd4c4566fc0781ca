import DecantCore

/// A keyed container for the children of an element.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct XMLKeyedContainer<Key: CodingKey> {
    let state: XMLDecodingState
    let place: XMLDecodedPlace
    let kind: XMLKeyKind

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace, _ kind: XMLKeyKind) {
        self.state = state
        self.place = place
        self.kind = kind
    }

    /// Whether the keys are names of the element itself.
    var isChoice: Bool { kind.isChoice && (place.kind == .child || place.kind == .text) }

    /// Returns the place that a key names for its value.
    func keyPlace(_ key: Key) -> XML.KeyPlace {
        guard kind == .placed else { return .elementOrAttribute }
        return (key as? any XMLCodingKey)?.xmlPlace ?? .elementOrAttribute
    }

    /// Returns the place that a key means; it is recorded as the next step of the path.
    func find(_ key: Key) -> XMLDecodedPlace? {
        state.enter(place)
        let name = key.stringValue
        let found = isChoice ? state.choose(name, at: place) : state.find(name, keyPlace(key), in: place)
        if let found { state.enter(found) }
        return found
    }

    /// Returns the place that a key means; throws if there is none.
    func required(_ key: Key) throws -> XMLDecodedPlace {
        guard let found = find(key) else { throw state.missing(key, keyPlace(key), in: place) }
        return found
    }

    /// Returns the place that a key means, unless it has no value for an optional of a type.
    func optional(_ key: Key, _ type: Any.Type) -> XMLDecodedPlace? {
        guard let found = find(key) else { return nil }
        guard state.isNothing(found, type) else { return found }
        state.noteRepetition(of: found)
        return nil
    }
}

extension XMLKeyedContainer: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { state.path(to: place) }

    var allKeys: [Key] {
        if place.kind == .text { return [Key.ofText].compactMap(\.self) }
        guard isChoice else { return state.keys(of: place, as: Key.self) + (textKey.map { [$0] } ?? []) }
        let path = state.strategies.key == nil ? [] : state.path(to: place)
        return [state.key(of: place, path)].compactMap(\.self)
    }

    /// The key of the text of an element, if a choice can be made of that.
    private var textKey: Key? {
        guard kind == .mixedChoice, state.nextItem(from: place.number + 1, in: place.number, false) == nil else {
            return nil
        }
        return state.nextItem(from: place.number + 1, in: place.number, true) == nil ? nil : Key.ofText
    }

    func contains(_ key: Key) -> Bool {
        guard let found = find(key) else { return false }
        return found.kind != .content || !state.isBlank(found)
    }

    func decodeNil(forKey key: Key) throws -> Bool { state.isNull(try required(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try XMLValueDecoder(state, required(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try XMLValueDecoder(state, required(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder(for: DocumentKey.super, state.find("super", in: place)) }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(for: key, find(key)) }

    /// An absent value is decoded like nil.
    private func decoder(for key: some CodingKey, _ found: XMLDecodedPlace?) -> any Decoder {
        guard let found else { return XMLAbsentDecoder(state: state, key: key, place: place) }
        return XMLValueDecoder(state, found)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(required(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.string(required(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.float(required(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try state.float(required(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.integer(required(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try state.integer(required(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try state.integer(required(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try state.integer(required(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try state.integer(required(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try state.integer(required(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try state.integer(required(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try state.integer(required(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try state.integer(required(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try state.integer(required(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try state.integer(required(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try state.integer(required(key)) }

    /// Recursive types recur through here: what they do not need is elsewhere, to keep the frame small.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let found = find(key) else { return try valueOfNothing(type, key) }
        return try state.value(type, found)
    }

    @inline(never)
    private func valueOfNothing<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = state.valueOfNothing(type) else { throw state.missing(key, keyPlace(key), in: place) }
        return value
    }
}

// MARK: - Optional values

extension XMLKeyedContainer {
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try optional(key, type).map { try state.bool($0) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try optional(key, type).map { try state.string($0) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try optional(key, type).map { try state.float($0) }
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try optional(key, type).map { try state.float($0) }
    }

    @inline(__always)
    private func optionalInteger<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer? {
        try optional(key, Integer.self).map { try state.integer($0) }
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

    /// Recursive types recur through here: without a closure, the frames are smaller.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let found = optional(key, type) else { return nil }
        return try state.value(type, found)
    }
}
