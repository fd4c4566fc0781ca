public import DecantCore

extension XMLResponseSerializer {
    /// A serializer that reads the text in another way.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func options(_ change: (inout XML.Options) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// A serializer that makes the type in another way.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func decoding(_ change: (inout XML.DecodingOptions) -> Void) -> Self {
        var copy = self
        change(&copy.decoding)
        return copy
    }

    /// A serializer that takes dates to be written in some way.
    ///
    /// - Parameter strategy: How a date is written.
    /// - Returns: The serializer.
    public func dates(_ strategy: ScalarStrategies.Dates) -> Self {
        decoding { $0.scalars.dates = strategy }
    }

    /// A serializer that makes coding keys of names in some way.
    ///
    /// - Parameter strategy: How names become keys.
    /// - Returns: The serializer.
    public func keys(_ strategy: XML.DecodingOptions.Keys) -> Self {
        decoding { $0.keys = strategy }
    }

    /// A serializer that takes keys for names as they are written, with their prefixes, unless the prefix stands for a namespace.
    ///
    /// - Parameter namespaces: The names of namespaces by the prefixes that the keys have; the empty prefix is for elements whose
    ///   key has none.
    /// - Returns: The serializer.
    public func qualifiedNames(_ namespaces: [String: String] = [:]) -> Self {
        decoding {
            $0.names = .qualified
            $0.namespaces = namespaces
        }
    }

    /// A serializer that refuses documents with any other root element.
    ///
    /// - Parameter name: The name that the root element has to have, written like a key.
    /// - Returns: The serializer.
    public func root(_ name: String) -> Self {
        decoding { $0.rootName = name }
    }

    /// A serializer that keeps the white space around the text of elements.
    public func keepingWhiteSpace() -> Self {
        decoding { $0.strings = .asWritten }
    }
}
