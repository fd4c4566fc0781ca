/// Why a type could not be made from a scalar.
public struct ScalarMismatch: Error, Sendable, Hashable {
    /// What was expected, such as "a date as ISO 8601 text".
    public var expected: String

    /// Whether the scalar is of the right kind and only its content cannot be used, like text that is no base64.
    ///
    /// The error then is `dataCorrupted`, else `typeMismatch`.
    public var isContent: Bool

    /// Creates a mismatch.
    ///
    /// - Parameters:
    ///   - expected: What was expected, with its article.
    ///   - isContent: Whether the scalar is of the right kind and only its content cannot be used.
    public init(expected: String, isContent: Bool = false) {
        self.expected = expected
        self.isContent = isContent
    }
}
