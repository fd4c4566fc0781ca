#if !DecantNIO
// Without the trait, the module would be empty, and errors in programs that use it would only mention a missing name.

/// A placeholder: enable the trait DecantNIO of the package Decant.
public struct NIOReceivedHead: Sendable {
    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantNIO of the package Decant")
    public init(_ head: Any) {}

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantNIO of the package Decant")
    public init(status: Any, headers: Any) {}
}
#endif
