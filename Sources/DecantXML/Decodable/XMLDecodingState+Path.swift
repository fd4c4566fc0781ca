// The coding path of a value is not kept while decoding; it is put together when an error or the user asks for it. In the
// usual order, depth first, the places noted for the levels lead down to the value. If one of them does not, since two
// containers of a level were used in turn, the path is made of the elements around the value.

import DecantCore

extension XMLDecodingState {
    /// The coding path of a place.
    func path(to place: XMLDecodedPlace) -> [any CodingKey] {
        var path: [any CodingKey] = []
        path.reserveCapacity(Int(place.level))
        for step in trail(to: place) { path.append(key(of: step, path)) }
        return path
    }

    private func key(of step: XMLDecodedPlace, _ path: [any CodingKey]) -> any CodingKey {
        switch step.kind {
        case .top: DocumentKey(stringValue: "")
        case .listed, .child, .word, .text: DocumentKey(intValue: Int(step.position))
        case .content, .ownText: DocumentKey(stringValue: Self.contentKeys[Int(step.position)])
        case .named, .own: DocumentKey(stringValue: keyText(of: step, path))
        case .attribute: DocumentKey(stringValue: (step.isMarked ? "@" : "") + keyText(of: step, path))
        }
    }

    private func keyText(of step: XMLDecodedPlace, _ path: [any CodingKey]) -> String {
        let name = name(of: step)
        switch step.form {
        case .local: return key(for: name.local, path)
        case .written: return key(for: name.slice, path)
        case .expanded: return qualified(name, path)
        }
    }

    /// The places on the way to a place, without the top, and that itself.
    private func trail(to place: XMLDecodedPlace) -> [XMLDecodedPlace] {
        let level = Int(place.level)
        guard level > 0 else { return [] }
        guard level <= steps.count else { return structure(of: place) }
        let trail = steps[1..<level] + [place]
        return isConnected(trail) ? Array(trail) : structure(of: place)
    }

    private func isConnected(_ trail: ArraySlice<XMLDecodedPlace>) -> Bool {
        var outer = topPlace
        for step in trail {
            guard isInside(step, outer) else { return false }
            outer = step
        }
        return true
    }

    private func isInside(_ step: XMLDecodedPlace, _ outer: XMLDecodedPlace) -> Bool {
        if step.kind == .word { return words[step.number].owner == outer }
        let element = element(around: step)
        let outerElement = self.element(around: outer)
        if outer.kind == .named, step.kind == .child || step.kind == .text {
            // An item of a list of outer elements with a name is in any of them.
            return storage.nodes[self.element(holding: step)].parent == storage.nodes[outerElement].parent
        }
        if step.kind == .listed, outer.kind == .named {
            return storage.nodes[element].parent == storage.nodes[outerElement].parent
        }
        return outerElement <= element && element < storage.nodes[outerElement].end
    }

    /// The element that a place is, or that it is in.
    func element(around place: XMLDecodedPlace) -> Int {
        switch place.kind {
        case .attribute: owner(of: place.number)
        case .word: element(around: words[place.number].owner)
        case .text, .ownText: storage.nodes[place.number].parent
        default: place.number
        }
    }

    /// The element that an item is in.
    private func element(holding item: XMLDecodedPlace) -> Int { storage.nodes[item.number].parent }

    /// Whether decoding went from a place to something in it.
    func hasEntered(_ place: XMLDecodedPlace) -> Bool {
        place.inside < steps.count && isInside(steps[place.inside], place)
    }

    /// The element of an attribute: the last node in front of which no more attributes stand.
    private func owner(of attribute: Int) -> Int {
        var (low, high) = (0, storage.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if storage.nodes[middle].attributes <= attribute { low = middle } else { high = middle }
        }
        return low
    }

    /// The way down to a place as the elements have it: each by its name, and by its index if there are several.
    private func structure(of place: XMLDecodedPlace) -> [XMLDecodedPlace] {
        let element = element(around: place)
        var elements: [Int] = []
        var node = element
        while node != top, node != 0 {
            elements.append(node)
            node = storage.nodes[node].parent
        }
        var path = elements.reversed().flatMap { self.steps(to: $0) }
        if !place.kind.isElement || place.kind == .content { path.append(place) }
        return path
    }

    /// The name of an element, and its index if others beside it have the same.
    func steps(to element: Int) -> [XMLDecodedPlace] {
        let wanted = XMLKeyName(.written, storage.stores.string(storage.nodes[element].name.slice))
        var named = XMLDecodedPlace(.named, element, level: 0)
        named.form = options.usesQualifiedNames ? .written : .local
        let outer = storage.nodes[element].parent
        var (count, position) = (0, 0)
        var node = firstElement(in: outer)
        while let other = node {
            if other == element { position = count }
            if fit(of: storage.nodes[other].name, to: wanted, own: .none) != .none { count += 1 }
            node = nextElement(after: other)
        }
        return count > 1 ? [named, XMLDecodedPlace(.listed, element, position: position, level: 0)] : [named]
    }
}
