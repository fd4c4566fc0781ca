import DecantCore

/// The decoder that a type sees: one value of the document.
///
/// It is no larger than an existential's buffer, so that making one allocates nothing.
struct PropertyListValueDecoder: Decoder, DocumentValueContainer {
    let state: PropertyListDecodingState
    private let index: UInt32
    private let level: UInt32

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - state: What all decoders of one decoding share.
    ///   - node: The value.
    ///   - depth: Its level, counted from the top of the decoding.
    @inline(__always)
    init(_ state: PropertyListDecodingState, _ node: Int, _ depth: Int) {
        self.state = state
        index = UInt32(truncatingIfNeeded: node)
        level = UInt32(truncatingIfNeeded: depth)
    }

    @inline(__always)
    var node: Int { Int(index) }

    @inline(__always)
    var depth: Int { Int(level) }

    @inline(__always)
    var place: DocumentPlace { DocumentPlace(node, depth) }

    var codingPath: [any CodingKey] { state.path(to: node, depth: depth) }

    var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try state.checkDictionary(node, depth)
        return KeyedDecodingContainer(PropertyListKeyedContainer<Key>(state, node, depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard state.tape[node].kind.isList else { throw state.mismatch([Any].self, node, depth) }
        return PropertyListUnkeyedContainer(state, node, depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension PropertyListDecodingState {
    /// Prepares for the members of a dictionary.
    @inline(__always)
    func checkDictionary(_ node: Int, _ depth: Int) throws {
        guard tape[node].kind == .dictionary else { throw mismatch([String: Any].self, node, depth) }
        claim(node, depth)
    }
}
