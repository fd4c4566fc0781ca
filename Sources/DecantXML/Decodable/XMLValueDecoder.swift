import DecantCore

/// The decoder that a type sees: one place of the document.
///
/// It is no larger than an existential's buffer, so that making one allocates nothing.
struct XMLValueDecoder: Decoder, DocumentValueContainer {
    let state: XMLDecodingState
    let place: XMLDecodedPlace

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) {
        self.state = state
        self.place = place
    }

    var codingPath: [any CodingKey] { state.path(to: place) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let kind = state.keyKind(of: type)
        let place = try kind.isChoice ? state.item(at: place, as: type) : state.keyedPlace(place)
        state.enter(place)
        return KeyedDecodingContainer(XMLKeyedContainer<Key>(state, place, kind))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        state.enter(place)
        return try XMLUnkeyedContainer(state, place)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// The decoder for an element or attribute that is not there.
struct XMLAbsentDecoder: AbsentValueDecoder {
    let state: XMLDecodingState
    let key: any CodingKey
    let place: XMLDecodedPlace

    var codingPath: [any CodingKey] { state.path(to: place) + [key] }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    var absence: String { "neither an element nor an attribute “\(key.stringValue)”" }

    func isScalar(_ type: Any.Type) -> Bool { state.kind(of: type).isScalar }
}
