extension Optional: XMLShortcut where Wrapped: Decodable {
    static var isScalar: Bool { false }

    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Wrapped? {
        try state.isNothing(place, Wrapped.self) ? nil : state.value(Wrapped.self, place)
    }
}

extension Array: XMLShortcut where Element: Decodable {
    static var isScalar: Bool { false }

    static var isList: Bool { true }

    static var valueOfNothing: [Element]? { [] }

    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> [Element] {
        state.enter(place)
        var list = XMLDecodedList(state, place)
        var elements: [Element] = []
        while let element = list.current {
            state.enter(element)
            elements.append(try state.value(Element.self, element))
            list.advance(state)
        }
        return elements
    }
}

extension Set: XMLShortcut where Element: Decodable {
    static var isScalar: Bool { false }

    static var isList: Bool { true }

    static var valueOfNothing: Set<Element>? { [] }

    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Set<Element> {
        Set(try [Element].decode(from: state, place))
    }
}

/// Only with strings as keys: they are data, which no strategy for keys changes.
extension Dictionary: XMLShortcut where Key == String, Value: Decodable {
    static var isScalar: Bool { false }

    /// Reads the elements in an element by their names, and attributes that no element has the name of if a value can be made of
    /// one.
    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> [String: Value] {
        let element = try state.element(at: place)
        state.enter(place)
        var members: [String: Value] = [:]
        for member in state.members(of: element, place, withAttributes: state.kind(of: Value.self).isScalar) {
            let name = state.writtenKey(of: member)
            guard members[name] == nil else { continue }
            state.enter(member)
            members[name] = try state.value(Value.self, member)
        }
        return members
    }
}
