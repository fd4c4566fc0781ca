import DecantCore

extension XMLDecodingState {
    /// The element that a place is, for what asks for one.
    func element(at place: XMLDecodedPlace) throws -> Int {
        guard place.kind.isElement else { throw mismatch([String: Any].self, place) }
        return place.number
    }

    /// A place whose values have keys.
    func keyedPlace(_ place: XMLDecodedPlace) throws -> XMLDecodedPlace {
        guard place.kind != .ownText else { return place }
        _ = try element(at: place)
        noteRepetition(of: place)
        return place
    }

    /// The elements in an element and the attributes of it, without those that say something of the instance (XML Schema part 1
    /// §2.6).
    func members(of element: Int, _ place: XMLDecodedPlace, withAttributes: Bool) -> [XMLDecodedPlace] {
        let form = options.usesQualifiedNames ? XMLNameForm.written : .local
        var members: [XMLDecodedPlace] = []
        var node = firstElement(in: element)
        while let child = node {
            members.append(XMLDecodedPlace(.named, child, level: place.inside))
            node = nextElement(after: child)
        }
        if withAttributes {
            for index in storage.attributeRange(of: element) where isAttribute(index) && !isOfInstance(index) {
                members.append(XMLDecodedPlace(.attribute, index, level: place.inside))
            }
        }
        for index in members.indices { members[index].form = form }
        return members
    }

    private func isOfInstance(_ attribute: Int) -> Bool {
        instances.map { $0 == storage.attributes[attribute].name.namespace } ?? false
    }

    /// The name of an element or attribute as the key of a dictionary.
    func writtenKey(of place: XMLDecodedPlace) -> String {
        let name = name(of: place)
        return storage.stores.string(place.form == .written ? name.slice : name.local)
    }

    /// The name of an element or attribute.
    func name(of place: XMLDecodedPlace) -> XMLName {
        place.kind == .attribute ? storage.attributes[place.number].name : storage.nodes[place.number].name
    }

    /// The keys of an element in document order, each once, made from names in whatever form the type knows them.
    func keys<Key: CodingKey>(of place: XMLDecodedPlace, as type: Key.Type) -> [Key] {
        guard place.kind.isElement else { return [] }
        let path = strategies.key == nil ? [] : path(to: place)
        var known: Set<UTF8Key> = []
        return members(of: place.number, place, withAttributes: true).compactMap { member in
            let key: Key? = key(of: member, path)
            guard let key, known.insert(UTF8Key(text: key.stringValue)).inserted else { return nil }
            return key
        }
    }

    /// The key of an element or attribute, made from its name in whatever form the type knows it.
    func key<Key: CodingKey>(of place: XMLDecodedPlace, _ path: [any CodingKey]) -> Key? {
        let name = name(of: place)
        let plain = key(for: options.usesQualifiedNames ? name.slice : name.local, path)
        if let key = Key(stringValue: plain) { return key }
        if place.kind == .attribute, let key = Key(stringValue: "@" + plain) { return key }
        if name.prefixLength > 0, let key = Key(stringValue: key(for: name.slice, path)) { return key }
        guard name.namespace != .none else { return nil }
        let expanded = qualified(name, path)
        return Key(stringValue: expanded)
            ?? Key(stringValue: "{\(storage.namespace(of: name))}\(key(for: name.local, path))")
    }

    /// A name with the prefix that the options have for its namespace, or with the namespace.
    func qualified(_ name: XMLName, _ path: [any CodingKey]) -> String {
        let namespace = storage.namespace(of: name)
        let local = key(for: name.local, path)
        let prefixes = options.namespaces.filter { $0.value.utf8.elementsEqual(namespace.utf8) }.keys
        guard let prefix = prefixes.min() else { return "{\(namespace)}\(local)" }
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }
}
