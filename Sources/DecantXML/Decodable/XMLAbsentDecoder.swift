/// The decoder for something that is not there, as `superDecoder(forKey:)` hands it out: it reads like nil.
struct XMLAbsentDecoder: Decoder {
    private let state: XMLDecodingState
    private let key: any CodingKey
    private let place: XMLDecodedPlace

    init(_ state: XMLDecodingState, _ key: any CodingKey, in place: XMLDecodedPlace) {
        self.state = state
        self.key = key
        self.place = place
    }

    var codingPath: [any CodingKey] { state.path(to: place) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFound([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func notFound(_ type: Any.Type) -> DecodingError {
        let message = "expected \(type), found neither an element nor an attribute “\(key.stringValue)”"
        return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: message))
    }
}

extension XMLAbsentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !state.kind(of: type).isScalar else { throw notFound(type) }
        return try type.init(from: self)
    }
}
