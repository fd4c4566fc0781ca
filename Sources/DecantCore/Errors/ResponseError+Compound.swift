extension ResponseError {
    /// Makes the error of a compound from the failures of its members, in the order in which they were tried.
    init(noneOf attempts: [ResponseError]) {
        if let first = attempts.first, attempts.allSatisfy({ $0.code == .unacceptableStatus }) {
            self = first
            details.errorBody = attempts.lazy.compactMap(\.errorBody).first
            details.errorBodyFailure = errorBody == nil ? first.details.errorBodyFailure : []
        } else {
            let reasons = attempts.map(\.message).joined(separator: "; ")
            self.init(.noneSucceeded, "none of \(attempts.count) serializers could decode the body: \(reasons)")
            if let closest = attempts.first { take(placeOf: closest) }
        }
        details.attempts = attempts
    }

    /// The place that is shown is that of the serializer that fits the media type best.
    private mutating func take(placeOf attempt: ResponseError) {
        details.offset = attempt.details.offset
        details.position = attempt.details.position
        details.snippet = attempt.details.snippet
        details.path = attempt.details.path
        details.hint = attempt.details.hint
    }
}
