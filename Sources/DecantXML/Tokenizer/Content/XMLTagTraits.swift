/// What the attributes of a tag ask for beyond being listed.
struct XMLTagTraits {
    /// Whether one of them declares a namespace.
    var declaresNamespaces = false

    /// Whether the name of one of them has a prefix.
    var hasPrefixes = false

    /// One bit of 64 for each name so far; names that differ may have the same.
    private var seen: UInt64 = 0

    /// Takes a name down.
    ///
    /// - Parameters:
    ///   - word: Its first eight bytes.
    ///   - length: The number of its bytes.
    /// - Returns: Whether it may have been there before.
    @inline(__always)
    mutating func note(_ word: UInt64, length: Int) -> Bool {
        let mixed = (word ^ UInt64(truncatingIfNeeded: length) &<< 56) &* 0x9E37_79B9_7F4A_7C15
        let bit = 1 &<< (mixed &>> 58)
        defer { seen |= bit }
        return seen & bit != 0
    }
}
