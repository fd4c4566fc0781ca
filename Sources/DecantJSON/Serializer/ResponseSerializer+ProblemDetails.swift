public import DecantCore

extension ResponseSerializer where Self == JSONResponseSerializer<ProblemDetails> {
    /// What a server says about a failure in the standard form (RFC 9457), for `.failure(.problemDetails)`.
    public static var problemDetails: Self { JSONResponseSerializer(ProblemDetails.self) }
}
