/// Where a builder writes.
struct XMLTreeRoom {
    /// Room for nodes.
    let nodes: UnsafeXMLRoom<XMLNode>

    /// Room for attributes.
    let attributes: UnsafeXMLRoom<XMLAttributeRecord>
}
