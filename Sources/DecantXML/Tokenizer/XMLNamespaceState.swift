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
