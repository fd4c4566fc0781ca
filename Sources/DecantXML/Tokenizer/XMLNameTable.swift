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

// A document type of 16 MiB can declare more than a million attributes, each for a different element. So one table
// stores them all, and an attribute is found by its name and the number of its element.
//
//   element    the first and the last of its attributes with a default, and their number
//   attribute  the next attribute of its element with a default

/// The attributes that a document type declares, by element (XML 1.0 §3.3).
struct XMLAttributeTable: ~Copyable {
    /// The names of elements with attribute lists; their numbers are the indices of ``lists``.
    private var elements = XMLNameTable()
    private var lists = UnsafeXMLBuffer<Defaults>()
    /// The names of attributes, each in the group of its element; their numbers are the indices of ``attributes``.
    private var names = XMLNameTable()
    private var attributes = UnsafeXMLBuffer<XMLDeclaredAttribute>()
    /// The number of the tag being compared with the declarations.
    private var tag: UInt32 = 0
    /// Whether any attribute is tokenized or has a default; other declarations change no tag.
    private(set) var changesTags = false

    /// The list of an element's attributes with a default, in the order of their declarations.
    private struct Defaults: BitwiseCopyable {
        var (first, last, count): (UInt32, UInt32, UInt32) = (0, 0, 0)
        var changesTags = false
    }

    /// Returns the number of an element, and adds the element if it is new.
    mutating func number(ofElement name: UnsafeXMLBytes) -> Int {
        let number = elements.number(of: name)
        if number == lists.count { lists.append(Defaults()) }
        return number
    }

    /// Returns the number of an element if its declarations change its tags.
    func find(element name: UnsafeXMLBytes) -> Int? {
        guard let number = elements.find(name), lists[number].changesTags else { return nil }
        return number
    }

    subscript(number: Int) -> XMLDeclaredAttribute { attributes[number] }

    mutating func find(_ name: UnsafeXMLBytes, of element: Int) -> Int? {
        names.find(name, in: UInt32(truncatingIfNeeded: element))
    }

    /// Adds an attribute with a name, unless it was declared before (§3.3).
    mutating func add(_ attribute: XMLDeclaredAttribute, _ name: UnsafeXMLBytes, to element: Int) {
        let number = attributes.count
        guard names.number(of: name, in: UInt32(truncatingIfNeeded: element)) == number else { return }
        attributes.append(attribute)
        if attribute.value != nil { link(number, element) }
        guard attribute.isTokenized || attribute.value != nil else { return }
        changesTags = true
        lists[element].changesTags = true
    }

    /// Appends an attribute to its element's list of attributes with a default.
    private mutating func link(_ number: Int, _ element: Int) {
        let link = UInt32(truncatingIfNeeded: number)
        if lists[element].count == 0 {
            lists[element].first = link
        } else {
            attributes[Int(lists[element].last)].next = link
        }
        lists[element].last = link
        lists[element].count &+= 1
    }

    /// Returns the first attribute of an element with a default, and the number of such attributes.
    func defaults(of element: Int) -> (first: Int?, count: Int) {
        let list = lists[element]
        return (list.count == 0 ? nil : Int(list.first), Int(list.count))
    }

    /// Returns the next attribute of the same element with a default.
    func `default`(after number: Int) -> Int? {
        let next = attributes[number].next
        // Lists are in ascending order, so attribute 0 is never a successor, and 0 marks the end.
        return next == 0 ? nil : Int(next)
    }

    mutating func startTag() {
        tag &+= 1
        guard tag == 0 else { return }
        for number in 0..<attributes.count { attributes[number].tag = 0 }
        tag = 1
    }

    mutating func markInTag(_ number: Int) { attributes[number].tag = tag }

    func isInTag(_ number: Int) -> Bool { attributes[number].tag == tag }
}

/// An attribute of an attribute-list declaration (XML 1.0 §3.3).
struct XMLDeclaredAttribute: BitwiseCopyable {
    /// The name as written, in the store of declarations.
    let name: XMLName
    /// Whether values are tokenized, which removes spaces around them and extra spaces inside (§3.3.3).
    let isTokenized: Bool
    /// The default value, or nil if the attribute has none.
    let value: XMLSlice?
    fileprivate(set) var next: UInt32 = 0
    /// The last tag that had the attribute.
    fileprivate(set) var tag: UInt32 = 0
}
