/// The decoder for a member that is not there, as `superDecoder(forKey:)` hands it out: it reads like null.
struct JSONAbsentDecoder: Decoder {
    private let state: JSONDecodingState
    private let key: any CodingKey
    private let object: Int
    private let depth: Int

    init(_ state: JSONDecodingState, _ key: any CodingKey, in object: Int, _ depth: Int) {
        self.state = state
        self.key = key
        self.object = object
        self.depth = depth
    }

    var codingPath: [any CodingKey] { state.path(to: object, depth: depth) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw notFound([String: Any].self)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notFound([Any].self) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func notFound(_ type: Any.Type) -> DecodingError {
        let message = "expected \(type), found no member “\(key.stringValue)”"
        return .valueNotFound(type, .init(codingPath: codingPath, debugDescription: message))
    }
}

extension JSONAbsentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch state.scratch.kind(of: type) {
        case .shortcut(let type) where !type.isCollection: throw notFound(type)
        case .scalar(let type): throw notFound(type)
        default: return try Value(from: self)
        }
    }
}
