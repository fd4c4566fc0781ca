extension PropertyListValue {
    /// The first member with a key, or nil if the value is no dictionary or has none.
    ///
    /// - Parameter key: The key.
    public subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let members) = self else { return nil }
        return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The element at a position, or nil if the value is no array or has none there.
    ///
    /// - Parameter position: The position, from 0.
    public subscript(position: Int) -> PropertyListValue? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}
