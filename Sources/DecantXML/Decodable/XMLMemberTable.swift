import DecantCore

extension XMLDecodingState {
    /// Returns the child elements of an element by name, creating the table on first use.
    ///
    /// `form` is the part of the names to hash, and `location` the location of the element in the coding path.
    func elementTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        let own = storage.nodes[element].namespace
        return table(element << 3, storage.elements(of: element), form, own, location) { storage.nodes[$0].name }
    }

    func attributeTable(of element: Int, _ form: XMLNameForm, _ location: XMLLocation) -> XMLMemberTable {
        table(element << 3 | 4, attributes(of: element), form, .none, location) { storage.attributes[$0].name }
    }

    private func table(
        _ number: Int,
        _ members: some Sequence<Int>,
        _ form: XMLNameForm,
        _ own: XMLNamespaceID,
        _ location: XMLLocation,
        _ name: (Int) -> XMLName
    ) -> XMLMemberTable {
        if let table = lookups.members[number | Int(form.rawValue)] { return table }
        let outer = outerPath(of: location)
        var table = XMLMemberTable()
        for member in members {
            let name = name(member)
            let namespace: UInt32 =
                switch form {
                case .local: name.namespace == own ? 0 : 1
                case .written: 0
                case .expanded: name.namespace.rawValue
                }
            let key = key(for: form == .written ? name.slice : name.local, in: outer)
            table.append(member, XMLMemberTable.Entry(namespace: namespace, name: UTF8Key(text: key)))
        }
        lookups.members[number | Int(form.rawValue)] = table
        return table
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
        let known = ends[entry]
        if let known { following[known.last] = member }
        ends[entry] = (known?.first ?? member, member)
    }

    func first(_ wanted: XMLKeyName) -> Int? {
        let name = UTF8Key(text: wanted.text)
        let best = ends[Entry(namespace: wanted.namespace.rawValue, name: name)]
        if best == nil, wanted.form == .local { return ends[Entry(namespace: 1, name: name)]?.first }
        return best?.first
    }

    func next(after member: Int) -> Int? { following[member] }
}
