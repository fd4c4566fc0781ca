extension JSON {
    /// The number of elements of an array, or of members of an object; 0 for anything else.
    public var count: Int {
        document.kind(of: index).isContainer ? document.count(of: index) : 0
    }

    /// The elements, if the value is an array.
    public var array: Elements? {
        document.kind(of: index) == .array ? Elements(self) : nil
    }

    /// The members in the order of the text, if the value is an object.
    ///
    /// A name that is there twice comes twice.
    public var object: Members? {
        document.kind(of: index) == .object ? Members(self) : nil
    }

    /// The member with a name, or nil if the value is no object or has none.
    ///
    /// If the name is there more than once, this is the first one, as for `Decodable` types. Names are compared scalar by
    /// scalar. The members are gone through one by one.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> JSON? {
        guard document.kind(of: index) == .object, let member = document.member(named: name, of: index) else {
            return nil
        }
        return JSON(owner: owner, index: member)
    }

    /// The element at a position, or nil if the value is no array or has none there.
    ///
    /// The elements before it are skipped one by one; to look at all of them, go through ``array``.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> JSON? {
        guard document.kind(of: index) == .array, position >= 0, position < count else { return nil }
        var element = index + 1
        for _ in 0..<position { element = document.next(after: element) }
        return JSON(owner: owner, index: element)
    }
}
