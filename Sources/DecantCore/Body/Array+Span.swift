// Why: the standard library's `span` of an array needs macOS 26 or iOS 26, because an array of objects may be an
// `NSArray` on Apple's systems. The spans of its other types, such as `ContiguousArray`, need no later system.

// MARK: - Unsafe

// Bound: an array of bitwise-copyable elements is never an `NSArray`. Its elements are in its own contiguous storage,
// which exists as long as the array is borrowed, and the span borrows the array.

extension Array where Element: BitwiseCopyable {
    /// A span of the elements, available on every supported system.
    @inlinable package var elementSpan: Span<Element> {
        @_lifetime(borrow self)
        get {
            let elements = unsafe withUnsafeBufferPointer { elements in unsafe elements }
            return unsafe _overrideLifetime(elements.span, borrowing: self)
        }
    }
}
