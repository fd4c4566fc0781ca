public import DecantCore

extension PropertyListResponseSerializer {
    /// A serializer with other options.
    ///
    /// - Parameter change: Changes the options.
    /// - Returns: The serializer.
    public func options(_ change: (inout PropertyListOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }

    /// A serializer that accepts these formats and no others.
    ///
    /// - Parameter formats: The formats.
    /// - Returns: The serializer.
    public func formats(_ formats: PropertyList.Format...) -> Self {
        options { $0.formats = Set(formats) }
    }

    /// A serializer that accepts some of what the formats do not have.
    ///
    /// - Parameter quirks: What is accepted.
    /// - Returns: The serializer.
    public func quirks(_ quirks: PropertyListQuirks) -> Self {
        options { $0.quirks = quirks }
    }

    /// A serializer that takes dates to be written in some way where they are strings or numbers.
    ///
    /// A date of the list itself needs no strategy.
    ///
    /// - Parameter strategy: How a date is written.
    /// - Returns: The serializer.
    public func dates(_ strategy: ScalarStrategies.Dates) -> Self {
        options { $0.scalars.dates = strategy }
    }
}
