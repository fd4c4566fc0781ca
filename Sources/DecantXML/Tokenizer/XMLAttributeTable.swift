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
        (changesTags, lists[element].changesTags) = (true, true)
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

    mutating func beginTag() {
        tag &+= 1
        guard tag == 0 else { return }
        for number in 0..<attributes.count { attributes[number].tag = 0 }
        tag = 1
    }

    mutating func noteInTag(_ number: Int) { attributes[number].tag = tag }

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
