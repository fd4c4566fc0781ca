/// Calls a closure with the bytes of a sequence, which are copied only if the sequence does not hold them side by side.
///
/// - Parameters:
///   - bytes: Any bytes: an array, a slice, `Data`, a buffer's view.
///   - body: Called once; the view that it gets is valid until it returns.
/// - Returns: The value that the closure returns.
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
    return try body(Array(bytes).span)
}

// Bound: the buffer is lent for the time of one call, and the view of it cannot leave the closure.
