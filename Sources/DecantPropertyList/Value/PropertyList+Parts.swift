extension PropertyList {
    /// The number of elements of an array or a set, or of members of a dictionary; 0 for anything else.
    public var count: Int { document.kind(of: index).isContainer ? document.count(of: index) : 0 }

    /// The elements, if the value is an array.
    public var array: Elements? { document.kind(of: index) == .array ? Elements(self) : nil }

    /// The elements in the order of the document, if the value is a set.
    public var set: Elements? { document.kind(of: index) == .set ? Elements(self) : nil }

    /// The members in the order of the document, if the value is a dictionary.
    ///
    /// A key that is there twice comes twice.
    public var dictionary: Members? { document.kind(of: index) == .dictionary ? Members(self) : nil }

    /// The value of a key, or nil if the value is no dictionary or has no such key.
    ///
    /// If the key is there more than once, this is the first one, as for `Decodable` types. Keys are compared scalar by
    /// scalar. The members are gone through one by one.
    ///
    /// - Parameter key: The key.
    public subscript(key: String) -> PropertyList? {
        guard document.kind(of: index) == .dictionary, let value = document.value(of: key, in: index) else {
            return nil
        }
        return PropertyList(owner: owner, index: value)
    }

    /// The element at a position, or nil if the value is no array or has none there.
    ///
    /// The elements before it are skipped one by one; to look at all of them, go through ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyList? {
        guard document.kind(of: index) == .array, position >= 0, position < count else { return nil }
        var element = index + 2
        for _ in 0..<position { element = document.next(after: element) }
        return PropertyList(owner: owner, index: element)
    }
}
