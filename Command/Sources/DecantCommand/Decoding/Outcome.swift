import Decant

/// What became of one input.
struct Outcome {
    /// What came out of it.
    enum Verdict {
        case value(any DecodedValue)
        case empty
        case failure(ResponseError)
        case unreadable(String)
    }

    /// The argument, unchanged.
    let input: String

    /// The response, if the input is one.
    var response: ReceivedResponse?

    /// The kind to which it was to be decoded.
    var kind: DecodingKind?

    /// What came out of it.
    var verdict: Verdict

    /// What was noticed.
    var findings: [Finding] = []

    /// How long validating and decoding took.
    var duration: Duration = .zero
}
