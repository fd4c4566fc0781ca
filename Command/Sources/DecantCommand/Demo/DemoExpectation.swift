import Decant

/// The expected outcome of an answer.
enum DemoExpectation: Sendable {
    /// A value that reads so, with findings of these kinds.
    case value(String, findings: [Finding.Code] = [])

    /// An error of this kind whose description has these parts.
    case failure(ResponseError.Code, [String] = [])

    /// Describes the difference from the expectation; nil if there is none.
    func complaint(about result: DemoResult) -> String? {
        switch (self, result) {
        case (.value(let expected, let codes), .value(let text, let findings, _)):
            if text != expected { return "the value should be \(expected)" }
            let found = findings.map(\.code)
            return found == codes
                ? nil : "the findings should be \(codes.map(\.rawValue)), not \(found.map(\.rawValue))"
        case (.failure(let code, let parts), .failure(let error)):
            if error.code != code { return "the error should be \(code)" }
            let text = error.description
            return parts.first { !text.contains($0) }.map { "the error should say “\($0)”" }
        case (.value, .failure): return "there should be a value"
        case (.failure, .value): return "there should be an error"
        }
    }
}
