/// What is in an element, by key.
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

    /// Where a key says that its value stands.
    func keyPlace(_ key: Key) -> XML.KeyPlace {
        guard kind == .placed else { return .elementOrAttribute }
        return (key as? any XMLCodingKey)?.xmlPlace ?? .elementOrAttribute
    }

    /// What a key means; it is noted as what leads down from the element.
    func find(_ key: Key) -> XMLDecodedPlace? {
        state.enter(place)
        let name = key.stringValue
        let found = isChoice ? state.choose(name, at: place) : state.find(name, keyPlace(key), in: place)
        if let found { state.enter(found) }
        return found
    }

    /// What a key means that has to mean something.
    func required(_ key: Key) throws -> XMLDecodedPlace {
        guard let found = find(key) else { throw state.missing(key, keyPlace(key), in: place) }
        return found
    }

    /// What a key means, unless that is nothing to an optional of a type.
    func optional(_ key: Key, _ type: Any.Type) -> XMLDecodedPlace? {
        guard let found = find(key) else { return nil }
        guard state.isNothing(found, type) else { return found }
        state.noteRepetition(of: found)
        return nil
    }
}
