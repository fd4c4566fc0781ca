extension JSONValue {
    /// The first member with a name, or nil if the value is no object or has none.
    ///
    /// - Parameter name: The name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element at a position, or nil if the value is no array or has none there.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}
