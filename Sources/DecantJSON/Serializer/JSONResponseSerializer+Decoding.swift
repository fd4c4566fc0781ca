public import DecantCore

extension JSONResponseSerializer {
    /// A serializer that takes dates to be written in some way.
    ///
    /// - Parameter strategy: How a date is written.
    /// - Returns: The serializer.
    public func dates(_ strategy: ScalarStrategies.Dates) -> Self {
        options { $0.decoding.scalars.dates = strategy }
    }

    /// A serializer that takes bytes to be written in some way.
    ///
    /// - Parameter strategy: How bytes are written.
    /// - Returns: The serializer.
    public func bytes(_ strategy: ScalarStrategies.Data) -> Self {
        options { $0.decoding.scalars.data = strategy }
    }

    /// A serializer that makes coding keys of the names of members in some way.
    ///
    /// - Parameter strategy: How names become keys.
    /// - Returns: The serializer.
    public func keys(_ strategy: JSONDecodingOptions.Keys) -> Self {
        options { $0.decoding.keys = strategy }
    }
}
