#if !DecantNIO
public import HTTPTypes

// Without the trait, the module would be empty, and errors in programs that use it would only mention a missing name.

extension HTTPResponse {
    /// Needs the trait: enable DecantNIO of the package Decant.
    @available(*, unavailable, message: "enable the trait DecantNIO of the package Decant")
    public init(_ head: Any) { self.init(status: .internalServerError) }
}
#endif
