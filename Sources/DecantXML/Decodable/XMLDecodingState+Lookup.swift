import DecantCore

extension XMLDecodingState {
    /// The number of nodes or attributes to compare one by one before hashing their names.
    private static let reach = 24

    /// Returns the first child element that matches a key, preferring the namespace of the outer element.
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

    /// Returns the first attribute of an element that matches a key, preferring attributes without a namespace.
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

    /// Returns whether an attribute is not a namespace declaration.
    @inline(__always)
    func isAttribute(_ index: Int) -> Bool { !storage.attributes[index].flags.contains(.declaresNamespace) }

    /// Returns the next sibling with the same name, compared in the form that the key used.
    func next(after location: XMLLocation) -> Int? {
        let record = storage.nodes[location.number]
        let outer = storage.nodes[record.parent]
        var node = record.end
        if !convertsNames {
            for _ in 0..<Self.reach {
                guard node < outer.end else { return nil }
                let other = storage.nodes[node]
                if other.kind == .element, isSame(record.name, other.name, location.form, outer.namespace) {
                    return node
                }
                node = other.end
            }
        }
        guard node < outer.end else { return nil }
        return elementTable(of: record.parent, location.form, Int(location.level) - 2).next(after: location.number)
    }

    /// Returns whether two elements with the same parent belong to one list.
    func isSameName(_ location: XMLLocation, _ other: XMLLocation) -> Bool {
        guard location.kind == .named, other.kind == .named else { return false }
        let (record, otherRecord) = (storage.nodes[location.number], storage.nodes[other.number])
        return isSame(record.name, otherRecord.name, location.form, storage.nodes[record.parent].namespace)
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

    func firstElement(in element: Int) -> Int? { firstElement(from: element + 1, to: storage.nodes[element].end) }

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

extension XMLDecodingState {
    /// The keys that represent the content of an element.
    ///
    /// The empty key and `#text` always do. `value` does if the element has text, no child elements, and no member of
    /// that name. `_0`, which the compiler generates for the associated value of an enumeration case, does if there is
    /// no member of that name.
    static let contentKeys = ["", "#text", "value", "_0"]

    /// Finds the location of a key.
    ///
    /// - Parameters:
    ///   - key: The text of the key.
    ///   - keyPlace: Whether the key represents an element, an attribute, or text.
    ///   - location: The element to search.
    /// - Returns: The location, or nil if the element has no such member.
    func find(_ key: String, _ keyPlace: XML.KeyPlace = .elementOrAttribute, in location: XMLLocation)
        -> XMLLocation?
    {
        guard location.kind.isElement else { return location.kind == .ownText ? text(key, of: location) : nil }
        switch keyPlace {
        case .elementOrAttribute: return find(anything: key, in: location)
        case .element: return find(element: key, in: location)
        case .attribute: return find(attribute: key, in: location)
        case .text: return content(of: location, 0)
        }
    }

    private func find(anything key: String, in location: XMLLocation) -> XMLLocation? {
        guard let first = key.utf8.first else { return content(of: location, 0) }
        if first == UInt8(ascii: "@") {
            var found = find(attribute: String(key.dropFirst()), in: location)
            found?.isMarked = true
            return found
        }
        if first == UInt8(ascii: "#"), key == Self.contentKeys[1] { return content(of: location, 1) }
        return find(element: key, in: location) ?? find(attribute: key, in: location)
            ?? find(contentAs: key, in: location)
    }

    @inline(__always)
    private func find(element key: String, in location: XMLLocation) -> XMLLocation? {
        guard let name = name(for: key, isAttribute: false),
            let node = element(name, in: location.number, Int(location.level))
        else { return nil }
        var found = XMLLocation(.named, node, level: location.inside)
        found.form = name.form
        return found
    }

    @inline(__always)
    private func find(attribute key: String, in location: XMLLocation) -> XMLLocation? {
        guard let name = name(for: key, isAttribute: true),
            let index = attribute(name, of: location.number, Int(location.level))
        else { return nil }
        var found = XMLLocation(.attribute, index, level: location.inside)
        found.form = name.form
        return found
    }

    private func find(contentAs key: String, in location: XMLLocation) -> XMLLocation? {
        if key == Self.contentKeys[3] { return content(of: location, 3) }
        guard key == Self.contentKeys[2], firstElement(in: location.number) == nil, hasText(location.number) else {
            return nil
        }
        return content(of: location, 2)
    }

    private func content(of location: XMLLocation, _ key: Int) -> XMLLocation {
        XMLLocation(.content, location.number, position: key, level: location.inside)
    }

    private func text(_ key: String, of location: XMLLocation) -> XMLLocation? {
        guard let position = Self.contentKeys.firstIndex(of: key), location.kind == .ownText || position < 2 else {
            return nil
        }
        return XMLLocation(.ownText, location.number, position: position, level: location.inside)
    }

    /// Finds the location of a key that names an element of a list.
    ///
    /// - Parameters:
    ///   - key: The text of the key.
    ///   - location: The element of the list.
    /// - Returns: The element under its own name, or nil if its name does not match the key.
    func choose(_ key: String, at location: XMLLocation) -> XMLLocation? {
        guard location.kind != .text else { return text(key, of: location) }
        guard let name = name(for: key, isAttribute: false) else { return nil }
        let record = storage.nodes[location.number]
        guard fits(record, name, location) else { return nil }
        var found = XMLLocation(.own, location.number, level: location.inside)
        found.form = name.form
        return found
    }

    /// Returns whether the name of an element matches a key.
    func fits(_ record: XMLNode, _ name: XMLKeyName, _ location: XMLLocation) -> Bool {
        guard convertsNames else { return fit(of: record.name, to: name, own: .none) != .none }
        if name.form == .expanded, record.namespace != name.namespace { return false }
        let slice = name.form == .written ? record.name.slice : record.name.local
        return key(for: slice, path(to: location)).utf8.elementsEqual(name.text.utf8)
    }
}

extension XMLDecodingState {
    /// Returns the element at a location.
    ///
    /// - Throws: `DecodingError` if the location is not an element.
    func element(at location: XMLLocation) throws -> Int {
        guard location.kind.isElement else { throw mismatch([String: Any].self, location) }
        return location.number
    }

    /// Returns a location that supports keyed access.
    func keyedLocation(_ location: XMLLocation) throws -> XMLLocation {
        guard location.kind != .ownText else { return location }
        _ = try element(at: location)
        noteRepetition(of: location)
        return location
    }

    /// Returns the elements and attributes of an element, excluding attributes of the XML Schema instance namespace
    /// (XML Schema part 1 §2.6).
    func members(of element: Int, _ location: XMLLocation, withAttributes: Bool) -> [XMLLocation] {
        let form = options.usesQualifiedNames ? XMLNameForm.written : .local
        var members: [XMLLocation] = []
        var node = firstElement(in: element)
        while let child = node {
            members.append(XMLLocation(.named, child, level: location.inside))
            node = nextElement(after: child)
        }
        if withAttributes {
            for index in storage.attributeRange(of: element) where isAttribute(index) && !isOfInstance(index) {
                members.append(XMLLocation(.attribute, index, level: location.inside))
            }
        }
        for index in members.indices { members[index].form = form }
        return members
    }

    private func isOfInstance(_ attribute: Int) -> Bool {
        instances.map { $0 == storage.attributes[attribute].name.namespace } ?? false
    }

    /// Returns the name of an element or attribute as a dictionary key.
    func writtenKey(of location: XMLLocation) -> String {
        let name = name(of: location)
        return storage.stores.string(location.form == .written ? name.slice : name.local)
    }

    func name(of location: XMLLocation) -> XMLName {
        location.kind == .attribute ? storage.attributes[location.number].name : storage.nodes[location.number].name
    }

    /// Returns the keys of an element in document order, without duplicates, spelled as the type spells them.
    func keys<Key: CodingKey>(of location: XMLLocation, as type: Key.Type) -> [Key] {
        guard location.kind.isElement else { return [] }
        let path = strategies.key == nil ? [] : path(to: location)
        var known: Set<UTF8Key> = []
        return members(of: location.number, location, withAttributes: true).compactMap { member in
            let key: Key? = key(of: member, path)
            guard let key, known.insert(UTF8Key(text: key.stringValue)).inserted else { return nil }
            return key
        }
    }

    /// Returns the key of an element or attribute, spelled as the type spells it.
    func key<Key: CodingKey>(of location: XMLLocation, _ path: [any CodingKey]) -> Key? {
        let name = name(of: location)
        let plain = key(for: options.usesQualifiedNames ? name.slice : name.local, path)
        if let key = Key(stringValue: plain) { return key }
        if location.kind == .attribute, let key = Key(stringValue: "@" + plain) { return key }
        if name.prefixLength > 0, let key = Key(stringValue: key(for: name.slice, path)) { return key }
        guard name.namespace != .none else { return nil }
        let expanded = qualified(name, path)
        return Key(stringValue: expanded)
            ?? Key(stringValue: "{\(storage.namespace(of: name))}\(key(for: name.local, path))")
    }

    /// Returns a name with the prefix that the options define for its namespace, or with the namespace in braces.
    func qualified(_ name: XMLName, _ path: [any CodingKey]) -> String {
        let namespace = storage.namespace(of: name)
        let local = key(for: name.local, path)
        let prefixes = options.namespaces.filter { $0.value.utf8.elementsEqual(namespace.utf8) }.keys
        guard let prefix = prefixes.min() else { return "{\(namespace)}\(local)" }
        return prefix.isEmpty ? local : "\(prefix):\(local)"
    }
}

extension XMLDecodingState {
    /// Returns the child elements of an element by name, creating the table on first use.
    ///
    /// - Parameters:
    ///   - element: The parent element.
    ///   - form: The part of the names to hash.
    ///   - level: The level of the element in the coding path.
    func elementTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | Int(form.rawValue)) {
            let path = strategies.key == nil ? [] : path(to: location(of: element, level))
            let own = storage.nodes[element].namespace
            var table = XMLMemberTable()
            var node = element + 1
            while node < storage.nodes[element].end {
                let record = storage.nodes[node]
                if record.kind == .element { table.append(node, entry(of: record.name, form, own: own, path)) }
                node = record.end
            }
            return table
        }
    }

