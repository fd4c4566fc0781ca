/// The same numbers in each run, from a linear congruential generator with Knuth's multiplier for 64 bits.
///
/// The upper bits are the better ones; the lowest bit alternates.
public struct PseudorandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator; generators with the same seed return the same numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// Returns 64 bits.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }

    /// Returns a number from 0 to a bound, which is excluded.
    public mutating func number(below bound: Int) -> Int { Int(next() >> 33) % bound }
}
