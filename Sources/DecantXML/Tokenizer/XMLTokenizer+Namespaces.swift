// Namespaces in XML 1.0 (third edition).

extension XMLTokenizer {
    /// Binds the prefixes that the attributes of the current tag declare (§3).
    @inline(never)
    mutating func declareNamespaces() throws(XMLFault) {
        for index in 0..<attributeList.count {
            let attribute = attributeList[index]
            guard attribute.flags.contains(.declaresNamespace) else { continue }
            let prefix = attribute.name.prefixLength == 0 ? .empty : attribute.name.local
            try declareNamespace(prefix, attribute.value)
            attributeList[index].name.namespace = .xmlns
        }
    }

    private mutating func declareNamespace(_ prefix: XMLSlice, _ value: XMLSlice) throws(XMLFault) {
        let prefixBytes = view(prefix)
        let name = view(value)
        let isXML = prefixBytes.isEqual(to: .xml)
        if name.count == 36, name.isEqual(to: "http://www.w3.org/XML/1998/namespace") {
            guard !isXML else { return }
            throw fault("only the prefix “xml” can be bound to the namespace “\(name.string)”", at: prefix)
        }
        if name.count == 29, name.isEqual(to: "http://www.w3.org/2000/xmlns/") {
            throw fault("no prefix can be bound to the namespace “\(name.string)”", at: prefix)
        }
        guard !isXML, !prefixBytes.isEqual(to: .xmlns) else {
            throw fault("the prefix “\(prefixBytes.string)” cannot be bound to another namespace", at: prefix)
        }
        guard prefix.isEmpty || name.count > 0 else {
            throw fault("the prefix “\(prefixBytes.string)” cannot be bound to an empty namespace", at: prefix)
        }
        namespaceState.bind(prefixBytes, to: namespaceState.number(of: name))
    }

    /// The namespace of an element whose name has a prefix.
    @inline(__always)
    mutating func namespace(ofElement name: XMLNameEnd, _ text: UnsafeXMLText) throws(XMLFault) -> XMLNamespaceID {
        let namespace = namespaceState.namespace(of: text.bytes(from: name.start, to: name.start &+ name.colon))
        guard _fastPath(namespace != .none) else {
            throw unboundPrefixFault(XMLSlice(store, offset: name.start, count: name.colon), "element")
        }
        return namespace
    }

    /// Resolves the prefixes of attributes; without one they are in no namespace (§6.2).
    @inline(never)
    mutating func resolveAttributes() throws(XMLFault) {
        var prefixed = 0
        for index in 0..<attributeList.count {
            let attribute = attributeList[index]
            guard attribute.name.prefixLength > 0, !attribute.flags.contains(.declaresNamespace) else { continue }
            let namespace = namespaceState.namespace(of: view(attribute.name.prefix))
            guard namespace != .none else { throw unboundPrefixFault(attribute.name.prefix, "attribute") }
            attributeList[index].name.namespace = namespace
            prefixed += 1
        }
        if prefixed > 1 { try refuseSameExpandedNames(prefixed) }
    }

    /// Throws if two attributes have the same local name in the same namespace (§6.3).
    private mutating func refuseSameExpandedNames(_ prefixed: Int) throws(XMLFault) {
        guard prefixed <= Self.mostPairwise else { return try refuseSameExpandedNamesHashed() }
        for later in 1..<attributeList.count {
            let name = attributeList[later].name
            guard name.namespace != .none, name.namespace != .xmlns else { continue }
            for earlier in 0..<later where attributeList[earlier].name.namespace == name.namespace {
                guard view(attributeList[earlier].name.local) == view(name.local) else { continue }
                throw sameExpandedNameFault(attributeList[earlier].name, name)
            }
        }
    }

    private mutating func refuseSameExpandedNamesHashed() throws(XMLFault) {
        let repetition = XMLHashSlots.firstRepetition(among: attributeList.count) { index in
            let name = attributeList[index].name
            guard name.namespace != .none, name.namespace != .xmlns else { return nil }
            return view(name.local).hash(with: name.namespace.rawValue)
        } isEqual: { earlier, later in
            let (earlier, later) = (attributeList[earlier].name, attributeList[later].name)
            return earlier.namespace == later.namespace && view(earlier.local) == view(later.local)
        }
        guard let repetition else { return }
        throw sameExpandedNameFault(attributeList[repetition.earlier].name, attributeList[repetition.later].name)
    }
}

/// The bindings of prefixes to namespaces at the current position.
struct XMLNamespaceState: ~Copyable {
    /// The names of namespaces; that of a number is three further to the front, since three are given.
    private var names = XMLNameTable()
    /// The prefixes that were declared anywhere.
    private var prefixes = XMLNameTable()
    /// The namespace of each prefix; 0 if it is not bound.
    private var bound = UnsafeXMLBuffer<XMLNamespaceID>()
    /// The namespace of names without a prefix.
    private(set) var defaultNamespace = XMLNamespaceID.none
    /// The earlier bindings, to be restored at the end of elements.
    private var undo = UnsafeXMLBuffer<Undo>()

    /// A binding that was replaced.
    private struct Undo: BitwiseCopyable {
        /// The number of the prefix, or -1 for that of names without one.
        let prefix: Int32
        let namespace: XMLNamespaceID
    }

    /// The number of changes in force, to be given to ``unbind(to:)``.
    var changeCount: Int { undo.count }
    /// The number of namespaces, with the three that are given.
    var count: Int { names.count + Self.given }
    private static var given: Int { 3 }

    /// The name of a namespace that was declared.
    func name(of namespace: XMLNamespaceID) -> String { names.name(Int(namespace.rawValue) - Self.given).string }

    /// The number of a namespace.
    mutating func number(of name: UnsafeXMLBytes) -> XMLNamespaceID {
        guard name.count > 0 else { return .none }
        return XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: names.number(of: name) + Self.given))
    }

    mutating func bind(_ prefix: UnsafeXMLBytes, to namespace: XMLNamespaceID) {
        guard prefix.count > 0 else {
            undo.append(Undo(prefix: -1, namespace: defaultNamespace))
            defaultNamespace = namespace
            return
        }
        let number = prefixes.number(of: prefix)
        if number == bound.count { bound.append(.none) }
        undo.append(Undo(prefix: Int32(truncatingIfNeeded: number), namespace: bound[number]))
        bound[number] = namespace
    }

    /// Restores the bindings before an element.
    @inline(never)
    mutating func unbind(to count: Int) {
        while undo.count > count {
            let last = undo[undo.count - 1]
            if last.prefix < 0 { defaultNamespace = last.namespace } else { bound[Int(last.prefix)] = last.namespace }
            undo.truncate(to: undo.count - 1)
        }
    }

    /// Returns the namespace of a prefix, or `none` if it is not bound.
    @inline(__always)
    func namespace(of prefix: UnsafeXMLBytes) -> XMLNamespaceID {
        if let number = prefixes.find(prefix) { return bound[number] }
        return prefix.isEqual(to: .xml) ? .xml : .none
    }
}
