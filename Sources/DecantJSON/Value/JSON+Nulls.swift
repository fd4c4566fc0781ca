extension JSON {
    /// The value without its null members, on every level: AFNetworking's `AFJSONObjectByRemovingKeysWithNullValues`.
    ///
    /// The options ``JSONOptions/removesNullMembers`` and ``JSONOptions/removesNullElements`` do the same while the text is
    /// read, at no cost. A value that is null itself stays.
    ///
    /// - Parameter elements: Whether nulls are left out of arrays as well; the indices of those behind them change.
    /// - Returns: A value that shares the text with this one.
    public func removingNulls(elements: Bool = false) -> JSON {
        var removal = NullRemoval(document, elements: elements)
        return JSONDocument(nodes: removal.nodes(of: index), of: document).root
    }
}
