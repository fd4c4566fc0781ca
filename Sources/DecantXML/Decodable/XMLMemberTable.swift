import DecantCore

extension XMLDecodingState {
    /// Returns the child elements of an element by name, creating the table on first use.
    ///
    /// `form` is the part of the names to hash, and `location` the location of the element in the coding path.
    func elementTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        table(element << 3 | Int(form.rawValue)) {
            let path = pathForKeys(of: location)
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

    func attributeTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        table(element << 3 | 4 | Int(form.rawValue)) {
            let path = pathForKeys(of: location)
            var table = XMLMemberTable()
            for index in storage.attributeRange(of: element) where isAttribute(index) {
                table.append(index, entry(of: storage.attributes[index].name, form, own: .none, path))
            }
            return table
        }
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

    /// The first and the last member with each name.
    private var ends: [Entry: (first: Int, last: Int)] = [:]
    /// For each member, the next one with the same name.
    private var following: [Int: Int] = [:]

    mutating func append(_ member: Int, _ entry: Entry) {
        if let known = ends[entry] {
            following[known.last] = member
            ends[entry] = (known.first, member)
        } else {
            ends[entry] = (member, member)
        }
    }

    func first(_ entry: Entry) -> Int? { ends[entry]?.first }

    func next(after member: Int) -> Int? { following[member] }
}
