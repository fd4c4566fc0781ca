// Why: a double is read from its text in the body, eight digits at a time, without a test for each.
//
// Bound: the scanner has found a valid number at the node's offset, which a byte that belongs to no number follows; reading
// stops at it. `UnsafeJSONText` states how far beyond it a load may reach.

import DecantCore

extension JSONDocument {
    /// The number at a node that is one, as the nearest double, ties to even; infinity if no double is large enough.
    @inline(__always)
    package func double(at index: Int) -> Double {
        let node = nodes[index]
        if node.kind == .integer { return Double(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Double(node.payload) }
        guard _fastPath(!isNonFinite(index)) else { return nonFinite(at: index) }
        let short = unsafe body.storage.withUnsafeBytes { storage in
            let text = unsafe UnsafeJSONText(storage, of: body)
            return ShortDecimal(text, from: node.offset, to: node.offset &+ node.length)
        }
        return short.double ?? longDouble(at: index, near: short)
    }

    @inline(never)
    private func nonFinite(at index: Int) -> Double {
        switch rawBytes(at: index)[0] {
        case 0x4E: .nan
        case 0x2D: -.infinity
        default: .infinity
        }
    }

    @inline(never)
    private func longDouble(at index: Int, near short: ShortDecimal) -> Double {
        let text = rawBytes(at: index)
        return LongDecimal(text).rounded(from: short.magnitude, in: text)
    }
}
