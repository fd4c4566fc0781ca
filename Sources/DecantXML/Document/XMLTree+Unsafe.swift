// Why: nodes and attributes are written straight into the uninitialised storage of arrays.
//
// Bound: the pointers live inside of the closures that lend them. `UnsafeXMLRoom` states what the builder keeps to; each
// array is told the number of values that the builder has written, all of them in order from the front.

extension XMLTree {
    /// Lends a builder the room that it asks for, behind what it has written already.
    ///
    /// A text at the end may still be taken back, and so counts as something to be written.
    ///
    /// - Parameters:
    ///   - builder: The builder.
    ///   - tokenizer: What it gets tokens from.
    /// - Returns: How the run ended.
    mutating func fill(_ builder: inout XMLDocumentBuilder, _ tokenizer: inout XMLTokenizer) -> XMLTreeOutcome {
        var outcome = XMLTreeOutcome.needsRoom
        let text = nodes.last?.kind == .text ? nodes.popLast() : nil
        let written = (nodes: nodes.count, attributes: attributes.count)
        let capacity = (nodes: builder.nodeCapacity, attributes: builder.attributeCapacity)
        var attributes = self.attributes
        self.attributes = []
        // One more for the node that stands behind the last one.
        nodes.reserveCapacity(capacity.nodes + 1)
        attributes.reserveCapacity(capacity.attributes)
        nodes.append(addingCapacity: capacity.nodes - written.nodes) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, addedNodes in
                let nodeRoom = unsafe UnsafeXMLRoom(buffer, behind: written.nodes)
                if let text { nodeRoom[written.nodes] = text }
                attributes.append(addingCapacity: capacity.attributes - written.attributes) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, addedAttributes in
                        let attributeRoom = unsafe UnsafeXMLRoom(buffer, behind: written.attributes)
                        let room = XMLTreeRoom(nodes: nodeRoom, attributes: attributeRoom)
                        outcome = builder.run(&tokenizer, room)
                        addedAttributes = builder.attributeCount - written.attributes
                    }
                }
                addedNodes = builder.nodeCount - written.nodes
            }
        }
        self.attributes = attributes
        return outcome
    }
}
