extension JSONScanner {
    /// Reads a string (RFC 8259 §7) from its opening quotation mark to behind the closing one.
    ///
    /// - Returns: Whether it is valid; if not, the position is that of the fault.
    @inline(__always)
    mutating func scanString(into nodes: UnsafeJSONNodes) -> Bool {
        let start = position &+ 1
        var end = JSONStringEnd(position: start &+ text.stringStop(at: start), kind: .string)
        if _slowPath(text[end.position] != 0x22) {
            end = JSONStringEnd(in: text, from: end.position)
            guard end.kind.isString else {
                position = end.position
                return false
            }
        }
        nodes[count] = JSONNode(end.kind, offset: start, payload: UInt64(truncatingIfNeeded: end.position &- start))
        count &+= 1
        position = end.position &+ 1
        return true
    }
}
