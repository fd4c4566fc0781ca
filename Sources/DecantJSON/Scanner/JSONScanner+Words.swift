extension JSONScanner {
    /// Reads one of the three literal names (RFC 8259 §3).
    ///
    /// - Returns: Whether there is one at the position.
    @inline(__always)
    mutating func scanWord(_ byte: UInt8, into nodes: UnsafeJSONNodes) -> Bool {
        if byte == 0x6E, text.word32(at: position) == 0x6C6C_756E {
            scanNull(into: nodes)
        } else if byte == 0x74, text.word32(at: position) == 0x6575_7274 {
            append(.true, length: 4, to: nodes)
        } else if byte == 0x66, text.word32(at: position &+ 1) == 0x6573_6C61 {
            append(.false, length: 5, to: nodes)
        } else {
            return Grammar.isLenient && scanNonFinite(into: nodes)
        }
        return true
    }

    @inline(__always)
    private mutating func append(_ kind: JSONNode.Kind, length: Int, to nodes: UnsafeJSONNodes) {
        nodes[count] = JSONNode(kind, offset: position, payload: UInt64(truncatingIfNeeded: length))
        count &+= 1
        position &+= length
    }

    /// Writes a null, or forgets it together with its name if nulls are to be removed.
    ///
    /// The null of the top always stays.
    @inline(__always)
    private mutating func scanNull(into nodes: UnsafeJSONNodes) {
        if removesNullMembers, closer == 0x7D {
            count &-= 1
            members &-= 1
            position &+= 4
        } else if removesNullElements, closer == 0x5D {
            members &-= 1
            position &+= 4
        } else {
            append(.null, length: 4, to: nodes)
        }
    }
}
