/// The underlying error of a number that exceeds its type.
///
/// `JSONDecoder` reports such a number as corrupted data; Decant reports a type mismatch.
package struct NumberDoesNotFit: Error {
    /// Creates the mark.
    package init() {}
}

extension DecodingError {
    /// The code and the context of the reported error.
    package var reported: (code: ResponseError.Code, context: Context) {
        switch self {
        case .typeMismatch(_, let context): return (.typeMismatch, context)
        case .valueNotFound(_, let context): return (.valueNotFound, context)
        case .keyNotFound(_, let context): return (.keyNotFound, context)
        case .dataCorrupted(let context):
            return (context.underlyingError is NumberDoesNotFit ? .typeMismatch : .dataCorrupted, context)
        @unknown default: return (.dataCorrupted, Context(codingPath: [], debugDescription: "\(self)"))
        }
    }

    /// The underlying error, or the error itself if it has none.
    package var cause: any Error {
        guard let cause = reported.context.underlyingError, !(cause is NumberDoesNotFit) else { return self }
        return cause
    }
}

extension ResponseError {
    /// Returns a copy of the error with an underlying error.
    package func caused(by underlying: any Error) -> ResponseError {
        var error = self
        error.details.underlying = underlying
        return error
    }
}

/// The reason that a scalar cannot be converted to a type; the decoder adds what it found, and where.
package struct ScalarMismatch: Sendable, Hashable {
    package let expected: String
    package let isContent: Bool
    package var fault: String?

    package init(expected: String, isContent: Bool = false, fault: String? = nil) {
        self.expected = expected
        self.isContent = isContent
        self.fault = fault
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
