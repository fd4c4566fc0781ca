/// The members of a dictionary, by key.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct PropertyListKeyedContainer<Key: CodingKey> {
    let state: PropertyListDecodingState
    private let index: UInt32
    private let level: UInt32

    @inline(__always)
    init(_ state: PropertyListDecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    /// The dictionary.
    @inline(__always)
    var node: Int { Int(index) }

    /// The level of the dictionary.
    @inline(__always)
    var depth: Int { Int(level) }

    /// The level of the values.
    @inline(__always)
    var inside: Int { Int(level) &+ 1 }

    /// The value of a key, or -1.
    @inline(__always)
    func find(_ key: Key) -> Int { state.find(key.stringValue, in: node, depth: depth) }

    /// The value of a key, or -1 if it is absent or null.
    @inline(__always)
    func optional(_ key: Key) -> Int { state.findUnlessNull(key.stringValue, in: node, depth: depth) }

    /// The value of a key that has to be there.
    @inline(__always)
    func required(_ key: Key) throws -> Int {
        let value = find(key)
        if _slowPath(value < 0) { throw state.missing(key, node, depth) }
        return value
    }
}

extension PropertyListDecodingState {
    /// Finds the first member of a dictionary that has a key; -1 if there is none or its value is null.
    @inline(__always)
    func findUnlessNull(_ key: String, in dictionary: Int, depth: Int) -> Int {
        let value = find(key, in: dictionary, depth: depth)
        return value < 0 || tape.isNull(at: value) ? -1 : value
    }
}
