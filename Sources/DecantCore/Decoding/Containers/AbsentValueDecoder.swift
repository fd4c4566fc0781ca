/// The decoder for something that is not there, as `superDecoder(forKey:)` returns it: it reads like null.
package protocol AbsentValueDecoder: Decoder, SingleValueDecodingContainer {
    /// Returns whether a type is read as a scalar, which something absent has not.
    func isScalar(_ type: Any.Type) -> Bool

    /// The words for what was not found, such as “no member “a””.
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
