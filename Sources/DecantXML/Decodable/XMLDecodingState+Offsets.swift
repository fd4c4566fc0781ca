import DecantCore

extension XMLDecodingState {
    /// Where in the text the value of a place begins.
    func offset(of place: XMLDecodedPlace) -> Int {
        if let offset = scalarSlice(of: place).flatMap({ start(of: $0) }) { return offset }
        if place.kind == .attribute, let offset = start(of: storage.attributes[place.number].name.slice) {
            return offset
        }
        return storage.nodes[element(around: place)].offset
    }

    /// Where in the text a slice begins, without white space, if it is part of the text and there is something in it.
    private func start(of slice: XMLSlice) -> Int? {
        guard slice.store == .text else { return nil }
        let range = storage.stores.withBytes(slice) { $0.trimmedRange }
        return range.isEmpty ? nil : slice.start + range.lowerBound
    }

    /// The names that there are where a key was not found; or the one that differs from it only in style.
    func namesHint(for place: XMLDecodedPlace, without key: (any CodingKey)?) -> String? {
        guard place.kind.isElement else { return nil }
        let members = knownMembers(of: place)
        let name = elementName(of: place)
        guard !members.isEmpty else { return "\(name) has neither elements nor attributes" }
        if let key, let hint = members.lazy.compactMap({ self.styleHint(for: $0, key.stringValue, place) }).first {
            return "\(name) has \(hint)"
        }
        var names: [String] = []
        for text in members.lazy.map({ self.markedName(of: $0) }) where !names.contains(text) { names.append(text) }
        return "\(name) has " + names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }

    /// The first elements and attributes of an element.
    private func knownMembers(of place: XMLDecodedPlace) -> [XMLDecodedPlace] {
        var members: [XMLDecodedPlace] = []
        var node = firstElement(in: place.number)
        while let child = node, members.count < 64 {
            members.append(XMLDecodedPlace(.named, child, level: place.inside))
            node = nextElement(after: child)
        }
        for index in storage.attributeRange(of: place.number).prefix(16) where isAttribute(index) {
            members.append(XMLDecodedPlace(.attribute, index, level: place.inside))
        }
        return members
    }

    private func markedName(of member: XMLDecodedPlace) -> String {
        let name = name(of: member).slice
        return (member.kind == .attribute ? "@" : "") + storage.stores.string(name.prefix(min(name.count, 60)))
    }

    /// A member whose name differs only in style from a key that was not found, and what makes the key of it.
    private func styleHint(for member: XMLDecodedPlace, _ key: String, _ place: XMLDecodedPlace) -> String? {
        let name = name(of: member)
        let local = storage.stores.string(name.local)
        let wanted = String(key.drop { $0 == "@" }.split { $0 == ":" || $0 == "}" }.last ?? "")
        guard local != wanted, NameStyle.isSame(local, wanted) else { return nil }
        if !convertsNames, let strategy = DecodingOptions.Keys.conversion(of: local, to: wanted) {
            return "\(markedName(of: member)), which `.keys(.\(strategy))` reads as “\(wanted)”"
        }
        let found = self.key(for: name.local, path(to: place))
        return "\(markedName(of: member)), whose key is “\(found)”, not “\(wanted)”"
    }
}
