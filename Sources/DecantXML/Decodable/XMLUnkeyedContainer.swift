import DecantCore

/// The elements or words of a list, in order.
struct XMLUnkeyedContainer: DocumentUnkeyedContainer {
    let state: XMLDecodingState
    let place: XMLDecodedPlace
    let count: Int?
    private(set) var currentIndex = 0
    private var list: XMLDecodedList

    init(_ state: XMLDecodingState, _ place: XMLDecodedPlace) throws {
        self.state = state
        self.place = place
        list = XMLDecodedList(state, place)
        var rest = list
        var count = 0
        while rest.current != nil {
            count += 1
            rest.advance(state)
        }
        self.count = count
    }

    var codingPath: [any CodingKey] { state.path(to: place) }

    var isAtEnd: Bool { list.current == nil }

    /// What is next; it is noted as what leads down from the list.
    func current(as type: Any.Type) throws -> XMLDecodedPlace {
        state.enter(place)
        guard let current = list.current else { throw state.atEnd(type, place, position: currentIndex) }
        state.enter(current)
        return current
    }

    /// Goes on to what is next.
    mutating func advance() {
        list.advance(state)
        currentIndex += 1
    }
}
