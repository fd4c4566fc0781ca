import Decant

/// What became of an answer.
enum DemoResult: Sendable {
    /// A value, as text, and what was noticed.
    case value(String, findings: [Finding])

    /// An error.
    case failure(ResponseError)
}
