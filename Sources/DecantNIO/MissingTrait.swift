#if !DecantNIO
// Without the trait this module is empty otherwise, and a program that uses it would only learn that a name is missing.

/// Enable the trait DecantNIO of the package Decant.
public struct NIOReceivedHead: Sendable {
    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantNIO of the package Decant")
    public init(_ head: Any) {}

    /// Needs the trait.
    @available(*, unavailable, message: "enable the trait DecantNIO of the package Decant")
    public init(status: Any, headers: Any) {}
}
#endif
