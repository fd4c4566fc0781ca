extension ResponseError {
    /// Makes the error of a compound from the failures of its members, in the order in which they were tried.
    ///
    /// The attempts of a member that is a compound take its place, so that there is one list at any nesting.
    ///
    /// - Parameters:
    ///   - failures: The members' errors.
    ///   - findings: What the compound's own validation found, which is not repeated.
    init(noneOf failures: [ResponseError], besides findings: [Finding]) {
        let attempts = failures.flatMap { $0.attempts.isEmpty ? [$0] : $0.attempts }
        if let first = failures.first, failures.allSatisfy({ $0.code == .unacceptableStatus }) {
            self = first
            details.errorBody = failures.lazy.compactMap(\.errorBody).first
            details.errorBodyFailure = errorBody == nil ? first.details.errorBodyFailure : []
            details.findings.removeAll { findings.contains($0) }
        } else if let first = attempts.first, attempts.allSatisfy({ $0.code == .emptyBody }) {
            self = first
            details.findings.removeAll { findings.contains($0) }
        } else {
            let reasons = attempts.map(\.message).joined(separator: "; ")
            let serializers =
                attempts.count == 1 ? "the serializer could not" : "none of \(attempts.count) serializers could"
            self.init(.noneSucceeded, "\(serializers) decode the body: \(reasons)")
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
