public import DecantCore
public import DecantText

/// How a property list is read.
public struct PropertyListOptions: Sendable, Hashable, Codable {
    /// Which formats are accepted; a body in another one is refused.
    ///
    /// By default these are the binary format and XML. The text format of OpenStep has to be asked for, since every single
    /// word is a list in it.
    public var formats: Set<PropertyList.Format> = [.binary, .xml]

    /// What is accepted although the format does not have it.
    public var quirks: PropertyListQuirks = []

    /// The charset of a text format, if not the one the response names, and what happens to bytes that the charset does not have.
    public var text = TextOptions()

    /// How dates and bytes are written where the list has none of its own: in strings and numbers.
    public var scalars = ScalarStrategies()

    /// Creates the default options: binary lists and those in XML, strictly.
    public init() {}
}