    /// Returns the attributes of an element by name, creating the table on first use.
    func attributeTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | 4 | Int(form.rawValue)) {
            let path = strategies.key == nil ? [] : path(to: location(of: element, level))
            var table = XMLMemberTable()
            for index in storage.attributeRange(of: element) where isAttribute(index) {
                table.append(index, entry(of: storage.attributes[index].name, form, own: .none, path))
            }
            return table
        }
    }

    /// Returns the location that led decoding to an element.
    private func location(of element: Int, _ level: Int) -> XMLLocation {
        let isKnown = level < steps.count && steps[level].number == element && steps[level].kind.isElement
        return isKnown ? steps[level] : XMLLocation(.own, element, level: level)
    }

    private func entry(
        of name: XMLName,
        _ form: XMLNameForm,
        own: XMLNamespaceID,
        _ path: [any CodingKey]
    ) -> XMLMemberTable.Entry {
        let text = key(for: form == .written ? name.slice : name.local, path)
        switch form {
        case .local: return XMLMemberTable.Entry(namespace: name.namespace == own ? 0 : 1, name: UTF8Key(text: text))
        case .written: return XMLMemberTable.Entry(namespace: 0, name: UTF8Key(text: text))
        case .expanded: return XMLMemberTable.Entry(namespace: name.namespace.rawValue, name: UTF8Key(text: text))
        }
    }

    /// Converts a name into the text of a key.
    ///
    /// - Parameters:
    ///   - slice: The name.
    ///   - path: The path of the element that contains the name.
    func key(for slice: XMLSlice, _ path: @autoclosure () -> [any CodingKey]) -> String {
        let written = storage.stores.string(slice)
        if let convert = strategies.key { return convert(path() + [DocumentKey(stringValue: written)]).stringValue }
        return decoding.keys.key(for: written)
    }
}

