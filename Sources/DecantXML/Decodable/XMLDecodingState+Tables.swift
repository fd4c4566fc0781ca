import DecantCore

extension XMLDecodingState {
    /// The elements in an element by name.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - form: What of the names is hashed.
    ///   - level: The level of the element.
    /// - Returns: The table, which is made when it is first asked for.
    func elementTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | Int(form.rawValue)) {
            let path = strategies.key == nil ? [] : path(to: place(of: element, level))
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

    /// The attributes of an element by name.
    func attributeTable(of element: Int, _ form: XMLNameForm, _ level: Int) -> XMLMemberTable {
        table(element << 3 | 4 | Int(form.rawValue)) {
            let path = strategies.key == nil ? [] : path(to: place(of: element, level))
            var table = XMLMemberTable()
            for index in storage.attributeRange(of: element) where isAttribute(index) {
                table.append(index, entry(of: storage.attributes[index].name, form, own: .none, path))
            }
            return table
        }
    }

    /// The place by which decoding came to an element.
    private func place(of element: Int, _ level: Int) -> XMLDecodedPlace {
        let isKnown = level < steps.count && steps[level].number == element && steps[level].kind.isElement
        return isKnown ? steps[level] : XMLDecodedPlace(.own, element, level: level)
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

    /// The key, as text, that a name stands for.
    ///
    /// - Parameters:
    ///   - slice: The name.
    ///   - path: The path of the element that the name is in.
    /// - Returns: The key.
    func key(for slice: XMLSlice, _ path: @autoclosure () -> [any CodingKey]) -> String {
        let written = storage.stores.string(slice)
        if let convert = strategies.key { return convert(path() + [DocumentKey(stringValue: written)]).stringValue }
        return decoding.keys.key(for: written)
    }
}

extension XMLMemberTable {
    /// The first member with a name that a key means.
    func first(_ wanted: XMLKeyName) -> Int? {
        let name = UTF8Key(text: wanted.text)
        switch wanted.form {
        case .local: return first(Entry(namespace: 0, name: name)) ?? first(Entry(namespace: 1, name: name))
        case .written: return first(Entry(namespace: 0, name: name))
        case .expanded: return first(Entry(namespace: wanted.namespace.rawValue, name: name))
        }
    }
}
