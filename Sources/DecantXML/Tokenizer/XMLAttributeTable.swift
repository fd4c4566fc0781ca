// A document type of 16 MiB can declare more than a million attributes, each for an element of its own. So all of them are in
// one table: 32 bytes for each attribute and a slot of the hash, and for each element its name and the ends of a list.
//
//   element    the first and the last of its attributes with a default, and their number
//   attribute  its element, and the next attribute of this element with a default
//
// An attribute is found by the hash of its name with the number of its element.

/// The attributes that a document type declares, by element (XML 1.0 §3.3).
struct XMLAttributeTable: ~Copyable {
    /// The names of elements that have attribute lists; their numbers are those of ``lists``.
    private var elements = XMLNameTable()
    private var lists = UnsafeXMLBuffer<Defaults>()
    private var attributes = UnsafeXMLBuffer<XMLDeclaredAttribute>()
    private var slots = XMLHashSlots()
    /// The bits of the elements whose tags the declarations change: by a default, or by cutting a value into tokens.
    private(set) var changedElements: UInt64 = 0
    /// The number of the tag that is being compared with the declarations.
    private var tag: UInt32 = 0

    /// The attributes of an element that have a default, in the order of their declarations.
    private struct Defaults: BitwiseCopyable {
        var first: UInt32 = 0
        var last: UInt32 = 0
        var count: UInt32 = 0
    }

    /// Whether no element has an attribute list.
    var isEmpty: Bool { lists.isEmpty }

    /// The number of an element, which is added if it is new.
    mutating func number(ofElement name: UnsafeXMLBytes) -> Int {
        let number = elements.number(of: name)
        if number == lists.count { lists.append(Defaults()) }
        return number
    }

    /// The number of an element; nil if it has no attribute list.
    func find(element name: UnsafeXMLBytes) -> Int? { elements.find(name) }

    subscript(number: Int) -> XMLDeclaredAttribute { attributes[number] }

    /// The number of an attribute of an element.
    func find(_ name: UnsafeXMLBytes, of element: Int, _ declared: borrowing UnsafeXMLBuffer<UInt8>) -> Int? {
        find(name, UInt32(truncatingIfNeeded: element), declared, hash: hash(name, element))
    }

    /// Adds an attribute, unless it was declared before (§3.3).
    mutating func add(
        _ attribute: XMLDeclaredAttribute,
        to element: Int,
        _ declared: borrowing UnsafeXMLBuffer<UInt8>
    ) {
        let name = declared.bytes(from: attribute.slice.start, count: attribute.slice.count)
        let hash = hash(name, element)
        let number = attributes.count
        var attribute = attribute
        attribute.element = UInt32(truncatingIfNeeded: element)
        guard find(name, attribute.element, declared, hash: hash) == nil else { return }
        if slots.isFull {
            slots.empty()
            for earlier in 0..<number {
                let other = attributes[earlier]
                let name = declared.bytes(from: other.slice.start, count: other.slice.count)
                slots.add(earlier, hash: self.hash(name, Int(other.element)))
            }
        }
        slots.add(number, hash: hash)
        attributes.append(attribute)
        if attribute.hasDefault { link(number, element) }
        if attribute.hasDefault || attribute.isTokenized {
            let name = elements.name(element)
            changedElements |= XMLTagTraits.bit(of: name.word, length: name.count)
        }
    }

    /// Adds an attribute to those of its element that have a default.
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

    private func find(
        _ name: UnsafeXMLBytes,
        _ element: UInt32,
        _ declared: borrowing UnsafeXMLBuffer<UInt8>,
        hash: UInt32
    ) -> Int? {
        slots.find(hash) { number in
            let attribute = attributes[number]
            guard attribute.element == element, attribute.slice.count == name.count else { return false }
            return declared.bytes(from: attribute.slice.start, count: name.count) == name
        }
    }

    private func hash(_ name: UnsafeXMLBytes, _ element: Int) -> UInt32 {
        name.hash(with: UInt32(truncatingIfNeeded: element))
    }

    /// The first attribute of an element with a default, and the number of all.
    func defaults(of element: Int) -> (first: Int?, count: Int) {
        let list = lists[element]
        return (list.count == 0 ? nil : Int(list.first), Int(list.count))
    }

    /// The next attribute of the same element with a default.
    func `default`(after number: Int) -> Int? {
        let next = attributes[number].next
        // The list goes forward, so that no attribute is followed by the first one of all.
        return next == 0 ? nil : Int(next)
    }

    /// Begins with the attributes of another tag.
    mutating func beginTag() {
        tag &+= 1
        guard tag == 0 else { return }
        for number in 0..<attributes.count { attributes[number].tag = 0 }
        tag = 1
    }

    /// Records that the tag has an attribute.
    mutating func noteInTag(_ number: Int) { attributes[number].tag = tag }

    /// Returns whether the tag has an attribute.
    func isInTag(_ number: Int) -> Bool { attributes[number].tag == tag }
}

/// One attribute of an attribute-list declaration (XML 1.0 §3.3).
struct XMLDeclaredAttribute: BitwiseCopyable {
    /// The name as written, in the store of declarations.
    fileprivate let slice: XMLSlice
    private let prefixLength: UInt16
    /// Whether its values are cut into tokens, so that white space around and between them does not count (§3.3.3).
    let isTokenized: Bool
    /// Whether it has a default.
    let hasDefault: Bool
    /// The value it has if it is not in a tag; empty without a default.
    let value: XMLSlice
    fileprivate var element: UInt32 = 0
    fileprivate var next: UInt32 = 0
    /// The last tag that had the attribute.
    fileprivate var tag: UInt32 = 0

    init(_ slice: XMLSlice, prefixLength: UInt16, isTokenized: Bool, _ value: XMLSlice?) {
        self.slice = slice
        self.prefixLength = prefixLength
        self.isTokenized = isTokenized
        hasDefault = value != nil
        self.value = value ?? .empty
    }

    var name: XMLName { XMLName(slice, prefixLength: Int(prefixLength)) }
}

/// The extra work that the attributes of a tag require beyond being listed.
struct XMLTagTraits {
    /// Whether one of them declares a namespace.
    var declaresNamespaces = false
    /// Whether the name of one of them has a prefix.
    var hasPrefixes = false
    /// One bit of 64 for each name so far; names that differ may have the same.
    private var seen: UInt64 = 0

    /// Records a name by its first eight bytes and its length; true if it may have been there before.
    @inline(__always)
    mutating func note(_ word: UInt64, length: Int) -> Bool {
        let bit = Self.bit(of: word, length: length)
        defer { seen |= bit }
        return seen & bit != 0
    }

    /// One bit of 64 for a name, by its first eight bytes and its length; names that differ may have the same.
    @inline(__always)
    static func bit(of word: UInt64, length: Int) -> UInt64 {
        let mixed = (word ^ UInt64(truncatingIfNeeded: length) &<< 56) &* 0x9E37_79B9_7F4A_7C15
        return 1 &<< (mixed &>> 58)
    }
}
