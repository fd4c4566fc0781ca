import DecantCore

// The hints of an error about an element or attribute that is not where it was expected. They examine the first members of an
// element only, so that they take about as long for a large one.

extension XMLDecodingState {
    /// The number of attributes of an element that are examined.
    private static let mostAttributes = 16

    /// Names the element or attribute that was probably meant where a key was not found, or those that exist.
    func memberHint(for location: XMLLocation, without key: (any CodingKey)?) -> String? {
        guard location.kind.isElement else { return nil }
        let members = knownMembers(of: location)
        let name = elementName(of: location)
        guard !members.isEmpty else { return "\(name) has neither elements nor attributes" }
        if let key {
            if let hint = members.lazy.compactMap({ self.styleHint(for: $0, key.stringValue, location) }).first {
                return "\(name) has \(hint)"
            }
            if let hint = pathHint(members, to: key, in: location) { return hint }
        }
        guard skipped?.isExhausted != true else { return nil }
        let isCut = members.count >= MemberNames.mostExamined
        return MemberNames.hint(name, has: members.map { markedName(of: $0) }, unexamined: isCut ? nil : 0)
    }

    /// The first elements and attributes of an element.
    private func knownMembers(of location: XMLLocation) -> [XMLLocation] {
        var members: [XMLLocation] = []
        var node = firstElement(in: location.number)
        while let child = node, members.count < MemberNames.mostExamined {
            members.append(XMLLocation(.named, child, level: location.inside))
            node = nextElement(after: child)
        }
        for index in storage.attributeRange(of: location.number).prefix(Self.mostAttributes) where isAttribute(index) {
            members.append(XMLLocation(.attribute, index, level: location.inside))
        }
        return members
    }

    private func markedName(of member: XMLLocation) -> String {
        let name = name(of: member).slice
        return (member.kind == .attribute ? "@" : "") + storage.stores.string(name.prefix(min(name.count, 200)))
    }

    /// A member whose name differs only in style from a key that was not found, and the conversion that makes it the key.
    private func styleHint(for member: XMLLocation, _ key: String, _ location: XMLLocation) -> String? {
        let name = name(of: member)
        let local = storage.stores.string(name.local)
        let wanted = String(key.drop { $0 == "@" }.split { $0 == ":" || $0 == "}" }.last ?? "")
        guard local != wanted, NameStyle.isSame(local, wanted) else { return nil }
        let found = MemberNames.quoted(markedName(of: member))
        if !convertsNames, let strategy = DecodingOptions.Keys.conversion(of: local, to: wanted) {
            return "\(found), which `.keys(.\(strategy))` reads as “\(wanted)”"
        }
        return "\(found), whose key is “\(self.key(for: name.local, path(to: location)))”, not “\(wanted)”"
    }

    /// Names the path to the only element of the top one that has what a key means.
    private func pathHint(_ members: [XMLLocation], to key: any CodingKey, in location: XMLLocation) -> String? {
        let elements = members.filter { $0.kind == .named }
        guard location == topLocation, options.path == .root, elements.count < MemberNames.mostExamined else {
            return nil
        }
        let fitting = elements.filter { hasMember(key, in: $0) }
        guard fitting.count == 1 else { return nil }
        let name = storage.stores.string(self.name(of: fitting[0]).slice)
        guard let path = XML.Path(name), path.steps.count == 1, let step = path.steps.first,
            self.location(of: step, isAttribute: false)?.number == fitting[0].number
        else { return nil }
        let content = "has \(MemberNames.quoted(key.stringValue))"
        return MemberNames.hint(path: name, to: "the element", name, which: content)
    }

    /// Returns whether a key means one of the first members of an element; keys that a function makes are compared as written.
    private func hasMember(_ key: any CodingKey, in element: XMLLocation) -> Bool {
        let keyPlace = (key as? any XMLCodingKey)?.xmlPlace
        let isMarked = key.stringValue.utf8.first == UInt8(ascii: "@")
        let wanted = isMarked ? String(key.stringValue.dropFirst()) : key.stringValue
        let attribute = keyPlace == .element ? nil : name(for: wanted, isAttribute: true)
        let child = isMarked || keyPlace == .attribute ? nil : name(for: wanted, isAttribute: false)
        return knownMembers(of: element).contains { member in
            guard let sought = member.kind == .attribute ? attribute : child else { return false }
            let name = name(of: member)
            if convertsNames, strategies.key == nil {
                return decoding.keys.key(for: storage.stores.string(name.local)) == wanted
            }
            return fit(of: name, to: sought, own: .none) != .none
        }
    }
}
