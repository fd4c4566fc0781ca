/// Marks the error for a number that a type does not hold: `JSONDecoder` calls that corrupted data, Decant a mismatch.
package struct NumberDoesNotFit: Error {
    /// Creates the mark.
    package init() {}
}

extension DecodingError {
    /// The code and the context by which Decant reports the error.
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

    /// The error that led to this one, or else the error itself.
    package var cause: any Error {
        guard let cause = reported.context.underlyingError, !(cause is NumberDoesNotFit) else { return self }
        return cause
    }
}
