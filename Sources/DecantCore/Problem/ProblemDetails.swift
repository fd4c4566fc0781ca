/// What a server says about a failure, in the standard form (RFC 9457, `application/problem+json`).
///
/// Name it where the success type is named, `.failure(.problemDetails)`, and read it back from the error:
/// `error.errorBody(as: ProblemDetails.self)`.
public struct ProblemDetails: Sendable, Hashable {
    /// A URI reference that identifies the kind of problem; `about:blank` if there is none (§3.1.1).
    public var type: String

    /// A short summary of the kind of problem, for people (§3.1.3).
    public var title: String?

    /// The status code as the server that made the problem set it (§3.1.2).
    public var status: Int?

    /// An explanation of this occurrence, for people (§3.1.4).
    public var detail: String?

    /// A URI reference that identifies this occurrence (§3.1.5).
    public var instance: String?

    /// All other members (§3.2).
    public var extensions: [String: Value]

    /// Creates details.
    ///
    /// - Parameters:
    ///   - type: A URI reference that identifies the kind of problem.
    ///   - title: A short summary of the kind of problem.
    ///   - status: The status code.
    ///   - detail: An explanation of this occurrence.
    ///   - instance: A URI reference that identifies this occurrence.
    ///   - extensions: All other members.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: Value] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: ErrorSummarizing {
    /// The title and the detail.
    public var errorSummary: String {
        let parts = [title, detail].compactMap(\.self)
        return parts.isEmpty ? type : parts.joined(separator: ": ")
    }
}

/// A decoded error body that can say in one line what the server complains about.
public protocol ErrorSummarizing {
    /// What is wrong, in the server's words; it is made fit to print and cut before it is shown.
    var errorSummary: String { get }
}
