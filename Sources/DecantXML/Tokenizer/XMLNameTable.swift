/// A table that numbers names from 0 in the order of their insertion; equal names have the same number.
///
/// A small table is searched linearly, a larger one by Swift's hash, which is randomly seeded.
struct XMLNameTable: ~Copyable {
    /// The maximum number of names for a linear search.
    private static let maxLinear = 32
    private var bytes = UnsafeXMLBuffer<UInt8>()
    private var entries = UnsafeXMLBuffer<Entry>()
    /// The numbers of names in a large table by hash; if the hash of a name is in use, by the next one that is not.
    private var numbers: [Int: UInt32] = [:]
    /// The number of a group and a name in it, which are looked up as one name.
    private var key = UnsafeXMLBuffer<UInt8>()

    private struct Entry: BitwiseCopyable {
        let word: UInt64
        let start: Int
        let count: Int
    }

    var count: Int { entries.count }

    func name(_ number: Int) -> UnsafeXMLBytes {
        let entry = entries[number]
        return bytes.bytes(from: entry.start, count: entry.count)
    }

    func find(_ name: UnsafeXMLBytes) -> Int? {
        if _slowPath(isHashed) { return numbers[hash(of: name)].map { Int($0) } }
        let word = name.word
        var number = entries.count
        while number > 0 {
            number &-= 1
            let entry = entries[number]
            if entry.word == word, entry.count == name.count, name.count <= 8 || self.name(number) == name {
                return number
            }
        }
        return nil
    }

    /// Returns the number of a name in a group; the same name has another number in each group.
    mutating func number(of name: UnsafeXMLBytes, in group: UInt32) -> Int {
        makeKey(name, group)
        return number(of: key.bytes(from: 0, count: key.count))
    }

    mutating func find(_ name: UnsafeXMLBytes, in group: UInt32) -> Int? {
        makeKey(name, group)
        return find(key.bytes(from: 0, count: key.count))
    }

    private mutating func makeKey(_ name: UnsafeXMLBytes, _ group: UInt32) {
        key.truncate(to: 0)
        for shift in [0, 8, 16, 24] as [UInt32] { key.append(UInt8(truncatingIfNeeded: group >> shift)) }
        key.append(name)
    }

    mutating func number(of name: UnsafeXMLBytes) -> Int {
        if let number = find(name) { return number }
        let number = entries.count
        entries.append(Entry(word: name.word, start: bytes.count, count: name.count))
        bytes.append(name)
        if isHashed { for entry in numbers.count...number { numbers[hash(of: self.name(entry))] = UInt32(entry) } }
        return number
    }

    private var isHashed: Bool { entries.count > Self.maxLinear }

    /// Returns the key of a name in `numbers`, or the key for adding it.
    @inline(never)
    private func hash(of name: UnsafeXMLBytes) -> Int {
        var hasher = Hasher()
        name.hash(into: &hasher)
        var hash = hasher.finalize()
        while let number = numbers[hash], !(self.name(Int(number)) == name) { hash &+= 1 }
        return hash
    }
}

/// The bindings of prefixes to namespaces at the current position.
struct XMLNamespaceState: ~Copyable {
    /// The names of namespaces, indexed by namespace ID.
    private(set) var names = ["", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]
    /// The names of namespaces after the three predefined ones, in the same order.
    private var numbers = XMLNameTable()
    /// All prefixes that were declared so far.
    private var prefixes = XMLNameTable()
    /// The namespace of each prefix; ``XMLNamespaceID/none`` if the prefix is not bound.
    private var bound = UnsafeXMLBuffer<XMLNamespaceID>()
    private(set) var defaultNamespace = XMLNamespaceID.none
    /// The replaced bindings, which are restored at the ends of elements.
    private var replaced = UnsafeXMLBuffer<Replacement>()

    private struct Replacement: BitwiseCopyable {
        /// The number of the prefix, or -1 for the default namespace.
        let prefix: Int32
        let namespace: XMLNamespaceID
    }

    /// The number of changes in force, to pass to ``unbind(to:)``.
    var changeCount: Int { replaced.count }

    mutating func number(of name: UnsafeXMLBytes) -> XMLNamespaceID {
        guard name.count > 0 else { return .none }
        let number = numbers.number(of: name) + 3
        if number == names.count { names.append(name.string) }
        return XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: number))
    }

    mutating func bind(_ prefix: UnsafeXMLBytes, to namespace: XMLNamespaceID) {
        guard prefix.count > 0 else {
            replaced.append(Replacement(prefix: -1, namespace: defaultNamespace))
            defaultNamespace = namespace
            return
        }
        let number = prefixes.number(of: prefix)
        if number == bound.count { bound.append(.none) }
        replaced.append(Replacement(prefix: Int32(truncatingIfNeeded: number), namespace: bound[number]))
        bound[number] = namespace
    }

    /// Restores the bindings that were in force at a change count.
    @inline(never)
    mutating func unbind(to count: Int) {
        while replaced.count > count {
            let last = replaced[replaced.count - 1]
            if last.prefix < 0 { defaultNamespace = last.namespace } else { bound[Int(last.prefix)] = last.namespace }
            replaced.truncate(to: replaced.count - 1)
        }
    }

    @inline(__always)
    func namespace(of prefix: UnsafeXMLBytes) -> XMLNamespaceID {
        if let number = prefixes.find(prefix) { return bound[number] }
        return prefix.isEqual(to: .xml) ? .xml : .none
    }
}
