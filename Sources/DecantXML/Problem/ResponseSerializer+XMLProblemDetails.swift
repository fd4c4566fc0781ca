public import DecantCore

extension ResponseSerializer
where Self == MappedResponseSerializer<XMLDocumentResponseSerializer, ProblemDetails> {
    /// What a server says about a failure in the standard form (RFC 9457 appendix B), written in XML.
    ///
    /// For both forms: `.failure(.firstOf(.problemDetails, .xmlProblemDetails))`.
    public static var xmlProblemDetails: Self {
        XMLDocumentResponseSerializer().map { try ProblemDetails(xml: $0) }
    }
}
