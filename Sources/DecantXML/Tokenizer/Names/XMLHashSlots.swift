// Of 2^n slots, a slot has the number, plus one, in its low n bits and what is left of the hash in the others, so that a name
// is only looked at if that is the same; 0 is an empty slot. The low n bits of the hash say where to begin looking. At most a
// quarter of the slots are in use, so that n bits are enough for a number, and so that the processor mostly guesses right
// that the first slot it looks at settles the matter; with four bytes for each slot, sets of thousands stay in its caches.
//
// Example: the number 4 with the hash 0x9A3B_0012 among 64 slots is 0x9A3B_0005, in slot 0x12 or behind it.

/// Which numbers there are, by keyed hashes of what they stand for.
struct XMLHashSlots {
    /// How many slots there are for each number when the set was made or has grown.
    private static let roomFactor = 16

    private(set) var slots: [UInt32]
    private var count = 0

    /// Creates an empty set.
    ///
    /// - Parameter expected: How many numbers there will be, each less than that; if there are more, the set grows.
    init(for expected: Int = 0) {
        slots = [UInt32](repeating: 0, count: expected == 0 ? 0 : Self.size(for: expected * 4))
    }

    /// The least power of two that is not less.
    private static func size(for minimum: Int) -> Int {
        1 << (Int.bitWidth - max(minimum - 1, 63).leadingZeroBitCount)
    }

    /// The bits of a number in a slot, and of a place in a hash.
    @inline(__always)
    private var mask: UInt32 { UInt32(truncatingIfNeeded: slots.count &- 1) }

    /// Finds a number.
    ///
    /// - Parameters:
    ///   - hash: The hash of what it stands for.
    ///   - isEqual: Whether a number stands for that.
    /// - Returns: The number, or nil.
    @inline(__always)
    func find(_ hash: UInt32, isEqual: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = mask
        var index = Int(hash & mask)
        while slots[index] != 0 {
            let slot = slots[index]
            if (slot ^ hash) & ~mask == 0 {
                let number = Int(slot & mask) &- 1
                if isEqual(number) { return number }
            }
            index = (index &+ 1) & Int(mask)
        }
        return nil
    }

    /// Whether the set has to grow before a number is added.
    @inline(__always)
    var isFull: Bool { count &* 4 >= slots.count }

    /// Makes room for several times as many numbers, and forgets those that are there.
    @inline(never)
    mutating func empty() {
        slots = [UInt32](repeating: 0, count: Self.size(for: count * Self.roomFactor))
        count = 0
    }

    /// Adds a number that is not there, to a set that is not full.
    ///
    /// - Parameters:
    ///   - number: The number, less than how many there may be.
    ///   - hash: The hash of what it stands for.
    @inline(__always)
    mutating func add(_ number: Int, hash: UInt32) {
        let mask = mask
        var index = Int(hash & mask)
        while slots[index] != 0 { index = (index &+ 1) & Int(mask) }
        slots[index] = hash & ~mask | UInt32(truncatingIfNeeded: number &+ 1)
        count &+= 1
    }
}

extension XMLHashSlots {
    /// How many hashes are made ahead of looking at their slots.
    private static let ahead = 16

    /// Finds the first of many things that is the same as an earlier one.
    ///
    /// - Parameters:
    ///   - count: How many things there are, numbered from 0.
    ///   - hash: The hash of a thing, or nil if it does not count.
    ///   - isEqual: Whether two things are the same.
    /// - Returns: The numbers of both, or nil if all are different.
    @inline(__always)
    static func firstRepetition(
        among count: Int,
        hash: (Int) -> UInt32?,
        isEqual: (Int, Int) -> Bool
    ) -> (earlier: Int, later: Int)? {
        var set = XMLHashSlots(for: count)
        var hashes = [UInt32?](repeating: nil, count: ahead)
        var start = 0
        while start < count {
            let end = min(start &+ ahead, count)
            for number in start..<end {
                let hash = hash(number)
                hashes[number & (ahead &- 1)] = hash
                // The slots of many names are all over memory; these are fetched while the other hashes are made.
                if let hash { set.fetchAhead(hash) }
            }
            for later in start..<end {
                guard let hash = hashes[later & (ahead &- 1)] else { continue }
                if let earlier = set.find(hash, isEqual: { isEqual($0, later) }) { return (earlier, later) }
                set.add(later, hash: hash)
            }
            start = end
        }
        return nil
    }
}
