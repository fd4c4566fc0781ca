// Why: the reader writes a word or two for each value and must not test an index, or touch a reference count, for each.
//
// Bound: the reader writes at most four words between two tests against `capacity`, and reads none. They stand in one array
// whose storage nobody else can reach meanwhile. Debug builds assert it.

/// Uninitialised room for words, filled from the front.
@safe
struct UnsafePropertyListWords {
    private let base: UnsafeMutablePointer<UInt64>

    /// The number of words that there is room for.
    let capacity: Int

    /// Takes room that outlives this value and is never empty.
    ///
    /// - Parameters:
    ///   - buffer: The room behind the words already written, which stand before it in the same piece of memory.
    ///   - written: How many of these there are.
    init(_ buffer: UnsafeMutableBufferPointer<UInt64>, behind written: Int) {
        precondition(buffer.count > 0 && written >= 0)
        unsafe base = buffer.baseAddress.unsafelyUnwrapped - written
        capacity = written + buffer.count
    }

    /// Writes a word.
    @inline(__always)
    func write(_ word: UInt64, at index: Int) {
        assert(index >= 0 && index < capacity, "a word outside of the room")
        unsafe (base + index).initialize(to: word)
    }
}
