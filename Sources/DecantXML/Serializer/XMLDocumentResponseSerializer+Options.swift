extension XMLDocumentResponseSerializer {
    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func options(_ change: (inout XML.Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// A serializer whose trees keep white space in some way.
    ///
    /// - Parameter whiteSpace: What they keep.
    /// - Returns: The serializer.
    public func whiteSpace(_ whiteSpace: XML.Options.WhiteSpace) -> Self {
        options { $0.whiteSpace = whiteSpace }
    }

    /// A serializer whose trees have CDATA sections as nodes of their own.
    public func keepingCDATA() -> Self {
        options { $0.keepsCDATA = true }
    }

    /// A serializer whose trees have no comments; the text on both sides of one is then one text.
    public func droppingComments() -> Self {
        options { $0.keepsComments = false }
    }

    /// A serializer that takes prefixes for parts of names, and `xmlns` for an attribute like any other.
    public func ignoringNamespaces() -> Self {
        options { $0.processesNamespaces = false }
    }
}
