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
        if number == Self.mostLinear {
            for earlier in 0...number { slots.add(earlier, hash: self.name(earlier).hash()) }
        } else if number > Self.mostLinear {
            slots.add(number, hash: name.hash())
        }
        return number
    }

    @inline(never)
    private func findHashed(_ name: UnsafeXMLBytes) -> Int? {
        let word = name.word
        return slots.find(name.hash()) { number in
            let entry = entries[number]
            return entry.word == word && entry.count == name.count && (name.count <= 8 || self.name(number) == name)
        }
    }
}
