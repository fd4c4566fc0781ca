import DecantCore

/// The decoder that a type sees: one place of the document.
///
/// It is not larger than an existential's buffer, so that making one allocates nothing.
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

/// The elements or words of a list, in order.
struct XMLUnkeyedContainer: DocumentUnkeyedContainer {
    let state: XMLDecodingState
    let place: XMLDecodedPlace
    private(set) var count: Int?
    private(set) var currentIndex = 0
    private var list: XMLDecodedList

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) throws {
        self.state = state
        self.place = place
        list = XMLDecodedList(state, place)
        count = rest
    }

    /// The number of remaining items.
    private var rest: Int {
        var list = list
        var count = 0
        while list.current != nil {
            count += 1
            list.skip(state)
        }
        return count
    }

    var codingPath: [any CodingKey] { state.path(to: place) }

    var isAtEnd: Bool { list.current == nil }

    /// The next item; it is recorded as the next step of the path.
    func current(as type: Any.Type) throws -> XMLDecodedPlace {
        state.enter(place)
        guard list.begin(state) else { throw state.atEnd(type, place, position: currentIndex) }
        return list.item
    }

    mutating func superDecoder() throws -> any Decoder {
        var place = try current(as: (any Decoder).self)
        place.isListItem = false
        advance()
        return XMLValueDecoder(state, place)
    }

    /// Goes on to what is next.
    mutating func advance() {
        // What a choice takes may be more, or fewer, than was counted.
        let isCounted = state.choices.taken.isEmpty
        list.advance(state)
        currentIndex += 1
        if !isCounted { count = currentIndex + rest }
    }
}
