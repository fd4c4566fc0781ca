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

// Bound: the buffer is borrowed for one call, and the span cannot escape the closure.
