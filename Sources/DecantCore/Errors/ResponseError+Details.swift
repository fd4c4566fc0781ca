extension ResponseError {
    /// What an error carries, filled in from where it is thrown up to where the whole response is known.
    package struct Details: Sendable {
        package var code: Code
        package var message: String
        package var context: ResponseContext?
        package var body = ResponseBody()
        package var bodyCount = 0
        package var coded: CodedBody?
        /// The offset in the coded body, until the coded body is known.
        var codedOffset: Int?
        package var findings: [Finding] = []
        package var offset: Int?
        /// Whether the offset is one in bytes that are no text, and so have no lines.
        package var isBinary = false
        package var position: SourcePosition?
        package var path: [CodingPathComponent] = []
        package var snippet: Snippet?
        /// The index of the item of a stream that the error is about.
        package var itemIndex: Int?
        package var hint: String?
        package var limit: Limits.Name?
        package var errorBody: (any Sendable)?
        /// At most one; an array, since a struct cannot contain itself.
        package var errorBodyFailure: [ResponseError] = []
        package var attempts: [ResponseError] = []
        package var underlying: (any Error)?
    }
}

extension ResponseError {
    /// Makes the error for findings of which at least one is a failure; a bad status is the primary one.
    package init?(refusing findings: [Finding]) {
        let failures = findings.filter { $0.severity == .failure }
        let primary = failures.first { $0.code == .unacceptableStatus } ?? failures.first
        guard let primary else { return nil }
        self.init(Self.code(for: primary.code), primary.message, offset: primary.offset)
        details.findings = failures + findings.filter { $0.severity != .failure }
    }

    private static func code(for finding: Finding.Code) -> Code {
        switch finding {
        case .unacceptableStatus: .unacceptableStatus
        case .missingMediaType: .missingMediaType
        case .malformedMediaType: .malformedMediaType
        case .unacceptableMediaType: .unacceptableMediaType
        case .truncatedBody: .truncatedBody
        case .malformedContentLength: .malformedHead
        default: .rejected
        }
    }
}
