/// A table that numbers names from 0 in the order of their insertion; equal names have the same number.
///
/// A small table is searched linearly, a larger one by an unpredictable hash.
struct XMLNameTable: ~Copyable {
    /// The maximum number of names for a linear search.
    private static let mostLinear = 8
    private var bytes = UnsafeXMLBuffer<UInt8>()
    private var entries = UnsafeXMLBuffer<Entry>()
    private var slots = XMLHashSlots()
    /// The number of a group and a name in it, which are looked up as one name.
    private var key = UnsafeXMLBuffer<UInt8>()

    private struct Entry: BitwiseCopyable {
        let word: UInt64
        let start: Int
        /// The number of bytes, at most ``XMLSlice/longest``.
        let count: UInt32
        /// The hash, if the table is large enough to use hashes.
        var hash: UInt32
    }

    var count: Int { entries.count }

    func name(_ number: Int) -> UnsafeXMLBytes {
        let entry = entries[number]
        return bytes.bytes(from: entry.start, count: Int(entry.count))
    }

    func find(_ name: UnsafeXMLBytes) -> Int? {
        if _slowPath(isHashed) { return find(name, hash: name.hash()) }
        let word = name.word
        var number = entries.count
        while number > 0 {
            number &-= 1
            let entry = entries[number]
            if entry.word == word, Int(entry.count) == name.count, name.count <= 8 || self.name(number) == name {
                return number
            }
        }
        return nil
    }

    /// Returns the number of a name in a group; the same name has another number in each group.
    mutating func number(of name: UnsafeXMLBytes, in group: UInt32) -> Int {
        makeKey(name, group)
        return number(of: key.bytes(from: 0, count: key.count))
    }

    mutating func find(_ name: UnsafeXMLBytes, in group: UInt32) -> Int? {
        makeKey(name, group)
        return find(key.bytes(from: 0, count: key.count))
    }

    private mutating func makeKey(_ name: UnsafeXMLBytes, _ group: UInt32) {
        key.truncate(to: 0)
        for shift in [0, 8, 16, 24] as [UInt32] { key.append(UInt8(truncatingIfNeeded: group >> shift)) }
        key.append(name)
    }

    private var isHashed: Bool { entries.count > Self.mostLinear }

    mutating func number(of name: UnsafeXMLBytes) -> Int {
        guard isHashed else { return find(name) ?? add(name, hash: 0) }
        let hash = name.hash()
        return find(name, hash: hash) ?? add(name, hash: hash)
    }

    private mutating func add(_ name: UnsafeXMLBytes, hash: UInt32) -> Int {
        let number = entries.count
        let entry = Entry(
            word: name.word,
            start: bytes.count,
            count: UInt32(truncatingIfNeeded: name.count),
            hash: hash
        )
        entries.append(entry)
        bytes.append(name)
        if number == Self.mostLinear {
            for earlier in 0...number { entries[earlier].hash = self.name(earlier).hash() }
            for earlier in 0...number { enter(earlier) }
        } else if number > Self.mostLinear {
            enter(number)
        }
        return number
    }

    /// Adds a name to the hash slots, which contain all names before it.
    private mutating func enter(_ number: Int) {
        if _slowPath(slots.isFull) {
            slots.empty()
            for earlier in 0..<number { slots.add(earlier, hash: entries[earlier].hash) }
        }
        slots.add(number, hash: entries[number].hash)
    }

    @inline(never)
    private func find(_ name: UnsafeXMLBytes, hash: UInt32) -> Int? {
        let word = name.word
        return slots.find(hash) { number in
            let entry = entries[number]
            guard entry.word == word, Int(entry.count) == name.count else { return false }
            return name.count <= 8 || self.name(number) == name
        }
    }
}

// A table has 2^n slots. A slot stores a number plus one in its low n bits, and the high bits of the hash above them; 0
// is an empty slot. A name is compared only if these bits of its hash match. The search begins at the slot given by the
// low n bits of the hash.
//
// At most a quarter of the slots are in use. Therefore n bits suffice for a number, and the first slot almost always
// decides the search, which the processor predicts well. With four bytes per slot, sets of thousands of names stay in
// the processor's caches. Large sets fit in no cache, and may use half of their slots: a body that declares a million
// names should not take much memory.
//
// Example: the number 4 with the hash 0x9A3B_0012 among 64 slots is 0x9A3B_0005, in slot 0x12 or after it.

/// A set of numbers, stored by keyed hashes of the names they represent.
struct XMLHashSlots {
    /// The number of slots per number after a small set has grown.
    private static let growthFactor = 16
    /// The size of a large set, which may use half of its slots, and doubles when it grows.
    private static let large = 1 << 16
    private var slots: [UInt32] = []
    private var count = 0

