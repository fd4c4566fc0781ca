extension XML.Node {
    /// The first element that a path leads to.
    ///
    /// - Parameters:
    ///   - path: The path, which must not lead to an attribute.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The element, or nil.
    public func first(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Node? {
        all(path, namespaces: namespaces).first
    }

    /// The elements that a path leads to, in document order.
    ///
    /// - Parameters:
    ///   - path: The path, which must not lead to an attribute.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The elements, which are looked for as they are asked for.
    public func all(_ path: XML.Path, namespaces: [String: String] = [:]) -> XML.Matches {
        precondition(!path.leadsToAttribute, "“\(path)” leads to text, not to elements")
        return XML.Matches(self, path, namespaces)
    }

    /// The text of the first element or attribute that a path leads to.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The text, or nil if the path leads nowhere.
    public func text(at path: XML.Path, namespaces: [String: String] = [:]) -> String? {
        let matches = XML.Matches(self, path, namespaces)
        guard let attribute = path.attribute?.resolved(namespaces, isAttribute: true) else {
            return matches.first?.text
        }
        return matches.lazy.compactMap { $0.value(matching: attribute) }.first
    }

    /// The texts of all elements or attributes that a path leads to, in document order.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - namespaces: What the prefixes in the path stand for.
    /// - Returns: The texts.
    public func texts(at path: XML.Path, namespaces: [String: String] = [:]) -> [String] {
        let matches = XML.Matches(self, path, namespaces)
        guard let attribute = path.attribute?.resolved(namespaces, isAttribute: true) else {
            return matches.map(\.text)
        }
        return matches.flatMap { $0.values(matching: attribute) }
    }

    private func value(matching test: XMLNameMatcher) -> String? { values(matching: test).first }

    private func values(matching test: XMLNameMatcher) -> [String] {
        guard isElement else { return [] }
        return storage.attributes[storage.attributeRange(of: index)].compactMap { record in
            let isMeant = !record.flags.contains(.declaresNamespace) && test.matches(record.name, in: storage)
            return isMeant ? storage.stores.string(record.value) : nil
        }
    }
}
