extension UnsafePropertyListTape {
    /// The integer at a node that is one, if an `Int64` holds it.
    @inline(__always)
    func shortInteger(at index: Int) -> Int64? {
        let node = self[index]
        // Only numbers of eight bytes have a sign, and those below have none.
        if _fastPath(node.kind == .integer && node.length <= 8) {
            return Int64(bitPattern: magnitude(at: index))
        }
        return otherShortInteger(at: index)
    }

    @inline(never)
    private func otherShortInteger(at index: Int) -> Int64? {
        if self[index].kind.isStored { return Int64(bitPattern: self[word: index &+ 1]) }
        return Int64(exactly: wideInteger(at: index))
    }

    /// The integer at a node that is one.
    func integer(at index: Int) -> Int128 { shortInteger(at: index).map { Int128($0) } ?? wideInteger(at: index) }

    /// The number at a node that is a floating-point number.
    @inline(__always)
    func real(at index: Int) -> Double {
        let node = self[index]
        if node.kind.isStored { return Double(bitPattern: self[word: index &+ 1]) }
        let bits = magnitude(at: index)
        return node.length == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// The seconds since 2001-01-01T00:00:00Z at a node that is a date.
    @inline(__always)
    func date(at index: Int) -> Double {
        let isStored = self[index].kind.isStored
        return Double(bitPattern: isStored ? self[word: index &+ 1] : magnitude(at: index))
    }
}
