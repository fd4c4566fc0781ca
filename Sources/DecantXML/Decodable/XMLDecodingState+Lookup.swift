extension XMLDecodingState {
    /// How many nodes or attributes are looked at one by one before their names are hashed.
    private static let reach = 24

    /// Finds the first element in another one whose name a key means; one in the namespace of the outer element is taken before
    /// any other.
    func element(_ wanted: XMLKeyName, in element: Int, _ level: Int) -> Int? {
        guard !convertsNames else { return elementTable(of: element, wanted.form, level).first(wanted) }
        let outer = storage.nodes[element]
        var fallback: Int?
        var node = element + 1
        for _ in 0..<Self.reach {
            guard node < outer.end else { return fallback }
            let record = storage.nodes[node]
            if record.kind == .element {
                switch fit(of: record.name, to: wanted, own: outer.namespace) {
                case .none: break
                case .other: fallback = fallback ?? node
                case .best: return node
                }
            }
            node = record.end
        }
        return node < outer.end ? elementTable(of: element, wanted.form, level).first(wanted) : fallback
    }

    /// Finds the first attribute of an element whose name a key means; one without a namespace is taken before any other.
    func attribute(_ wanted: XMLKeyName, of element: Int, _ level: Int) -> Int? {
        let range = storage.attributeRange(of: element)
        guard !range.isEmpty else { return nil }
        guard !convertsNames, range.count <= Self.reach else {
            return attributeTable(of: element, wanted.form, level).first(wanted)
        }
        var fallback: Int?
        for index in range where isAttribute(index) {
            switch fit(of: storage.attributes[index].name, to: wanted, own: .none) {
            case .none: break
            case .other: fallback = fallback ?? index
            case .best: return index
            }
        }
        return fallback
    }

    /// Whether something that is written as an attribute is one, and no declaration of a namespace.
    @inline(__always)
    func isAttribute(_ index: Int) -> Bool { !storage.attributes[index].flags.contains(.declaresNamespace) }

    /// The next element with the name of another one, in the form in which it was asked for.
    func next(after place: XMLDecodedPlace) -> Int? {
        let record = storage.nodes[place.number]
        let outer = storage.nodes[record.parent]
        var node = record.end
        if !convertsNames {
            for _ in 0..<Self.reach {
                guard node < outer.end else { return nil }
                let other = storage.nodes[node]
                if other.kind == .element, isSame(record.name, other.name, place.form, outer.namespace) { return node }
                node = other.end
            }
        }
        guard node < outer.end else { return nil }
        return elementTable(of: record.parent, place.form, Int(place.level) - 2).next(after: place.number)
    }

    /// Whether two elements with the same parent are elements of one list.
    func isSameName(_ place: XMLDecodedPlace, _ other: XMLDecodedPlace) -> Bool {
        guard place.kind == .named, other.kind == .named else { return false }
        let (record, otherRecord) = (storage.nodes[place.number], storage.nodes[other.number])
        return isSame(record.name, otherRecord.name, place.form, storage.nodes[record.parent].namespace)
    }

    func isSame(_ name: XMLName, _ other: XMLName, _ form: XMLNameForm, _ own: XMLNamespaceID) -> Bool {
        let stores = storage.stores
        switch form {
        case .local:
            return (name.namespace == own) == (other.namespace == own)
                && stores.isSame(name.local, as: other.local, of: stores)
        case .written: return stores.isSame(name.slice, as: other.slice, of: stores)
        case .expanded:
            return name.namespace == other.namespace && stores.isSame(name.local, as: other.local, of: stores)
        }
    }

    /// The first element in an element.
    func firstElement(in element: Int) -> Int? { firstElement(from: element + 1, to: storage.nodes[element].end) }

    /// The first element behind another one in the same element.
    func nextElement(after element: Int) -> Int? {
        let record = storage.nodes[element]
        return firstElement(from: record.end, to: storage.nodes[record.parent].end)
    }

    private func firstElement(from start: Int, to end: Int) -> Int? {
        var node = start
        while node < end, storage.nodes[node].kind != .element { node = storage.nodes[node].end }
        return node < end ? node : nil
    }
}
