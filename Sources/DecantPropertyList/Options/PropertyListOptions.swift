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

extension PropertyListOptions {
    /// Encodes the options; equal options are encoded alike, with the formats in alphabetical order.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(formats.sorted { $0.rawValue < $1.rawValue }, forKey: .formats)
        try container.encode(quirks, forKey: .quirks)
        try container.encode(text, forKey: .text)
        try container.encode(scalars, forKey: .scalars)
    }

    /// The media types of property lists: Apple's for any of the formats, and the one for binary lists.
    ///
    /// A list in XML may also come as `application/xml` or `text/xml`; add these with `.accepting(…)` where it does.
    public static let mediaTypes: [MediaTypePattern] = ["application/x-plist", "application/x-apple-binary-plist"]
}

/// What is accepted although the format does not have it.
///
/// Nothing is by default: a list that one reader accepts and another one refuses is a way to smuggle something past the
/// first.
public struct PropertyListQuirks: OptionSet, Sendable, Hashable, Codable {
    /// The quirks as bits.
    public let rawValue: UInt8

    /// Creates a set of quirks from bits.
    ///
    /// - Parameter rawValue: The quirks as bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// GNUstep's values with types in the text format: `<*I1>`, `<*R1.5>`, `<*BY>`, `<*D2001-01-01 00:00:00 +0000>`, and data in
    /// base64, `<[AAEC]>`.
    ///
    /// GNUstep writes them; OpenStep's text has strings, data, arrays and dictionaries only.
    public static let gnustepValues = PropertyListQuirks(rawValue: 1 << 0)
}
