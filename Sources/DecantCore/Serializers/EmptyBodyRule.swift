/// Which bodies count as empty, besides those of responses that cannot have one.
public enum EmptyBodyRule: String, Sendable, Hashable, Codable {
    /// A body of no bytes.
    case noBytes

    /// A body of no bytes, or of nothing but white space, with or without a byte-order mark: the rule of text formats.
    case whiteSpace
}
