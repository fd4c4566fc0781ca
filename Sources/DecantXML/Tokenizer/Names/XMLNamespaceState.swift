/// Which prefix stands for which namespace at the place that is read.
struct XMLNamespaceState: ~Copyable {
    /// The names of namespaces; that of a number stands three further to the front, since three are given.
    var names = XMLNameTable()

    /// The prefixes that were declared anywhere.
    var prefixes = XMLNameTable()

    /// What each prefix stands for here; 0 if it is not bound.
    var bound = UnsafeXMLBuffer<XMLNamespaceID>()

    /// What names without a prefix stand for here.
    var defaultNamespace = XMLNamespaceID.none

    /// What was bound before, to be put back at the end of elements.
    var undo = UnsafeXMLBuffer<Undo>()

    /// A binding that was replaced.
    struct Undo: BitwiseCopyable {
        /// The number of the prefix, or -1 for that of names without one.
        let prefix: Int32

        let namespace: XMLNamespaceID
    }

    /// The number of a namespace.
    mutating func number(of name: UnsafeXMLBytes) -> XMLNamespaceID {
        guard name.count > 0 else { return .none }
        return XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: names.number(of: name) + 3))
    }

    /// Binds a prefix.
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

    /// Puts back what was bound before an element.
    @inline(never)
    mutating func unbind(to count: Int) {
        while undo.count > count {
            let last = undo[undo.count - 1]
            if last.prefix < 0 { defaultNamespace = last.namespace } else { bound[Int(last.prefix)] = last.namespace }
            undo.truncate(to: undo.count - 1)
        }
    }

    /// What a prefix stands for, or `none` if it is not bound.
    @inline(__always)
    func namespace(of prefix: UnsafeXMLBytes) -> XMLNamespaceID {
        if let number = prefixes.find(prefix) { return bound[number] }
        return prefix.count == 3 && prefix.word == 0x6C_6D78 ? .xml : .none
    }
}
