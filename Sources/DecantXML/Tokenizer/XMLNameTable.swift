import CDecantScan

/// Numbers for names: the same bytes have the same number, from 0 in the order in which they were added.
///
/// Few names are compared one after the other, more are looked up by an unpredictable hash.
struct XMLNameTable: ~Copyable {
    /// The number of names that are compared one after the other.
    private static let mostLinear = 8
    private var bytes = UnsafeXMLBuffer<UInt8>()
    private var entries = UnsafeXMLBuffer<Entry>()
    private var slots = XMLHashSlots()

    /// An entry of the table.
    private struct Entry: BitwiseCopyable {
        let word: UInt64
        let start: Int
        /// The number of bytes, which a slice holds in as many bits.
        let count: UInt32
        /// Its hash, once names are looked up by it.
        var hash: UInt32
    }

    var count: Int { entries.count }

    /// The bytes of a name, until the next one is added.
    func name(_ number: Int) -> UnsafeXMLBytes {
        let entry = entries[number]
        return bytes.bytes(from: entry.start, count: Int(entry.count))
    }

    /// The number of a name, or nil if it was not added.
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

    private var isHashed: Bool { entries.count > Self.mostLinear }

    /// The number of a name, which is added if it is new.
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

    /// Makes a name one that is found by its hash; those before it are.
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

// Of 2^n slots, a slot has the number, plus one, in its low n bits and what is left of the hash in the others, so that a name
// is only looked at if that is the same; 0 is an empty slot. The search begins at the low n bits of the hash. At most a
// quarter of the slots are in use, so that n bits are enough for a number, and so that the processor mostly guesses right
// that the first slot it looks at settles the matter; with four bytes for each slot, sets of thousands stay in its caches.
// Large sets, which stay in no cache, may use half of their slots: a body that declares a million names should take little memory.
//
// Example: the number 4 with the hash 0x9A3B_0012 among 64 slots is 0x9A3B_0005, in slot 0x12 or after it.

/// A set of numbers, by keyed hashes of the names they represent.
struct XMLHashSlots {
    /// The number of slots per number when a small set is made or grows.
    private static let growthFactor = 16
    /// The number of slots from which on half of them may be used, and a set that grows has twice as many.
    private static let large = 1 << 16
    private(set) var slots: [UInt32]
    private var count = 0

    /// Creates an empty set for numbers below `expected`; with more it grows.
    init(for expected: Int = 0) {
        slots = [UInt32](repeating: 0, count: expected == 0 ? 0 : Self.size(for: expected * 4))
    }

    /// The least power of two that is not less.
    private static func size(for minimum: Int) -> Int {
        1 << (Int.bitWidth - max(minimum - 1, 63).leadingZeroBitCount)
    }

    /// The bits of a number in a slot, and of a place in a hash.
    private var mask: UInt32 { UInt32(truncatingIfNeeded: slots.count &- 1) }

    /// The number with a hash for which `isEqual` holds, or nil.
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

    /// Returns whether the set has to grow before a number is added.
    var isFull: Bool { count &* (slots.count < Self.large ? 4 : 2) >= slots.count }

    /// Reserves capacity for several times as many numbers, and removes all.
    @inline(never)
    mutating func empty() {
        let size = slots.count < Self.large ? Self.size(for: count * Self.growthFactor) : slots.count * 2
        // The memory of the old slots is free before that of the new ones is allocated.
        slots = []
        slots = [UInt32](repeating: 0, count: size)
        count = 0
    }

    /// Adds a number that is not in the set, and less than the capacity.
    mutating func add(_ number: Int, hash: UInt32) {
        let mask = mask
        var index = Int(hash & mask)
        while slots[index] != 0 { index = (index &+ 1) & Int(mask) }
        slots[index] = hash & ~mask | UInt32(truncatingIfNeeded: number &+ 1)
        count &+= 1
    }

    /// The number of hashes that are computed ahead of looking at their slots.
    private static let ahead = 16

    /// The numbers of the first of `count` things that equals an earlier one, and of that; things without a hash do not
    /// count.
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

/// A key that makes hashes of names differ from process to process, so that names of the same hash cannot be chosen.
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

    /// Begins a hash with a number.
    func begin(_ number: UInt32) -> UInt64 { fold(start ^ UInt64(number), end) }
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

// MARK: - Unsafe
//
// Why: in a large set each look-up would wait for memory.
//
// Bound: nothing is read here; the address is that of a slot, whose index has no more bits than that of the last one.

extension XMLHashSlots {
    /// Has the processor fetch the slot where looking for a hash begins.
    func fetchAhead(_ hash: UInt32) {
        unsafe slots.withUnsafeBufferPointer { slots in
            guard let first = slots.baseAddress else { return }
            unsafe decant_fetch_ahead(first + Int(hash & UInt32(truncatingIfNeeded: slots.count &- 1)))
        }
    }
}

/// The bindings of prefixes to namespaces at the current position.
struct XMLNamespaceState: ~Copyable {
    /// The names of namespaces; that of a number is three further to the front, since three are given.
    private var names = XMLNameTable()
    /// The prefixes that were declared anywhere.
    private var prefixes = XMLNameTable()
    /// The namespace of each prefix; 0 if it is not bound.
    private var bound = UnsafeXMLBuffer<XMLNamespaceID>()
    /// The namespace of names without a prefix.
    private(set) var defaultNamespace = XMLNamespaceID.none
    /// The earlier bindings, to be restored at the end of elements.
    private var undo = UnsafeXMLBuffer<Undo>()

    /// A binding that was replaced.
    private struct Undo: BitwiseCopyable {
        /// The number of the prefix, or -1 for that of names without one.
        let prefix: Int32
        let namespace: XMLNamespaceID
    }

    /// The number of changes in force, to be given to ``unbind(to:)``.
    var changeCount: Int { undo.count }
    /// The number of namespaces, with the three that are given.
    var count: Int { names.count + Self.given }
    private static var given: Int { 3 }

    /// The name of a namespace that was declared.
    func name(of namespace: XMLNamespaceID) -> String { names.name(Int(namespace.rawValue) - Self.given).string }

    /// The number of a namespace.
    mutating func number(of name: UnsafeXMLBytes) -> XMLNamespaceID {
        guard name.count > 0 else { return .none }
        return XMLNamespaceID(rawValue: UInt32(truncatingIfNeeded: names.number(of: name) + Self.given))
    }

    mutating func bind(_ prefix: UnsafeXMLBytes, to namespace: XMLNamespaceID) {
        guard prefix.count > 0 else {
            undo.append(Undo(prefix: -1, namespace: defaultNamespace))
            defaultNamespace = namespace
            return
        }
        let number = prefixes.number(of: prefix)
        if number == bound.count { bound.append(.none) }
        undo.append(Undo(prefix: Int32(truncatingIfNeeded: number), namespace: bound[number]))
        bound[number] = namespace
    }

    /// Restores the bindings before an element.
    @inline(never)
    mutating func unbind(to count: Int) {
        while undo.count > count {
            let last = undo[undo.count - 1]
            if last.prefix < 0 { defaultNamespace = last.namespace } else { bound[Int(last.prefix)] = last.namespace }
            undo.truncate(to: undo.count - 1)
        }
    }

    /// Returns the namespace of a prefix, or `none` if it is not bound.
    @inline(__always)
    func namespace(of prefix: UnsafeXMLBytes) -> XMLNamespaceID {
        if let number = prefixes.find(prefix) { return bound[number] }
        return prefix.isEqual(to: .xml) ? .xml : .none
    }
}
