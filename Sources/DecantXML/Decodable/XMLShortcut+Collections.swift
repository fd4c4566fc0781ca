import DecantCore

extension Optional: XMLShortcut where Wrapped: Decodable {
    static var isScalar: Bool { false }

    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> Wrapped? {
        guard state.isNothing(place, Wrapped.self) else { return try state.value(Wrapped.self, place) }
        state.noteRepetition(of: place)
        return nil
    }
}

extension Array: XMLShortcut where Element: Decodable {
    static var isScalar: Bool { false }

    static var isList: Bool { true }

    static var valueOfNothing: [Element]? { [] }

    static func decode(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> [Element] {
        state.enter(place)
        if state.decoding.skipsElements { return try goodElements(from: state, place) }
        var list = XMLDecodedList(state, place)
        var elements: [Element] = []
        while list.begin(state) {
            do {
                elements.append(try state.value(Element.self, list.item))
            } catch {
                guard state.tookNothing(of: list.item) else { throw error }
            }
            list.advance(state)
        }
        return elements
    }

    /// Reads the elements of a list, and leaves out those that cannot be decoded, if the options allow that for the list.
    @inline(never)
    private static func goodElements(from state: XMLDecodingState, _ place: XMLDecodedPlace) throws -> [Element] {
        let path = state.path(to: place)
        let entry = state.skipped.entry(for: path)
        var list = XMLDecodedList(state, place)
        var elements: [Element] = []
        while list.begin(state) {
            do {
                elements.append(try state.value(Element.self, list.item))
            } catch  where state.tookNothing(of: list.item) {
                // The list has no element for it.
            } catch {
                guard let entry else { throw error }
                try state.skip(list.item, of: entry, because: error, path)
            }
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
        state.noteRepetition(of: place)
        state.noteTexts(in: element)
        // A list by a local name has elements of one namespace only, or those of all others.
        let isList = state.kind(of: Value.self).isList && state.hasNamespaces
        var firsts: [String: XMLDecodedPlace] = [:]
        var members: [String: Value] = [:]
        for member in state.members(of: element, place, withAttributes: state.kind(of: Value.self).isScalar) {
            let name = state.writtenKey(of: member)
            guard members[name] == nil else {
                let isOfList = firsts[name].map { state.isSameName($0, member) } ?? true
                if member.kind == .attribute || !isOfList { state.noteRepetition(member) }
                continue
            }
            if isList { firsts[name] = member }
            state.enter(member)
            members[name] = try state.value(Value.self, member)
        }
        return members
    }
}
