import DecantCore

/// The decoder that a type sees: one value of the document.
///
/// It is no larger than an existential's buffer, so that making one allocates nothing.
struct JSONValueDecoder: Decoder, DocumentValueContainer {
    let state: JSONDecodingState
    private let index: UInt32
    private let level: UInt32

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - state: What all decoders of one decoding share.
    ///   - node: The value.
    ///   - depth: Its level, counted from the top of the decoding.
    @inline(__always)
    init(_ state: JSONDecodingState, _ node: Int, _ depth: Int) {
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
        try state.container(keyedBy: type, node, depth)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard state.tape[node].kind == .array else { throw state.mismatch([Any].self, node, depth) }
        return JSONUnkeyedContainer(state, node, depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONDecodingState {
    @inline(never)
    fileprivate func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> KeyedDecodingContainer<Key> {
        try checkObject(node, depth)
        // The same object may have been tried as a dictionary before.
        scratch[depth].keepsNames = false
        guard let containers = scratch.containers else {
            return KeyedDecodingContainer(JSONKeyedContainer<Key>(self, UnsafeJSONPlace(node, depth)))
        }
        return containers.container(keyedBy: type, self, node, depth)
    }

    /// Prepares for the members of an object.
    @inline(__always)
    func checkObject(_ node: Int, _ depth: Int) throws {
        guard tape[node].kind == .object else { throw mismatch([String: Any].self, node, depth) }
        claim(node, depth)
    }
}
