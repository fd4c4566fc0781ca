/// A value together with what was noticed on the way to it.
public struct DecodedResponse<Output: Sendable>: Sendable {
    /// The value.
    public let value: Output

    /// The head of the response, and the request it answers.
    public let context: ResponseContext

    /// Deviations that were tolerated, repairs that were made, and notes; never a failure.
    public let findings: [Finding]

    /// Whether the value stands for an empty body.
    public let isEmpty: Bool
}
