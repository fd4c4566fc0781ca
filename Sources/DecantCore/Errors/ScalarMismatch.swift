/// The reason that a scalar cannot be converted to a type; the decoder adds what it found, and where.
package struct ScalarMismatch: Sendable, Hashable {
    package let expected: String
    package let isContent: Bool
    package var fault: String?

    package init(expected: String, isContent: Bool = false, fault: String? = nil) {
        (self.expected, self.isContent, self.fault) = (expected, isContent, fault)
    }
}

extension ResponseError {
    /// Creates the error of a type that cannot be created from a scalar.
    ///
    /// The decoder completes the message with the scalar that it found, and adds the path and the position.
    ///
    /// - Parameters:
    ///   - expected: A description of the expected scalar, with an article, such as "a date as ISO 8601 text".
    ///   - isContent: Whether the scalar has the right kind but unusable content, such as text that is not base64. If
    ///     true, the code is ``Code/dataCorrupted``, otherwise ``Code/typeMismatch``.
    ///   - fault: A description of the error in the content, such as "the offset has no colon", if known.
    public init(expected: String, isContent: Bool = false, fault: String? = nil) {
        let message = "expected \(expected)" + (fault.map { ": \($0)" } ?? "")
        self.init(isContent ? .dataCorrupted : .typeMismatch, message, at: nil)
        details.mismatch = ScalarMismatch(expected: expected, isContent: isContent, fault: fault)
    }

    /// The reason that a scalar cannot be converted, or nil for any other error.
    package var mismatch: ScalarMismatch? { details.mismatch }
}
