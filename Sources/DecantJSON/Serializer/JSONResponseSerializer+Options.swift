extension JSONResponseSerializer {
    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func options(_ change: (inout JSONOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// A serializer that leaves out members whose value is null, on every level, and on request null elements, too.
    ///
    /// This is AFNetworking's `removesKeysWithNullValues`, at no cost: nulls are left out while the text is read.
    ///
    /// - Parameter elements: Whether nulls are left out of arrays as well; the indices of those behind them change.
    /// - Returns: The serializer.
    public func removingNulls(elements: Bool = false) -> Self {
        options {
            $0.removesNullMembers = true
            $0.removesNullElements = elements
        }
    }

    /// A serializer that accepts some of what JSON forbids.
    ///
    /// - Parameter quirks: What is accepted.
    /// - Returns: The serializer.
    public func quirks(_ quirks: JSONQuirks) -> Self {
        options { $0.quirks = quirks }
    }
}
