import DecantCore

extension XMLDecodingState {
    /// Returns the child elements of an element by name, creating the table on first use.
    ///
    /// `form` is the part of the names to hash, and `level` the level of the element in the coding path.
    func elementTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | Int(form.rawValue)) {
            let path = pathForKeys(of: location(of: element, level))
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

    func attributeTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | 4 | Int(form.rawValue)) {
            let path = pathForKeys(of: location(of: element, level))
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
}

extension XMLMemberTable {
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
    struct Entry: Hashable {
        /// The namespace ID for expanded names; for local names, 0 in the preferred namespace and 1 in any other.
        let namespace: UInt32
        let name: UTF8Key
    }

    /// The positions in `members` of the first and last member with each name.
    private var ends: [Entry: (first: UInt32, last: UInt32)] = [:]
    private var members: [UInt32] = []
    /// For each member, the position of the next member with the same name, or `UInt32.max` for the last one.
    private var following: [UInt32] = []

    init() {}

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
