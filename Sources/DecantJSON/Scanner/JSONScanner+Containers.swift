extension JSONScanner {
    /// Enters an array or object, up to its first element or member or its end.
    @inline(__always)
    mutating func open(_ byte: UInt8, into nodes: UnsafeJSONNodes) -> Bool {
        guard _fastPath(depth < depthLimit) else { return false }
        depth &+= 1
        if parent != Self.noParent {
            let around = nodes[parent]
            nodes[parent] = JSONNode(around.kind, offset: around.offset, link: around.end, count: members)
        }
        nodes[count] = JSONNode(byte == 0x7B ? .object : .array, offset: position, link: parent, count: 0)
        parent = count
        count &+= 1
        members = 0
        // Both closing characters stand two behind their opening ones in ASCII.
        closer = byte &+ 2
        position &+= 1
        skipWhiteSpace()
        return true
    }

    /// Leaves the innermost container, at the character that closes it.
    @inline(__always)
    mutating func close(in nodes: UnsafeJSONNodes) {
        position &+= 1
        depth &-= 1
        let node = nodes[parent]
        nodes[parent] = JSONNode(node.kind, offset: node.offset, link: count, count: members)
        parent = node.end
        guard parent != Self.noParent else {
            closer = 0
            return
        }
        let around = nodes[parent]
        members = around.count
        closer = around.kind == .object ? 0x7D : 0x5D
    }

    /// Reads the name of a member and the colon behind it, up to its value.
    ///
    /// - Returns: What was expected where the text is wrong.
    @inline(__always)
    mutating func scanName(expecting step: JSONScanStep, into nodes: UnsafeJSONNodes) -> JSONScanStep? {
        guard text[position] == 0x22 else { return step }
        guard scanString(into: nodes) else { return .name }
        members &+= 1
        if text[position] != 0x3A {
            skipWhiteSpace()
            guard text[position] == 0x3A else { return .colon }
        }
        position &+= 1
        skipWhiteSpace()
        return nil
    }
}
