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
