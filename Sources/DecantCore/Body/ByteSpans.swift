// Spans of bytes in the memory of other types.
//
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

// Bound: the buffer is borrowed for one call, and the span cannot escape the closure.

/// Calls a closure with a span of the bytes of a sequence.
///
/// The bytes are copied only if the sequence does not store them contiguously.
///
/// - Parameters:
///   - bytes: The bytes, such as an array, a slice, `Data`, or the view of a buffer.
///   - body: A closure that is called once. The span is valid until the closure returns.
/// - Throws: The error that the closure throws.
@inlinable
package func withContiguousBytes<Result, Failure: Error>(
    of bytes: some Sequence<UInt8>,
    _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    let result = bytes.withContiguousStorageIfAvailable { buffer in
        Swift.Result { () throws(Failure) in unsafe try body(buffer.span) }
    }
    if let result { return try result.get() }
    return try body(Array(bytes).elementSpan)
}
