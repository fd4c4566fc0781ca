extension XMLDecodingState {
    /// Whether an element says that it has no value, and has none (XML Schema part 1 §2.6.2).
    func isNil(_ place: XMLDecodedPlace) -> Bool {
        guard place.kind.isElement, saysNil(place.number) else { return false }
        return isBlank(XMLDecodedPlace(.content, place.number, level: 0))
    }

    private func saysNil(_ element: Int) -> Bool {
        if let instances { return storage.attributeRange(of: element).contains { isNil($0, instances) } }
        return !hasNamespaces && storage.attributeRange(of: element).contains { isNil($0, .none) }
    }

    /// Whether names were read with their namespaces; if not, no namespace but the three that every document has is known.
    var hasNamespaces: Bool { storage.namespaces.count > 3 }

    private func isNil(_ attribute: Int, _ namespace: XMLNamespaceID) -> Bool {
        let record = storage.attributes[attribute]
        let stores = storage.stores
        guard record.name.namespace == namespace else { return false }
        guard stores.has("nil", at: record.name.local) || stores.has("xsi:nil", at: record.name.slice) else {
            return false
        }
        guard namespace != .none || stores.has("xsi:nil", at: record.name.slice) else { return false }
        return stores.has("true", at: record.value) || stores.has("1", at: record.value)
    }

    /// Whether a place is no value for an optional of a type.
    ///
    /// Elements that a list is made of are values, whatever they are themselves.
    func isNothing(_ place: XMLDecodedPlace, _ type: Any.Type) -> Bool {
        if place.kind == .named, kind(of: type).isList { return false }
        if isNil(place) { return true }
        guard place.kind != .content else { return kind(of: type).isScalar ? !hasText(place.number) : isBlank(place) }
        if kind(of: type).isScalar {
            return (options.emptyElementsAreNil || kind(of: type).hasNoEmptyValue) && isBlank(place)
        }
        return options.emptyElementsAreNil && isEmpty(place)
    }

    /// Whether there is text in an element itself that is not only white space.
    func hasText(_ element: Int) -> Bool {
        var node = element + 1
        while node < storage.nodes[element].end {
            if isText(node) { return true }
            node = storage.nodes[node].end
        }
        return false
    }

    /// Whether there is neither text nor an element nor an attribute.
    private func isEmpty(_ place: XMLDecodedPlace) -> Bool {
        isBlank(place)
            && (!place.kind.isElement || !storage.attributeRange(of: place.number).contains(where: isAttribute))
    }

    /// Whether a place is null, whatever type it is for.
    func isNull(_ place: XMLDecodedPlace) -> Bool { isNil(place) || options.emptyElementsAreNil && isEmpty(place) }
}
