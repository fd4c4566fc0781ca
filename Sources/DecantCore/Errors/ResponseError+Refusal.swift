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
