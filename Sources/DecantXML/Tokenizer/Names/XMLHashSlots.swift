// A slot has the number, plus one, in its low 32 bits and the hash in its high ones, so that a name is only looked at if
// its whole hash is the same: the next thing in memory is another slot, and a set of a million costs little more for each
// than one of a hundred. 0 is an empty slot. The number of slots is a power of two, and at most half of them are in use.
//
// Example: the number 4 with the hash 0x9A3B_0012 among 64 slots is 0x9A3B_0012_0000_0005, in slot 0x12 or behind it.

/// Which numbers there are, by keyed hashes of what they stand for.
struct XMLHashSlots {
    /// How many slots there are for each number when the set was made or has grown.
    private static let roomFactor = 8

    private var slots: [UInt64]
    private var count = 0

    /// Creates an empty set.
    ///
    /// - Parameter expected: How many numbers there will be; if there are more, the set grows.
    init(for expected: Int = 0) {
        slots = [UInt64](repeating: 0, count: expected == 0 ? 0 : Self.size(for: expected * 2))
    }

    /// The least power of two that is not less.
    private static func size(for minimum: Int) -> Int {
        1 << (Int.bitWidth - max(minimum - 1, 63).leadingZeroBitCount)
    }

    /// Finds a number.
    ///
    /// - Parameters:
    ///   - hash: The hash of what it stands for.
    ///   - isEqual: Whether a number stands for that.
    /// - Returns: The number, or nil.
    @inline(__always)
    func find(_ hash: UInt32, isEqual: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var index = Int(hash) & (slots.count &- 1)
        while slots[index] != 0 {
            let slot = slots[index]
            if UInt32(truncatingIfNeeded: slot >> 32) == hash {
                let number = Int(UInt32(truncatingIfNeeded: slot)) &- 1
                if isEqual(number) { return number }
            }
            index = (index &+ 1) & (slots.count &- 1)
        }
        return nil
    }

    /// Adds a number that is not there.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - hash: The hash of what it stands for.
    @inline(__always)
    mutating func add(_ number: Int, hash: UInt32) {
        if _slowPath(count &* 2 >= slots.count) { grow() }
        place(UInt64(hash) << 32 | UInt64(UInt32(truncatingIfNeeded: number &+ 1)))
        count &+= 1
    }

    /// Adds a number, unless one that stands for the same is there.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - hash: The hash of what it stands for.
    ///   - isEqual: Whether an earlier number stands for the same.
    /// - Returns: The earlier number that stands for the same, or nil.
    @inline(__always)
    mutating func insert(_ number: Int, hash: UInt32, isEqual: (Int) -> Bool) -> Int? {
        if let earlier = find(hash, isEqual: isEqual) { return earlier }
        add(number, hash: hash)
        return nil
    }

    @inline(never)
    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: Self.size(for: count * Self.roomFactor))
        for slot in old where slot != 0 { place(slot) }
    }

    @inline(__always)
    private mutating func place(_ slot: UInt64) {
        var index = Int(slot >> 32) & (slots.count &- 1)
        while slots[index] != 0 { index = (index &+ 1) & (slots.count &- 1) }
        slots[index] = slot
    }
}
