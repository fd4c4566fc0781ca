/// Which numbers were there before, by hashes that nobody can foresee: a set for one use.
struct XMLHashSlots {
    private var slots: [UInt32]

    /// Creates an empty set.
    ///
    /// - Parameter count: How many numbers there will be at most.
    init(for count: Int) {
        slots = [UInt32](repeating: 0, count: count * 2 + 1)
    }

    /// Adds a number, unless an equal one is there.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - hash: The hash of what it stands for.
    ///   - isEqual: Whether an earlier number stands for the same.
    /// - Returns: The earlier number that stands for the same, or nil.
    mutating func insert(_ number: Int, hash: Int, isEqual: (Int) -> Bool) -> Int? {
        var slot = Int(UInt(bitPattern: hash) % UInt(slots.count))
        while slots[slot] != 0 {
            let other = Int(slots[slot]) - 1
            if isEqual(other) { return other }
            slot = slot + 1 == slots.count ? 0 : slot + 1
        }
        slots[slot] = UInt32(truncatingIfNeeded: number + 1)
        return nil
    }
}
