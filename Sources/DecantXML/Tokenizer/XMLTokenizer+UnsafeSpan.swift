// Why: a slice may lie in any of four stores, which a span cannot say; the bytes are lent by the tokenizer that owns all.
//
// Bound: no store changes while the tokenizer is borrowed, and a slice was checked when it was made.

extension XMLTokenizer {
    /// The bytes of a slice.
    ///
    /// - Parameter slice: A slice of the current token or of something declared.
    /// - Returns: Its bytes, as long as nothing else is read.
    @_lifetime(borrow self)
    package func bytes(of slice: XMLSlice) -> Span<UInt8> {
        guard !slice.isEmpty else { return Span() }
        let view = view(slice)
        let span = unsafe Span<UInt8>(_unsafeBytes: UnsafeRawBufferPointer(start: view.pointer, count: view.count))
        return unsafe _overrideLifetime(span, borrowing: self)
    }
}
