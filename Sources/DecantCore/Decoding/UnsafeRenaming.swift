// Why: generic code often knows one type by two names, and a dynamic cast from one to the other costs more than decoding an
// integer.
//
// Bound: the callers have compared the types, or made one from the other by a metatype cast (DecodableKind.init), so that
// both are the same. `unsafeBitCast` stops the program if not even the sizes agree.

/// Gives a value the other name of its type.
package enum UnsafeRenaming {
    /// The same value, by the other name of its type.
    @inlinable
    @inline(__always)
    package static func same<Value, Other>(_ value: Value, as type: Other.Type = Other.self) -> Other {
        unsafe unsafeBitCast(value, to: type)
    }
}
