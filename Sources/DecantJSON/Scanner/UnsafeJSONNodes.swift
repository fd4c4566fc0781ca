// Why: the scanner writes a node for almost every value and must not test an index, or touch a reference count, for each.
//
// Bound: the scanner appends at most two nodes between two tests of `hasRoomForTwo`, and reads only nodes it has written,
// which stand in one piece of memory that nobody else can reach meanwhile. Debug builds assert both.

/// Uninitialised room for nodes, filled from the front.
@safe
struct UnsafeJSONNodes {
    private let base: UnsafeMutablePointer<JSONNode>

    /// Where the next node is written.
    private var next: UnsafeMutablePointer<JSONNode>

    /// The last place where two nodes can be written.
    private let last: UnsafeMutablePointer<JSONNode>

    /// Takes room that outlives this value and holds two nodes at least.
    ///
    /// - Parameters:
    ///   - base: The room.
    ///   - capacity: How many nodes it holds.
    ///   - count: How many nodes are written already.
    @inline(__always)
    init(_ base: UnsafeMutablePointer<JSONNode>, capacity: Int, count: Int) {
        precondition(count >= 0 && count <= capacity && capacity >= 2)
        unsafe self.base = base
        unsafe next = base + count
        unsafe last = base + (capacity - 2)
    }

    /// How many nodes are written.
    @inline(__always)
    var count: Int {
        // Unsigned, which the compiler divides by a shift.
        let bytes = unsafe UInt(bitPattern: next) &- UInt(bitPattern: base)
        return Int(bitPattern: bytes / UInt(bitPattern: MemoryLayout<JSONNode>.stride))
    }

    /// Whether there is room for a name and its value.
    @inline(__always)
    var hasRoomForTwo: Bool { unsafe next <= last }

    /// Writes a node behind the others.
    @inline(__always)
    mutating func append(_ node: JSONNode) {
        assert(unsafe next < last + 2, "a node outside of the room")
        unsafe next.initialize(to: node)
        unsafe next += 1
    }

    /// Takes back the nodes that were written last.
    @inline(__always)
    mutating func removeLast(_ number: Int) {
        assert(number <= count, "a node outside of the room")
        unsafe next -= number
    }

    /// A node that is written.
    @inline(__always)
    private subscript(index: Int) -> JSONNode {
        get {
            assert(index >= 0 && index < count, "a node outside of the room")
            return unsafe base[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count, "a node outside of the room")
            unsafe base[index] = newValue
        }
    }
}

extension UnsafeJSONNodes {
    /// Writes the node of a container that begins, and notes in the one around it how many parts it has so far.
    ///
    /// - Returns: The index of the node.
    @inline(__always)
    mutating func open(_ byte: UInt8, offset: Int, in parent: Int, members: Int) -> Int {
        if parent != JSONScanPlace.noParent {
            let around = self[parent]
            self[parent] = JSONNode(around.kind, offset: around.offset, link: around.end, count: members)
        }
        let index = count
        append(JSONNode(byte == 0x7B ? .object : .array, offset: offset, link: parent, count: 0))
        return index
    }

    /// Completes the node of a container that ends behind the last node.
    ///
    /// - Returns: The container around it, how many parts that has so far, and what closes it.
    @inline(__always)
    func close(_ index: Int, members: Int) -> (parent: Int, members: Int, closer: UInt8) {
        let node = self[index]
        let parent = node.end
        self[index] = JSONNode(node.kind, offset: node.offset, link: count, count: members)
        guard parent != JSONScanPlace.noParent else { return (parent, 0, 0) }
        let around = self[parent]
        return (parent, around.count, around.kind == .object ? 0x7D : 0x5D)
    }
}
