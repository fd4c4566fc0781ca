// ASCII is most of most text, and is looked at eight bytes at a time, which the standard library has no safe way to do.
//
// Bound: every load and store of eight bytes begins at an offset of which it was just checked that eight more bytes are
// there, in the span given; a remainder of fewer than eight goes byte by byte with checked subscripts.

/// Runs of ASCII bytes, found and copied eight at a time.
enum UnsafeASCII {
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Finds the end of a run.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - position: Where to begin, at most the number of bytes.
    /// - Returns: The index of the first byte that is not ASCII, or the number of bytes.
    static func end(in input: borrowing Span<UInt8>, from position: Int) -> Int {
        var position = position
        let bytes = unsafe input.bytes
        while position + 8 <= input.count {
            let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
            let high = word.littleEndian & highBits
            guard high == 0 else { return position + high.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < input.count, input[position] < 0x80 { position += 1 }
        return position
    }

    /// Copies a run, up to a place in the input.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - position: Where to begin.
    ///   - end: Where to stop, at most the number of bytes.
    ///   - output: Where to copy to; it has room for all up to `end`.
    ///   - count: Where in `output` to begin.
    /// - Returns: The number of bytes copied.
    @inline(__always)
    static func copy(
        from input: borrowing Span<UInt8>,
        at position: Int,
        upTo end: Int,
        to output: inout MutableSpan<UInt8>,
        at count: Int
    ) -> Int {
        let limit = min(end - position, output.count - count, input.count - position)
        var length = 0
        let source = unsafe input.bytes
        var target = unsafe output.mutableBytes
        while length + 8 <= limit {
            let word = unsafe source.unsafeLoadUnaligned(fromUncheckedByteOffset: position + length, as: UInt64.self)
            guard word & highBits == 0 else { break }
            unsafe target.storeBytes(of: word, toUncheckedByteOffset: count + length, as: UInt64.self)
            length += 8
        }
        while length < limit, input[position + length] < 0x80 {
            output[count + length] = input[position + length]
            length += 1
        }
        return length
    }
}
