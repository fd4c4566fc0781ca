/// Numbers for names: the same bytes have the same number, from 0 in the order in which they were added.
///
/// Few names are compared one after the other, more are looked up by a hash that nobody can foresee.
struct XMLNameTable: ~Copyable {
    /// How many names are compared one after the other.
    private static let mostLinear = 8

    private var bytes = UnsafeXMLBuffer<UInt8>()
    private var entries = UnsafeXMLBuffer<Entry>()
    private var slots = XMLHashSlots()

    /// What is known of a name.
    private struct Entry: BitwiseCopyable {
        let word: UInt64
        let start: Int

        /// The number of bytes, which a slice holds in as many bits.
        let count: UInt32

        /// Its hash, once names are looked up by it.
        var hash: UInt32
    }

    /// The number of names.
    @inline(__always)
    var count: Int { entries.count }

    /// The bytes of a name.
    ///
    /// - Parameter number: Its number.
    /// - Returns: Its bytes, until the next one is added.
    @inline(__always)
    func name(_ number: Int) -> UnsafeXMLBytes {
        let entry = entries[number]
        return bytes.bytes(from: entry.start, count: Int(entry.count))
    }

    /// Finds a name.
    ///
    /// - Parameter name: The bytes.
    /// - Returns: Its number, or nil if it was not added.
    @inline(__always)
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

    @inline(__always)
    private var isHashed: Bool { entries.count > Self.mostLinear }

    /// Finds a name or adds it.
    ///
    /// - Parameter name: The bytes.
    /// - Returns: Its number.
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
    @inline(__always)
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
