// Nodes and attributes share one block of memory. A small document needs one allocation for both, and only their total
// size must be estimated. Nodes are written from the front, attributes from the back.
//
//   node 0 │ node 1 │ …  →     free     ←  … │ attribute 1 │ attribute 0
//
// A node does not move unless the memory grows.

import CDecantScan
import DecantCore

/// The nodes and attributes of a document.
@safe
struct XMLTree: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var size = 0
    /// The number of nodes written; the first one is the document.
    private(set) var nodeCount = 0
    private(set) var attributeCount = 0
    private var free = 0

    init() { unsafe base = nil }

    init(textLength: Int) {
        unsafe base = nil
        resize(to: Self.size(for: textLength))
    }

    /// Returns the initial size of the memory.
    ///
    /// Most documents have one node per 15 to 40 bytes; unused memory is never touched.
    private static func size(for textLength: Int) -> Int { textLength * 9 / 4 + 1024 }

    /// Ensures capacity for numbers of nodes and attributes, and for the sentinel, at a position of the text.
    mutating func reserve(nodes: Int, attributes: Int, at position: Int, of textLength: Int) {
        // One more node for the sentinel.
        let needed = Self.bytes(nodes &+ 1, attributes)
        if _slowPath(free < needed) { grow(by: needed, at: position, of: textLength) }
    }

    private static func bytes(_ nodes: Int, _ attributes: Int) -> Int {
        nodes &* MemoryLayout<XMLNode>.stride &+ attributes &* MemoryLayout<XMLAttributeRecord>.stride
    }

    /// Returns whether there is capacity for the given numbers of nodes and attributes, and for the sentinel.
    func hasCapacity(nodes: Int, attributes: Int) -> Bool { free >= Self.bytes(nodes &+ 1, attributes) }

    /// Grows the memory to the expected total size plus a twentieth, by at least a quarter.
    ///
    /// The expectation assumes that the remaining text is like the parsed text. The minimum growth bounds the number of
    /// moves.
    @inline(never)
    private mutating func grow(by needed: Int, at position: Int, of textLength: Int) {
        let used = size - free
        let likely = Double(used) * Double(textLength) / Double(max(position, 1)) * 1.05
        // A node takes at least two bytes of text, except for content from entities.
        let most = max(textLength / 2 * MemoryLayout<XMLNode>.stride, used)
        resize(to: max(used + used / 4, Int(min(likely, Double(most)))) + needed)
    }

    mutating func removeLastNode() {
        assert(nodeCount > 0, "no node to remove")
        nodeCount &-= 1
        free &+= Self.bytes(1, 0)
    }

    mutating func removeAttributes(from index: Int) {
        assert(index >= 0 && index <= attributeCount, "more attributes than there are")
        free &+= Self.bytes(0, attributeCount &- index)
        attributeCount = index
    }

    /// Finishes the tree; small trees are shrunk, because a program may keep many small documents.
    mutating func finish() {
        let used = size - free
        guard size <= Self.small, free > used / 2 else { return }
        resize(to: used)
    }

    /// The largest size to shrink; the system has not committed the unused part of larger trees.
    private static var small: Int { 64 << 10 }

    // MARK: - Unsafe
    //
    // Why: nodes and attributes are written for almost every token, and an array checks uniqueness and bounds on each
    // write.
    //
    // Bound: this value, which cannot be copied, exclusively owns the `size` bytes at `base`. The first `nodeCount`
    // nodes from the front and the first `attributeCount` attributes from the back are written, and only these are
    // read. Appending requires a preceding `reserve` or `hasCapacity`, which debug builds assert. Both types are
    // trivial and consist of numbers of at most 32 bits. Both ends of the memory are aligned for them, since `size` is
    // a multiple of 8.

    deinit { unsafe decant_free(base) }

    /// The address of the first node.
    private var front: UnsafeMutablePointer<XMLNode> {
        assert(size > 0, "a tree without memory")
        return unsafe base.unsafelyUnwrapped.assumingMemoryBound(to: XMLNode.self)
    }

    /// The address after the first attribute.
    private var back: UnsafeMutablePointer<XMLAttributeRecord> {
        assert(size > 0, "a tree without memory")
        return unsafe (base.unsafelyUnwrapped + size).assumingMemoryBound(to: XMLAttributeRecord.self)
    }

    subscript(index: Int) -> XMLNode {
        get {
            assert(index >= 0 && index < nodeCount, "a node outside of the tree")
            return unsafe front[index]
        }
        set {
            assert(index >= 0 && index < nodeCount, "a node outside of the tree")
            unsafe front[index] = newValue
        }
    }

    /// Appends a node, for which there must be free capacity.
    mutating func append(_ node: XMLNode) {
        assert(free >= Self.bytes(1, 0), "no memory for a node")
        unsafe (front + nodeCount).initialize(to: node)
        nodeCount &+= 1
        free &-= Self.bytes(1, 0)
    }

    /// Appends an attribute, for which there must be free capacity.
    mutating func append(_ attribute: XMLAttributeRecord) {
        assert(free >= Self.bytes(0, 1), "no memory for an attribute")
        unsafe (back - attributeCount - 1).initialize(to: attribute)
        attributeCount &+= 1
        free &-= Self.bytes(0, 1)
    }

    private mutating func resize(to minimum: Int) {
        let newSize = (minimum + 7) & ~7
        let length = Self.bytes(0, attributeCount)
        let (old, new) = (size - length, newSize - length)
        // Attributes move before the memory shrinks, or after it grows.
        if newSize < size, let base = unsafe base { unsafe memmove(base + new, base + old, length) }
        guard let memory = unsafe decant_resize(base, newSize) else {
            preconditionFailure("not enough memory for a document")
        }
        if newSize > size { unsafe memmove(memory + new, memory + old, length) }
        unsafe base = unsafe memory
        free += newSize - size
        size = newSize
        unsafe UnsafeFreshMemory.preferLargePages(
            UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: newSize)
        )
    }

    /// Returns a node that was written; any other index stops the program.
    func node(at index: Int) -> XMLNode {
        precondition(index >= 0 && index < nodeCount, "no such node")
        return unsafe front[index]
    }

    /// Returns an attribute that was written; any other index stops the program.
    func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(index >= 0 && index < attributeCount, "no such attribute")
        return unsafe (back - index - 1).pointee
    }
}
