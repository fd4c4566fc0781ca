extension UnsafeJSONTape {
    /// The string at a node that is one, with its escapes resolved in room that is there already.
    @inline(__always)
    func string(at index: Int, by scratch: UnsafeJSONScratch) -> String {
        if _slowPath(self[index].kind == .escapedString) { return unescaped(at: index, by: scratch) }
        return withBytes(at: index) { JSONDocument.string(validated: $0) }
    }

    @inline(never)
    private func unescaped(at index: Int, by scratch: UnsafeJSONScratch) -> String {
        withBytes(at: index) { bytes in
            unsafe scratch.withText(of: bytes.count + UnsafeJSONUnescaper.slack) {
                unsafe JSONDocument.unescaped(bytes, in: $0)
            }
        }
    }

    /// The string at a node that is one, with its escapes resolved.
    @inline(__always)
    func string(at index: Int) -> String {
        if _slowPath(self[index].kind == .escapedString) { return withBytes(at: index) { JSONDocument.unescaped($0) } }
        return withBytes(at: index) { JSONDocument.string(validated: $0) }
    }

    /// The number at a node that is one, as the nearest double; nil if it is too large for one.
    @inline(__always)
    func double(at index: Int) -> Double? {
        let node = self[index]
        if node.kind == .integer { return Double(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Double(node.payload) }
        guard _fastPath(!isNonFinite(at: index)) else { return nonFinite(at: index) }
        let end = node.offset &+ node.length
        let short = ShortDecimal(text(upTo: end), from: node.offset, to: end)
        let value = short.double ?? longDouble(at: index, near: short)
        return value.isFinite ? value : nil
    }

    /// Whether a number is one of the words that a quirk accepts.
    @inline(__always)
    private func isNonFinite(at index: Int) -> Bool {
        let node = self[index]
        let last = node.offset &+ node.length &- 1
        return text(upTo: last)[last] > 0x39
    }

    @inline(never)
    private func nonFinite(at index: Int) -> Double {
        withBytes(at: index) { text in
            switch text[0] {
            case 0x4E: .nan
            case 0x2D: -.infinity
            default: .infinity
            }
        }
    }

    @inline(never)
    private func longDouble(at index: Int, near short: ShortDecimal) -> Double {
        withBytes(at: index) { LongDecimal($0).rounded(from: short.magnitude, in: $0) }
    }

    /// The number at a node that is one, as the nearest float; nil if it is too large for one.
    ///
    /// Rounding the nearest double is right except where that lies half-way between two floats, or where floats are so
    /// small that they have fewer digits; there the text decides.
    func float(at index: Int) -> Float? {
        let node = self[index]
        if node.kind == .integer { return Float(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Float(node.payload) }
        guard let double = double(at: index) else { return nil }
        let isHalfWay = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        let isSmall = abs(double) < Double(Float.leastNormalMagnitude)
        let float = isHalfWay || isSmall ? Float(numberText(at: index)) ?? Float(double) : Float(double)
        return float.isFinite || !double.isFinite ? float : nil
    }

    /// The number at a node that is one, as an integer, if it is one that the type holds.
    @inline(never)
    func integer<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type) -> Integer? {
        let node = self[index]
        if node.kind == .integer { return Integer(exactly: Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return Integer(exactly: node.payload) }
        guard !isNonFinite(at: index) else { return nil }
        return withBytes(at: index) { LongDecimal($0).integer(in: $0, as: type) }
    }

    /// The text of the number at a node that is one, as written.
    func numberText(at index: Int) -> String {
        let node = self[index]
        if node.kind == .integer { return String(Int64(bitPattern: node.payload)) }
        if node.kind == .unsigned { return String(node.payload) }
        return withBytes(at: index) { JSONDocument.string(validated: $0) }
    }

    /// What stands at a node, in words.
    func description(of index: Int) -> String {
        switch self[index].kind {
        case .null: "null"
        case .false: "false"
        case .true: "true"
        case .string, .escapedString: "a string"
        case .array: "an array"
        case .object: "an object"
        default: "the number \(Self.shortened(numberText(at: index)))"
        }
    }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 40 ? text : "\(text.prefix(40))…"
    }
}
