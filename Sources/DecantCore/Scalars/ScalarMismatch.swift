/// Why a type could not be made from a scalar.
public struct ScalarMismatch: Error, Sendable, Hashable {
    /// What was expected, such as "a date as ISO 8601 text".
    public var expected: String

    /// Creates a mismatch.
    ///
    /// - Parameter expected: What was expected, with its article.
    public init(expected: String) {
        self.expected = expected
    }
}