extension XMLMemberTable {
    /// Returns the first member that matches a key.
    func first(_ wanted: XMLKeyName) -> Int? {
        let name = UTF8Key(text: wanted.text)
        switch wanted.form {
        case .local: return first(Entry(namespace: 0, name: name)) ?? first(Entry(namespace: 1, name: name))
        case .written: return first(Entry(namespace: 0, name: name))
        case .expanded: return first(Entry(namespace: wanted.namespace.rawValue, name: name))
        }
    }
}

/// An index of an element's children or attributes by name, for elements with many members.
///
/// Swift's hasher is randomly seeded, so an attacker cannot choose colliding names.
struct XMLMemberTable {
    /// The part of a name that is hashed.
    struct Entry: Hashable {
        /// The namespace ID for expanded names.
        ///
        /// For local names, 0 in the preferred namespace and 1 in any other.
        let namespace: UInt32

        let name: UTF8Key
    }

    /// The positions in `members` of the first and last member with each name.
    private var ends: [Entry: (first: UInt32, last: UInt32)] = [:]

    /// The members in document order.
    private var members: [UInt32] = []

    /// For each member, the position of the next member with the same name, or `UInt32.max` for the last one.
    private var following: [UInt32] = []

    init() {}

    /// Appends a member.
    mutating func append(_ member: Int, _ entry: Entry) {
        let location = UInt32(truncatingIfNeeded: members.count)
        members.append(UInt32(truncatingIfNeeded: member))
        following.append(.max)
        if let known = ends[entry] {
            following[Int(known.last)] = location
            ends[entry] = (known.first, location)
        } else {
            ends[entry] = (location, location)
        }
    }

    func first(_ entry: Entry) -> Int? { ends[entry].map { Int(members[Int($0.first)]) } }

    /// Returns the next member with the same name.
    func next(after member: Int) -> Int? {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(members[middle]) < member { low = middle + 1 } else { high = middle }
        }
        guard low < members.count, following[low] != .max else { return nil }
        return Int(members[Int(following[low])])
    }
}
