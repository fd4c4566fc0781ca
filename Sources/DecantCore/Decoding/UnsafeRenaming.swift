// MARK: - Unsafe
//
// Why: generic code often knows one type by two names, and a dynamic cast from one to the other takes longer than decoding an
// integer.
//
// Bound: both names are compared first, so that the value keeps its type and its layout.

/// Gives a value the other name of its type.
package enum UnsafeRenaming {
    /// Returns the same value, by the other name of its type.
    @inlinable
    @inline(__always)
    package static func same<Value, Other>(_ value: Value, as type: Other.Type = Other.self) -> Other {
        precondition(Value.self == Other.self, "two types")
        return unsafe unsafeBitCast(value, to: type)
    }
}
