#if !Macros
// Without the trait, the module would be empty, and errors in programs that use it would only mention an unknown name.

/// A placeholder: enable the trait Macros of the package Decant.
@available(*, unavailable, message: "enable the trait Macros of the package Decant")
public struct JSONDirect {}
#endif