    /// Returns the smallest power of two that is at least `minimum` and at least 64.
    private static func size(for minimum: Int) -> Int {
        1 << (Int.bitWidth - max(minimum - 1, 63).leadingZeroBitCount)
    }

    /// The bits of a slot that store a number, and the bits of a hash that select a slot.
    private var mask: UInt32 { UInt32(truncatingIfNeeded: slots.count &- 1) }

    /// Returns the number with a given hash that satisfies `isEqual`, or nil.
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

    /// Whether the set has to grow before another number is added.
    var isFull: Bool { count &* (slots.count < Self.large ? 4 : 2) >= slots.count }

    /// Removes all numbers, and allocates more slots.
    @inline(never)
    mutating func empty() {
        let size = slots.count < Self.large ? Self.size(for: count * Self.growthFactor) : slots.count * 2
        // Free the old slots before allocating the new ones.
        slots = []
        slots = [UInt32](repeating: 0, count: size)
        count = 0
    }

    /// Adds a number that is not in the set and is less than the capacity.
    mutating func add(_ number: Int, hash: UInt32) {
        let mask = mask
        var index = Int(hash & mask)
        while slots[index] != 0 { index = (index &+ 1) & Int(mask) }
        slots[index] = hash & ~mask | UInt32(truncatingIfNeeded: number &+ 1)
        count &+= 1
    }
}

/// A random key that makes hashes of names differ between processes, to prevent attacks with colliding names.
///
/// Each step multiplies by a secret number and folds both halves of the product, which takes a fraction of the work of
/// `Hasher`.
struct XMLHashKey: Sendable {
    static let process = XMLHashKey()
    /// The state before the first bytes.
    let start: UInt64
    private let factor: UInt64
    private let end: UInt64

    private init() {
        var generator = SystemRandomNumberGenerator()
        start = generator.next()
        factor = generator.next() | 1
        end = generator.next() | 1
    }

    /// Adds eight bytes to a hash.
    func add(_ word: UInt64, to state: UInt64) -> UInt64 { fold(state ^ word, factor) }

    /// Finishes a hash of a number of bytes.
    func end(_ state: UInt64, count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: fold(state ^ UInt64(truncatingIfNeeded: count), end))
    }

    private func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

/// The bindings of prefixes to namespaces at the current position.
struct XMLNamespaceState: ~Copyable {
    /// The names of namespaces, indexed by namespace ID minus 3; the first three IDs are predefined.
    private var names = XMLNameTable()
    /// All prefixes that were declared so far.
    private var prefixes = XMLNameTable()
    /// The namespace of each prefix; ``XMLNamespaceID/none`` if the prefix is not bound.
    private var bound = UnsafeXMLBuffer<XMLNamespaceID>()
    private(set) var defaultNamespace = XMLNamespaceID.none
    /// The replaced bindings, which are restored at the ends of elements.
    private var replaced = UnsafeXMLBuffer<Replacement>()

    private struct Replacement: BitwiseCopyable {
        /// The number of the prefix, or -1 for the default namespace.
        let prefix: Int32
        let namespace: XMLNamespaceID
    }

    /// The number of changes in force, to pass to ``unbind(to:)``.
    var changeCount: Int { replaced.count }
    /// The number of namespaces, including the three predefined ones.
    var count: Int { names.count + Self.given }
    private static var given: Int { 3 }

    func name(of namespace: XMLNamespaceID) -> String { names.name(Int(namespace.rawValue) - Self.given).string }

    mutating func number(of name: UnsafeXMLBytes) -> XMLNamespaceID {
        guard name.count > 0 else { return .none }
        return XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: names.number(of: name) + Self.given))
    }

    mutating func bind(_ prefix: UnsafeXMLBytes, to namespace: XMLNamespaceID) {
        guard prefix.count > 0 else {
            replaced.append(Replacement(prefix: -1, namespace: defaultNamespace))
            defaultNamespace = namespace
            return
        }
        let number = prefixes.number(of: prefix)
        if number == bound.count { bound.append(.none) }
        replaced.append(Replacement(prefix: Int32(truncatingIfNeeded: number), namespace: bound[number]))
        bound[number] = namespace
    }

    /// Restores the bindings that were in force at a change count.
    @inline(never)
    mutating func unbind(to count: Int) {
        while replaced.count > count {
            let last = replaced[replaced.count - 1]
            if last.prefix < 0 { defaultNamespace = last.namespace } else { bound[Int(last.prefix)] = last.namespace }
            replaced.truncate(to: replaced.count - 1)
        }
    }

    @inline(__always)
    func namespace(of prefix: UnsafeXMLBytes) -> XMLNamespaceID {
        if let number = prefixes.find(prefix) { return bound[number] }
        return prefix.isEqual(to: .xml) ? .xml : .none
    }
}
