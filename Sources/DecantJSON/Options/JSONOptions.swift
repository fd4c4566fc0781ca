public import DecantCore
public import DecantText

/// How a JSON text is read.
public struct JSONOptions: Sendable, Hashable, Codable {
    /// What happens if an object has the same name twice.
    ///
    /// RFC 8259 §4 leaves it to the reader.
    public enum DuplicateKeys: String, Sendable, Hashable, Codable {
        /// All are kept, in order; looking a name up gives the first one.
        case keep

        /// The text is refused, with the position of the second one.
        case reject
    }

    /// Whether the text may be a string, a number, a truth value or null, without an array or object around it.
    ///
    /// RFC 8259 allows it; RFC 4627, which it replaced, did not.
    public var allowsFragments = true

    /// What happens if an object has the same name twice.
    public var duplicateKeys = DuplicateKeys.keep

    /// Whether members whose value is null are left out, on every level.
    public var removesNullMembers = false

    /// Whether elements that are null are left out of arrays, on every level; the indices of those behind them change.
    public var removesNullElements = false

    /// What is accepted although JSON forbids it.
    public var quirks: JSONQuirks = []

    /// The charset, if not the one the response names, and what happens to bytes that the charset does not have.
    public var text = TextOptions()

    /// How `Decodable` types are made.
    public var decoding = JSONDecodingOptions()

    /// Creates the default options: exactly RFC 8259.
    public init() {}
}

extension JSONOptions {
    /// The media types of JSON: `application/json` and every type built on it, and two that servers use for it as well.
    ///
    /// `text/json` is an old name. `text/javascript` is what a server says that takes JSON for a script.
    public static let mediaTypes: [MediaTypePattern] = ["application/json", "*+json", "text/json", "text/javascript"]
}
