/// The members of an object, by key.
///
/// The standard library runs the generic methods unspecialised, so each is one line over a core that is not generic.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let state: JSONDecodingState
    private let place: UnsafeJSONPlace

    @inline(__always)
    init(_ state: JSONDecodingState, _ place: UnsafeJSONPlace) {
        self.state = state
        self.place = place
    }

    /// The object.
    @inline(__always)
    var node: Int { place.node }

    /// The level of the object.
    @inline(__always)
    var depth: Int { place.depth }

    /// The level of the values.
    @inline(__always)
    var inside: Int { place.depth &+ 1 }

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

extension JSONDecodingState {
    /// Finds the first member of an object that has a name; -1 if there is none or its value is null.
    @inline(__always)
    func findUnlessNull(_ key: String, in object: Int, depth: Int) -> Int {
        let value = find(key, in: object, depth: depth)
        return value < 0 || tape[value].kind == .null ? -1 : value
    }
}
