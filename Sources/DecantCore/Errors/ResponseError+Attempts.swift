extension ResponseError {
    /// Creates the error of a compound serializer from the errors of its members, in the order they were tried.
    ///
    /// If all members failed for the same reason, such as a bad status, an empty body, or a limit, the error has that
    /// reason. The attempts of a nested compound replace its error, so the list of attempts is flat.
    ///
    /// - Parameters:
    ///   - failures: The errors of the members.
    ///   - findings: The findings of the compound's validation, which are not repeated.
    init(noneOf failures: [ResponseError], besides findings: [Finding]) {
        let attempts = failures.flatMap { $0.attempts.isEmpty ? [$0] : $0.attempts }
        if let first = failures.first, failures.allSatisfy({ $0.code == .unacceptableStatus }) {
            self = first
            details.errorBody = failures.lazy.compactMap(\.errorBody).first
            details.errorBodyFailure = errorBody == nil ? first.details.errorBodyFailure : []
            let isDecoded = errorBody != nil
            details.findings.removeAll { findings.contains($0) || isDecoded && $0.code == .undecodedErrorBody }
        } else if let shared = Self.sharedReason(of: attempts) {
            self = shared
            details.findings.removeAll { findings.contains($0) }
        } else if let closest = attempts.first {
            let summary = Self.summary(of: attempts)
            let groups = AttemptGroup.groups(of: attempts)
            let reasons = Self.isAboutMediaTypes(groups) ? "" : ": " + groups.map(\.message).joined(separator: "; ")
            self.init(.noneSucceeded, summary + reasons)
            if groups.count > 1 { details.headline = summary }
            copyLocation(of: closest)
        } else {
            self.init(.noneSucceeded, "the compound has no serializers")
        }
        details.attempts = attempts
    }

    /// Returns the error that all attempts share, if they failed because of the response and not its content.
    private static func sharedReason(of attempts: [ResponseError]) -> ResponseError? {
        guard var shared = attempts.first else { return nil }
        let isSame = attempts.allSatisfy { $0.code == shared.code && $0.message == shared.message }
        switch shared.code {
        case .emptyBody where attempts.allSatisfy { $0.code == .emptyBody }:
            if !isSame {
                shared.details.message =
                    "the body is empty, and none of \(attempts.count) serializers has a value for an empty body"
            }
            return shared
        case .truncatedBody: return isSame ? shared : nil
        case .limitExceeded: return isSame && shared.limit != nil ? shared : nil
        default: return nil
        }
    }

    /// Returns the message of the error, without the reasons of the attempts.
    private static func summary(of attempts: [ResponseError]) -> String {
        guard attempts.count > 1 else { return "the serializer could not decode the body" }
        let serializers = "none of \(attempts.count) serializers"
        let mediaType = attempts.lazy.compactMap { $0.context?.mediaType }.first
        if let mediaType, isAboutMediaTypes(AttemptGroup.groups(of: attempts)) {
            return "\(serializers) accepts the media type \(mediaType.essence)"
        }
        return "\(serializers) could decode the body"
    }

    /// Returns whether the attempts failed only because each serializer expects other media types.
    private static func isAboutMediaTypes(_ groups: [AttemptGroup]) -> Bool {
        groups.count > 1 && groups.allSatisfy { $0.code == .unacceptableMediaType }
    }

    /// Copies the location of the attempt that fits the media type best, with its path and hint.
    private mutating func copyLocation(of attempt: ResponseError) {
        details.location = attempt.details.location
        details.path = attempt.details.path
        details.hint = attempt.details.hint
    }
}

extension ResponseError {
    /// The reasons that the headline does not contain.
    var reportedAttempts: [String] {
        let groups = AttemptGroup.groups(of: attempts)
        if code == .noneSucceeded { return groups.count > 1 ? groups.map(\.text) : [] }
        return groups.filter { $0.code != .emptyBody && $0.message != message }.map(\.text)
    }
}

/// The serializers of a compound that failed for the same reason.
private struct AttemptGroup {
    /// The one-based numbers of the serializers.
    private var numbers: [Int]

    let code: ResponseError.Code
    let message: String

    /// The reason, with the numbers and the code.
    var text: String { "\(label): \(code): \(message)" }

    private var label: String {
        guard numbers.count > 1, let last = numbers.last else { return "attempt \(numbers.first ?? 1)" }
        guard numbers.count <= 8 else { return "\(numbers.count) attempts" }
        return "attempts \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
    }

    /// Groups the attempts that failed with the same code and message, in the order of the first attempt of each group.
    static func groups(of attempts: [ResponseError]) -> [AttemptGroup] {
        var groups: [AttemptGroup] = []
        for (index, attempt) in attempts.enumerated() {
            if let known = groups.firstIndex(where: { $0.code == attempt.code && $0.message == attempt.message }) {
                groups[known].numbers.append(index + 1)
            } else {
                groups.append(AttemptGroup(numbers: [index + 1], code: attempt.code, message: attempt.message))
            }
        }
        return groups
    }
}

extension ResponseError {
    /// Whether a response was rejected for its media type, by a serializer or by all members of a compound.
    var isAboutMediaType: Bool {
        if code == .noneSucceeded { return !attempts.isEmpty && attempts.allSatisfy(\.isAboutMediaType) }
        return [.unacceptableMediaType, .missingMediaType, .malformedMediaType].contains(code)
    }
}
