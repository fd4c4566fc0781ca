extension JSONDocument {
    /// The number at a node that is one, as the nearest double, ties to even; infinity if it is too large for any.
    @inline(__always)
    package func double(at index: Int) -> Double {
        let node = nodes[index]
        if node.kind == .integer { return Double(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Double(node.payload) }
        guard _fastPath(!isNonFinite(index)) else { return nonFinite(at: index) }
        return body.double(at: node.offset, length: node.length)
    }

    @inline(never)
    private func nonFinite(at index: Int) -> Double {
        switch rawBytes(at: index)[0] {
        case 0x4E: .nan
        case 0x2D: -.infinity
        default: .infinity
        }
    }

    /// The number at a node that is one, as an integer, if it is one that the type holds; `1.0` and `1e3` are integers.
    @inline(__always)
    package func integer<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type = Integer.self) -> Integer? {
        let node = nodes[index]
        if _fastPath(node.kind == .integer) { return Integer(exactly: Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Integer(exactly: node.payload) }
        return longInteger(at: index, as: type)
    }

    @inline(never)
    private func longInteger<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type) -> Integer? {
        guard !isNonFinite(index) else { return nil }
        let text = rawBytes(at: index)
        return LongDecimal(text).integer(in: text, as: type)
    }

    /// The text of the number at a node that is one, as written.
    package func numberText(at index: Int) -> String {
        let node = nodes[index]
        // The text of an integer is its description: there are no leading zeros, no plus, and `-0` is none.
        if node.kind == .integer { return String(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return String(node.payload) }
        return string(ofNumberAt: index)
    }

    /// Whether a number is one of the words that a quirk accepts.
    package func isNonFinite(_ index: Int) -> Bool {
        guard kind(of: index) == .number else { return false }
        let text = rawBytes(at: index)
        return text[text.count - 1] > 0x39
    }

    /// Whether a number that is kept as text is an integer by its form, without fraction or exponent; `-0` is none.
    func hasOnlyDigits(_ index: Int) -> Bool {
        let text = rawBytes(at: index)
        // Integers of fewer digits are not kept as text.
        guard text.count > 18 else { return false }
        for position in 1..<text.count where text[position] &- 0x30 >= 10 { return false }
        return true
    }
}
