/// Something noticed about a response: a failed check, a deviation that was tolerated, or a repair that was made.
///
/// Findings of the severity ``Severity/failure`` refuse the response. All others stand beside the decoded value.
public struct Finding: Sendable, Hashable, Codable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, Codable {
        /// The response is refused.
        case failure

        /// The response was used, although it deviates from what was asked for or from a standard.
        case warning

        /// Nothing is wrong, but a reader may want to know.
        case note
    }

    /// What was noticed.
    public var code: Code

    /// How much it matters.
    public var severity: Severity

    /// One sentence for a person; its wording may change.
    public var message: String

    /// Where in the body, in bytes, if it has a place there.
    public var offset: Int?

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - code: What was noticed.
    ///   - severity: How much it matters.
    ///   - message: One sentence for a person, without a full stop.
    ///   - offset: Where in the body, in bytes, if it has a place there.
    public init(_ code: Code, _ severity: Severity, _ message: String, offset: Int? = nil) {
        self.code = code
        self.severity = severity
        self.message = message
        self.offset = offset
    }
}
