/// The decoder for a member that is not there, as `superDecoder(forKey:)` hands it out: it reads like a null.
struct PropertyListAbsentDecoder: Decoder {
    private let state: PropertyListDecodingState
    private let key: any CodingKey
    private let dictionary: Int
    private let depth: Int

    init(_ state: PropertyListDecodingState, _ key: any CodingKey, in dictionary: Int, _ depth: Int) {
        self.state = state
        self.key = key
        self.dictionary = dictionary
        self.depth = depth
    }

    var codingPath: [any CodingKey] { state.path(to: dictionary, depth: depth) + [key] }

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

extension PropertyListAbsentDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch state.scratch.kind(of: type) {
        case .shortcut(let type) where !type.isCollection: throw notFound(type)
        case .scalar(let type): throw notFound(type)
        default: return try Value(from: self)
        }
    }
}
