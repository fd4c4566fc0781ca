import DecantCore

/// What is accepted although JSON forbids it.
///
/// Nothing is by default: a text that one reader accepts and another one refuses is a way to smuggle something past the
/// first.
public struct JSONQuirks: OptionSet, Sendable, Hashable, Codable {
    /// The quirks as bits.
    public let rawValue: UInt8

    /// Creates a set of quirks from bits.
    ///
    /// - Parameter rawValue: The quirks as bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A comma behind the last element or member, as programs write that put one behind each.
    ///
    /// Foundation accepts it.
    public static let trailingCommas = JSONQuirks(rawValue: 1 << 0)

    /// Comments, `// to the end of the line` and `/* enclosed */`, as people write them in configuration files (JSONC).
    public static let comments = JSONQuirks(rawValue: 1 << 1)

    /// `NaN`, `Infinity` and `-Infinity` as numbers, as Python's encoder writes them unless it is told not to.
    public static let nonFiniteNumbers = JSONQuirks(rawValue: 1 << 2)
}

extension JSONQuirks {
    /// The finding that these were needed, if there are any.
    var finding: Finding? {
        let names: [(JSONQuirks, String)] = [
            (.trailingCommas, "a comma with nothing behind it"), (.comments, "comments"),
            (.nonFiniteNumbers, "numbers that are not finite"),
        ]
        let needed = names.filter { contains($0.0) }.map(\.1)
        guard !needed.isEmpty else { return nil }
        return Finding(.quirk, .warning, "the text is no JSON; accepted were \(needed.joined(separator: ", "))")
    }
}
