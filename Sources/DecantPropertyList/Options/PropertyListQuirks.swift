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
