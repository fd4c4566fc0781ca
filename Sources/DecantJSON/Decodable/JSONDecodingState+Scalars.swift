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
        return tape.string(at: node, by: scratch)
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
        guard tape[node].kind.isNumber, let value = tape.integer(at: node, as: Integer.self) else {
            throw numberMismatch(Integer.self, node, depth)
        }
        return value
    }

    @inline(__always)
    func double(_ node: Int, _ depth: Int) throws -> Double {
        guard tape[node].kind.isNumber else { return try namedFloat(node, depth) }
        guard let value = tape.double(at: node) else { throw numberMismatch(Double.self, node, depth) }
        return value
    }

    func float(_ node: Int, _ depth: Int) throws -> Float {
        guard tape[node].kind.isNumber else { return try namedFloat(node, depth) }
        guard let value = tape.float(at: node) else { throw numberMismatch(Float.self, node, depth) }
        return value
    }

    /// An infinity or not-a-number that the options have a string for.
    private func namedFloat<Number: BinaryFloatingPoint>(_ node: Int, _ depth: Int) throws -> Number {
        guard case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats,
            tape[node].kind.isString
        else { throw mismatch(Number.self, node, depth) }
        switch tape.string(at: node) {
        case positive: return .infinity
        case negative: return -.infinity
        case nan: return .nan
        default: throw mismatch(Number.self, node, depth)
        }
    }
}
