/// A small random number generator whose numbers are the same on every machine: SplitMix64.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from a range, by its remainder, which no library may come to compute otherwise.
    mutating func number(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns whether an event of a probability in percent happens.
    mutating func chance(_ percent: Int) -> Bool {
        number(0..<100) < percent
    }

    mutating func element<Element>(_ elements: [Element]) -> Element {
        elements[number(0..<elements.count)]
    }
}
