// Why: the scanner writes a node for almost every value and must not test an index, or touch a reference count, for each.
//
// Bound: the scanner writes at most two nodes between two tests against `capacity`, and reads only nodes it has written,
// which stand in one array whose storage nobody else can reach meanwhile.
// Debug builds assert both.

/// Uninitialised room for nodes, filled from the front.
@safe
struct UnsafeJSONNodes {
    private let base: UnsafeMutablePointer<JSONNode>

    /// The number of nodes that there is room for.
    let capacity: Int

    /// Takes room that outlives this value and is never empty.
    ///
    /// - Parameters:
    ///   - buffer: The room behind the nodes already written, which stand before it in the same piece of memory.
    ///   - written: How many of these there are.
    @inline(__always)
    init(_ buffer: UnsafeMutableBufferPointer<JSONNode>, behind written: Int) {
        precondition(buffer.count > 0 && written >= 0)
        unsafe base = buffer.baseAddress.unsafelyUnwrapped - written
        capacity = written + buffer.count
    }

    /// A node; nodes are trivial, so that writing one over uninitialised room is the same as initialising it.
    @inline(__always)
    subscript(index: Int) -> JSONNode {
        get {
            assert(index >= 0 && index < capacity, "a node outside of the room")
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < capacity, "a node outside of the room")
            unsafe (base + index).initialize(to: newValue)
        }
    }
}

extension UnsafeJSONNodes {
    /// Writes the node of a container that begins, and notes in the one around it how many parts it has so far.
    @inline(__always)
    func open(_ byte: UInt8, at index: Int, offset: Int, in parent: Int, members: Int) {
        if parent != JSONScanner.noParent {
            let around = self[parent]
            self[parent] = JSONNode(around.kind, offset: around.offset, link: around.end, count: members)
        }
        self[index] = JSONNode(byte == 0x7B ? .object : .array, offset: offset, link: parent, count: 0)
    }

    /// Completes the node of a container that ends.
    ///
    /// - Returns: The container around it, how many parts that has so far, and what closes it.
    @inline(__always)
    func close(_ index: Int, at end: Int, members: Int) -> (parent: Int, members: Int, closer: UInt8) {
        let node = self[index]
        let parent = node.end
        self[index] = JSONNode(node.kind, offset: node.offset, link: end, count: members)
        guard parent != JSONScanner.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? 0x7D : 0x5D)
    }
}
