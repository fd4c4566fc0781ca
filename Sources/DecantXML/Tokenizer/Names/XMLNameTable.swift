/// Numbers for names: the same bytes have the same number, from 0 in the order in which they were added.
///
/// Few names are compared one after the other, more are looked up by a hash that nobody can foresee.
struct XMLNameTable: ~Copyable {
    /// How many names are compared one after the other.
    private static let mostLinear = 8

    private var bytes = UnsafeXMLBuffer<UInt8>()
    private var entries = UnsafeXMLBuffer<Entry>()
    private var slots: [UInt32] = []

    /// What is known of a name.
    private struct Entry: BitwiseCopyable {
        let word: UInt64
        let start: Int
        let count: Int
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
        return bytes.bytes(from: entry.start, count: entry.count)
    }

    /// Finds a name.
    ///
    /// - Parameter name: The bytes.
    /// - Returns: Its number, or nil if it was not added.
    @inline(__always)
    func find(_ name: UnsafeXMLBytes) -> Int? {
        if _slowPath(entries.count > Self.mostLinear) { return findHashed(name) }
        let word = name.word
        var number = entries.count
        while number > 0 {
            number &-= 1
            let entry = entries[number]
            if entry.word == word, entry.count == name.count, name.count <= 8 || self.name(number) == name {
                return number
            }
        }
        return nil
    }

    /// Finds a name or adds it.
    ///
    /// - Parameter name: The bytes.
    /// - Returns: Its number.
    mutating func number(of name: UnsafeXMLBytes) -> Int {
        find(name) ?? add(name)
    }

    private mutating func add(_ name: UnsafeXMLBytes) -> Int {
        let number = entries.count
        entries.append(Entry(word: name.word, start: bytes.count, count: name.count))
        bytes.append(name)
        guard entries.count > Self.mostLinear else { return number }
        if entries.count * 2 > slots.count { rehash() } else { place(number) }
        return number
    }

    private mutating func rehash() {
        slots = [UInt32](repeating: 0, count: slots.count * 2 + 64)
        for number in 0..<entries.count { place(number) }
    }

    private mutating func place(_ number: Int) {
        var slot = Self.slot(of: name(number), in: slots.count)
        while slots[slot] != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
        slots[slot] = UInt32(truncatingIfNeeded: number + 1)
    }

    @inline(never)
    private func findHashed(_ name: UnsafeXMLBytes) -> Int? {
        var slot = Self.slot(of: name, in: slots.count)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if self.name(number) == name { return number }
            slot = slot + 1 == slots.count ? 0 : slot + 1
        }
        return nil
    }

    private static func slot(of name: UnsafeXMLBytes, in count: Int) -> Int {
        var hasher = Hasher()
        name.hash(into: &hasher)
        return Int(UInt(bitPattern: hasher.finalize()) % UInt(count))
    }
}
