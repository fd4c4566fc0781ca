/// A node of a document and its level, counted from the top of the decoding.
@frozen
package struct DocumentPlace {
    /// The node.
    package let node: Int

    /// The level.
    package let depth: Int

    /// Creates a place.
    @inlinable
    @inline(__always)
    package init(_ node: Int, _ depth: Int) {
        self.node = node
        self.depth = depth
    }
}
