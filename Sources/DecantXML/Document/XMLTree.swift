// Nodes and attributes are in one piece of memory, so that a small document takes one allocation for both, and only the sum
// of both has to be estimated: nodes are written from the front, attributes from the back.
//
//   node 0 │ node 1 │ …  →     free     ←  … │ attribute 1 │ attribute 0
//
// A node that is written stays where it is, unless the memory has to grow.

import CDecantScan
import DecantCore

/// The nodes and attributes of a document.
@safe
struct XMLTree: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    /// The number of bytes of the memory.
    private var size = 0
    /// The number of nodes written; the first one is the document.
    private(set) var nodeCount = 0
    /// The number of attributes written.
    private(set) var attributeCount = 0
    /// The number of bytes that are free.
    private var free = 0

    /// Creates a tree without memory.
    init() { unsafe base = nil }

    /// Creates an empty tree with memory for a text of a number of bytes.
    init(textLength: Int) {
        unsafe base = nil
        resize(to: Self.size(for: textLength))
    }

    /// Most documents have a node for each 15 to 40 bytes; memory that is not used is never touched.
    private static func size(for textLength: Int) -> Int { textLength * 9 / 4 + 1024 }

    /// Makes sure that one more node than the given ones can be written, and some attributes.
    ///
    /// - Parameters:
    ///   - nodes: The number of nodes to be written.
    ///   - attributes: The number of attributes to be written.
    ///   - position: The part of the text that has been read.
    ///   - textLength: The length of the whole text.
    mutating func reserve(nodes: Int, attributes: Int, at position: Int, of textLength: Int) {
        // One node is left for the end.
        let needed = Self.bytes(nodes &+ 1, attributes)
        if _slowPath(free < needed) { grow(by: needed, at: position, of: textLength) }
    }

    /// The number of bytes of some nodes and attributes.
    private static func bytes(_ nodes: Int, _ attributes: Int) -> Int {
        nodes &* MemoryLayout<XMLNode>.stride &+ attributes &* MemoryLayout<XMLAttributeRecord>.stride
    }

    /// Returns whether one more node than the given ones can be written, and some attributes.
    func hasCapacity(nodes: Int, attributes: Int) -> Bool { free >= Self.bytes(nodes &+ 1, attributes) }

    /// Grows the memory to what the rest of the text needs if it is like the part already read, and a twentieth more, but by at
    /// least a quarter, so that values move a few times at most.
    @inline(never)
    private mutating func grow(by needed: Int, at position: Int, of textLength: Int) {
        let used = size - free
        let likely = Double(used) * Double(textLength) / Double(max(position, 1)) * 1.05
        // Two bytes for each node is the least, unless entities make more of the text.
        let most = max(textLength / 2 * MemoryLayout<XMLNode>.stride, used)
        resize(to: max(used + used / 4, Int(min(likely, Double(most)))) + needed)
    }

    /// Removes the last node.
    mutating func removeLastNode() {
        assert(nodeCount > 0, "no node to remove")
        nodeCount &-= 1
        free &+= Self.bytes(1, 0)
    }

    /// Removes the attributes from an index on.
    mutating func removeAttributes(from index: Int) {
        assert(index >= 0 && index <= attributeCount, "more attributes than there are")
        free &+= Self.bytes(0, attributeCount &- index)
        attributeCount = index
    }

    /// Ends a small tree: its memory is cut to its length, because a program may keep many small documents.
    mutating func finish() {
        let used = size - free
        guard size <= Self.small, free > used / 2 else { return }
        resize(to: used)
    }

    /// The number of bytes up to which memory is cut to what was written; the system has not given the unused part of more.
    private static var small: Int { 64 << 10 }

    // MARK: - Unsafe
    //
    // Why: nodes and attributes are written for almost every token, and an array tests uniqueness and bounds for each.
    //
    // Bound: `size` bytes at `base` belong to this value alone, which cannot be copied. The first `nodeCount` nodes from the
    // front are written, and the first `attributeCount` attributes from the back; only these are read. Appending requires
    // that `reserve` or `hasCapacity` was asked before, which debug builds assert. Both types are trivial and consist of
    // numbers of at most 32 bits, for which both ends of the memory are aligned, since `size` is a multiple of 8.

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

    /// A node that was written.
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

    /// Adds a node, for which there is memory.
    mutating func append(_ node: XMLNode) {
        assert(free >= Self.bytes(1, 0), "no memory for a node")
        unsafe (front + nodeCount).initialize(to: node)
        nodeCount &+= 1
        free &-= Self.bytes(1, 0)
    }

    /// Adds an attribute, for which there is memory.
    mutating func append(_ attribute: XMLAttributeRecord) {
        assert(free >= Self.bytes(0, 1), "no memory for an attribute")
        unsafe (back - attributeCount - 1).initialize(to: attribute)
        attributeCount &+= 1
        free &-= Self.bytes(0, 1)
    }

    /// Changes the number of bytes of the memory, which has to suffice for what was written.
    private mutating func resize(to minimum: Int) {
        let newSize = (minimum + 7) & ~7
        let length = Self.bytes(0, attributeCount)
        let (old, new) = (size - length, newSize - length)
        // Attributes move before the memory shrinks, or after it has grown.
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

    /// A node that was written; any other index ends the program.
    func node(at index: Int) -> XMLNode {
        precondition(index >= 0 && index < nodeCount, "no such node")
        return unsafe front[index]
    }

    /// An attribute that was written; any other index ends the program.
    func attribute(at index: Int) -> XMLAttributeRecord {
        precondition(index >= 0 && index < attributeCount, "no such attribute")
        return unsafe (back - index - 1).pointee
    }
}
