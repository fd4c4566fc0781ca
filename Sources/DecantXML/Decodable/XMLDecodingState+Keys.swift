import DecantCore

extension XMLDecodingState {
    /// The keys that mean what is in an element: the empty one and `#text` in any case, `value` if there is nothing of that name,
    /// there are no elements, and there is text, `_0`, which the compiler makes for the value of an enumeration's case, if there is nothing of
    /// that name.
    static let contentKeys = ["", "#text", "value", "_0"]

    /// Finds what a key means.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - keyPlace: Where the key says that its value stands.
    ///   - place: The element that the key belongs to.
    /// - Returns: The place, or nil if there is nothing.
    func find(_ key: String, _ keyPlace: XML.KeyPlace = .elementOrAttribute, in place: XMLDecodedPlace)
        -> XMLDecodedPlace?
    {
        guard place.kind.isElement else { return place.kind == .ownText ? text(key, of: place) : nil }
        switch keyPlace {
        case .elementOrAttribute: return find(anything: key, in: place)
        case .element: return find(element: key, in: place)
        case .attribute: return find(attribute: key, in: place)
        case .text: return content(of: place, 0)
        }
    }

    private func find(anything key: String, in place: XMLDecodedPlace) -> XMLDecodedPlace? {
        guard let first = key.utf8.first else { return content(of: place, 0) }
        if first == UInt8(ascii: "@") {
            var found = find(attribute: String(key.dropFirst()), in: place)
            found?.isMarked = true
            return found
        }
        if first == UInt8(ascii: "#"), key == Self.contentKeys[1] { return content(of: place, 1) }
        return find(element: key, in: place) ?? find(attribute: key, in: place) ?? find(contentAs: key, in: place)
    }

    @inline(__always)
    private func find(element key: String, in place: XMLDecodedPlace) -> XMLDecodedPlace? {
        guard let name = name(for: key, isAttribute: false),
            let node = element(name, in: place.number, Int(place.level))
        else { return nil }
        var found = XMLDecodedPlace(.named, node, level: place.inside)
        found.form = name.form
        return found
    }

    @inline(__always)
    private func find(attribute key: String, in place: XMLDecodedPlace) -> XMLDecodedPlace? {
        guard let name = name(for: key, isAttribute: true),
            let index = attribute(name, of: place.number, Int(place.level))
        else { return nil }
        var found = XMLDecodedPlace(.attribute, index, level: place.inside)
        found.form = name.form
        return found
    }

    private func find(contentAs key: String, in place: XMLDecodedPlace) -> XMLDecodedPlace? {
        if key == Self.contentKeys[3] { return content(of: place, 3) }
        guard key == Self.contentKeys[2], firstElement(in: place.number) == nil, hasText(place.number) else {
            return nil
        }
        return content(of: place, 2)
    }

    private func content(of place: XMLDecodedPlace, _ key: Int) -> XMLDecodedPlace {
        XMLDecodedPlace(.content, place.number, position: key, level: place.inside)
    }

    /// Finds what a key means that is for a text between elements.
    private func text(_ key: String, of place: XMLDecodedPlace) -> XMLDecodedPlace? {
        guard let position = Self.contentKeys.firstIndex(of: key), place.kind == .ownText || position < 2 else {
            return nil
        }
        return XMLDecodedPlace(.ownText, place.number, position: position, level: place.inside)
    }

    /// Finds what a key means that is the name of an element of a list.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - place: The element of the list.
    /// - Returns: The element under its own name, or nil if it has another one.
    func choose(_ key: String, at place: XMLDecodedPlace) -> XMLDecodedPlace? {
        guard place.kind != .text else { return text(key, of: place) }
        guard let name = name(for: key, isAttribute: false) else { return nil }
        let record = storage.nodes[place.number]
        guard fits(record, name, place) else { return nil }
        var found = XMLDecodedPlace(.own, place.number, level: place.inside)
        found.form = name.form
        return found
    }

    /// Whether an element has a name that a key means.
    func fits(_ record: XMLNode, _ name: XMLKeyName, _ place: XMLDecodedPlace) -> Bool {
        guard convertsNames else { return fit(of: record.name, to: name, own: .none) != .none }
        if name.form == .expanded, record.namespace != name.namespace { return false }
        let slice = name.form == .written ? record.name.slice : record.name.local
        return key(for: slice, path(to: place)).utf8.elementsEqual(name.text.utf8)
    }
}
