// MARK: - Unsafe
//
// Why: a reader writes a node for almost every value and must not test an index, or touch a reference count, for each.
//
// Bound: a reader appends at most two nodes between two tests of `hasCapacityForTwo`, and reads only nodes it has written. They
// are in memory of one document, which no one else can refer to yet. Debug builds assert both.

/// A cursor that fills uninitialized memory with nodes, from the front.
@safe
@usableFromInline
package struct NodeWriter {
    @usableFromInline let base: UnsafeMutablePointer<DocumentNode>

    /// The address of the next node to write.
    @usableFromInline var next: UnsafeMutablePointer<DocumentNode>

    /// The last address where two nodes fit.
    @usableFromInline let last: UnsafeMutablePointer<DocumentNode>

    /// Takes memory that outlives this value and holds two nodes at least.
    ///
    /// - Parameters:
    ///   - base: The memory.
    ///   - capacity: The number of nodes it holds.
    ///   - count: The number of nodes that are written already.
    @inlinable
    @inline(__always)
    init(_ base: UnsafeMutablePointer<DocumentNode>, capacity: Int, count: Int) {
        precondition(count >= 0 && count <= capacity && capacity >= 2)
        unsafe self.base = base
        unsafe next = base + count
        unsafe last = base + (capacity - 2)
    }

    /// A writer for the next nodes and no more, or for fewer if there is less memory.
    @inlinable
    package func prefix(_ number: Int) -> NodeWriter {
        precondition(number >= 2)
        let total = unsafe count + 2 + (last - next)
        return unsafe NodeWriter(base, capacity: max(min(count + number, total), 2), count: count)
    }

    /// Goes on after what another writer of the same memory has written.
    @inlinable
    package mutating func take(_ other: NodeWriter) {
        unsafe next = other.next
    }

    /// The number of nodes that are written.
    @inlinable
    package var count: Int {
        @inline(__always)
        get {
            // Unsigned, which the compiler divides by a shift.
            let bytes = unsafe UInt(bitPattern: next) &- UInt(bitPattern: base)
            return Int(bitPattern: bytes / UInt(bitPattern: MemoryLayout<DocumentNode>.stride))
        }
    }

    /// Whether a name and its value fit.
    @inlinable
    package var hasCapacityForTwo: Bool {
        @inline(__always) get { unsafe next <= last }
    }

    /// Writes a node after the others.
    @inlinable
    @inline(__always)
    package mutating func append(_ node: DocumentNode) {
        assert(unsafe next < last + 2, "a node outside of the memory")
        unsafe next.initialize(to: node)
        unsafe next += 1
    }

    /// Takes back the nodes that were written last.
    @inlinable
    @inline(__always)
    package mutating func removeLast(_ number: Int) {
        assert(number <= count, "a node outside of the memory")
        unsafe next -= number
    }

    /// A node that is written.
    @inlinable
    package subscript(index: Int) -> DocumentNode {
        @inline(__always)
        get {
            assert(index >= 0 && index < count, "a node that is not written")
            return unsafe base[index]
        }
        @inline(__always)
        nonmutating set {
            assert(index >= 0 && index < count, "a node that is not written")
            unsafe base[index] = newValue
        }
    }
}
