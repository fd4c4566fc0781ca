/// The positions at which to cut a body, the same in each run.
struct Cuts {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// Some places in a body, in order.
    mutating func places(_ count: Int, in length: Int) -> [Int] {
        (0..<count).map { _ in Int(next() % UInt64(length + 1)) }.sorted()
    }

    private mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
