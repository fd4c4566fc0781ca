/// An element whose end was not reached.
struct XMLOpenElement: BitwiseCopyable {
    var name: XMLName
    /// The number of namespace changes in force before it.
    var bindings: UInt32
    /// The line on which it begins; 0 if that was not needed yet.
    var line: UInt32 = 0
    /// The offset of its start tag in the whole text; for a tag from an entity, the offset of the reference.
    var offset: Int

    /// Records that the text its name is in has lost bytes in front.
    mutating func shiftName(by length: Int) {
        let slice = name.slice
        guard slice.store == .text else { return }
        name.slice = XMLSlice(offset: slice.start - length, count: slice.count)
    }
}

extension UnsafeXMLBuffer where Element == XMLOpenElement {
    /// The index of the first element from which on no line is known.
    var firstWithoutLine: Int {
        var index = count
        while index > 0, self[index - 1].line == 0 { index -= 1 }
        return index
    }
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
