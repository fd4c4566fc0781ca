/// What makes hashes of names differ from process to process, so that nobody can choose names of the same hash.
///
/// Each step multiplies by a secret number and folds both halves of the product, which is a fraction of the work of `Hasher`.
struct XMLHashKey: Sendable {
    /// The key of this process.
    static let process = XMLHashKey()

    private let start: UInt64
    private let factor: UInt64
    private let end: UInt64

    private init() {
        var generator = SystemRandomNumberGenerator()
        start = generator.next()
        factor = generator.next() | 1
        end = generator.next() | 1
    }

    /// Begins a hash.
    ///
    /// - Parameter number: A number that counts like the bytes that follow.
    /// - Returns: The state of the hash.
    @inline(__always)
    func begin(_ number: UInt32) -> UInt64 { fold(start ^ UInt64(number), end) }

    /// Adds eight bytes to a hash.
    @inline(__always)
    func add(_ word: UInt64, to state: UInt64) -> UInt64 { fold(state ^ word, factor) }

    /// Ends a hash.
    ///
    /// - Parameters:
    ///   - state: The state after the last bytes.
    ///   - count: How many bytes there were.
    /// - Returns: The hash.
    @inline(__always)
    func end(_ state: UInt64, count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: fold(state ^ UInt64(truncatingIfNeeded: count), end))
    }

    @inline(__always)
    private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
