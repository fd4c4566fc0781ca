import DecantCore

extension JSONDecodingState {
    @inline(__always)
    func bool(_ node: Int, _ depth: Int) throws -> Bool {
        let kind = tape[node].kind
        if kind == .true { return true }
        if kind == .false { return false }
        throw mismatch(Bool.self, node, depth)
    }

    @inline(__always)
    func string(_ node: Int, _ depth: Int) throws -> String {
        guard tape[node].kind.isString else { throw mismatch(String.self, node, depth) }
        return document.string(at: node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(
        _ node: Int,
        _ depth: Int,
        as type: Integer.Type = Integer.self
    ) throws -> Integer {
        let value = tape[node]
        if _fastPath(value.kind == .integer), let integer = Integer(exactly: Int64(bitPattern: value.payload)) {
            return integer
        }
        return try unusualInteger(node, depth)
    }

    @inline(never)
    private func unusualInteger<Integer: FixedWidthInteger>(_ node: Int, _ depth: Int) throws -> Integer {
        guard tape[node].kind.isNumber, let value = document.integer(at: node, as: Integer.self) else {
            throw numberMismatch(Integer.self, node, depth)
        }
        return value
    }

    @inline(__always)
    func double(_ node: Int, _ depth: Int) throws -> Double {
        guard tape[node].kind.isNumber else { return try namedFloat(node, depth) }
        let value = document.double(at: node)
        guard value.isFinite || document.isNonFinite(node) else { throw numberMismatch(Double.self, node, depth) }
        return value
    }

    func float(_ node: Int, _ depth: Int) throws -> Float {
        guard tape[node].kind.isNumber else { return try namedFloat(node, depth) }
        let value = document.float(at: node)
        guard value.isFinite || document.isNonFinite(node) else { throw numberMismatch(Float.self, node, depth) }
        return value
    }

    /// An infinity or not-a-number that the options have a string for.
    private func namedFloat<Number: BinaryFloatingPoint>(_ node: Int, _ depth: Int) throws -> Number {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats,
            tape[node].kind.isString
        else { throw mismatch(Number.self, node, depth) }
        switch document.string(at: node) {
        case positive: return .infinity
        case negative: return -.infinity
        case nan: return .nan
        default: throw mismatch(Number.self, node, depth)
        }
    }
}

extension JSONDocument {
    /// The number at a node that is one, as the nearest float.
    ///
    /// Rounding the nearest double is right except where that lies half-way between two floats, or where floats are so
    /// small that they have fewer digits; there the text decides.
    func float(at node: Int) -> Float {
        if kind(of: node) == .integer { return Float(Int64(bitPattern: nodes[node].payload)) }
        if kind(of: node) == .unsigned { return Float(nodes[node].payload) }
        let value = double(at: node)
        let isHalfWay = value.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        let isSmall = abs(value) < Double(Float.leastNormalMagnitude)
        guard isHalfWay || isSmall, value.isFinite else { return Float(value) }
        return Float(numberText(at: node)) ?? Float(value)
    }
}
