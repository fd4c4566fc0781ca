import DecantCore

extension PropertyListDecodingState {
    @inline(__always)
    func bool(_ node: Int, _ depth: Int) throws -> Bool {
        let kind = tape[node].kind
        if kind == .true { return true }
        if kind == .false { return false }
        return try writtenBool(node, depth)
    }

    /// A truth value as OpenStep's text has it: `YES` and `NO`, `1` and `0`, `true` and `false`.
    private func writtenBool(_ node: Int, _ depth: Int) throws -> Bool {
        guard readsStrings, tape[node].kind.isString else { throw mismatch(Bool.self, node, depth) }
        switch tape.string(at: node) {
        case "YES", "1", "true": return true
        case "NO", "0", "false": return false
        default: throw mismatch(Bool.self, node, depth)
        }
    }

    @inline(__always)
    func string(_ node: Int, _ depth: Int) throws -> String {
        guard tape[node].kind.isString else { throw mismatch(String.self, node, depth) }
        return tape.string(at: node)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(
        _ node: Int,
        _ depth: Int,
        as type: Integer.Type = Integer.self
    ) throws -> Integer {
        let head = tape[node]
        if _fastPath(head.kind == .integer && head.length <= 8),
            let integer = Integer(exactly: Int64(bitPattern: tape.magnitude(at: node)))
        {
            return integer
        }
        return try unusualInteger(node, depth)
    }

    @inline(never)
    private func unusualInteger<Integer: FixedWidthInteger>(_ node: Int, _ depth: Int) throws -> Integer {
        let value: Integer?
        switch tape[node].kind.type {
        case .integer: value = Integer(exactly: tape.integer(at: node))
        case .real: value = Integer(exactly: tape.real(at: node))
        case .text where readsStrings: value = Integer(tape.string(at: node))
        default: throw mismatch(Integer.self, node, depth)
        }
        guard let value else { throw numberMismatch(Integer.self, node, depth) }
        return value
    }

    @inline(__always)
    func double(_ node: Int, _ depth: Int) throws -> Double { try floatingPoint(node, depth) }

    func float(_ node: Int, _ depth: Int) throws -> Float { try floatingPoint(node, depth) }

    /// A floating-point number, or an integer as the nearest one; a number that is too large for the type does not fit.
    @inline(__always)
    private func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ node: Int,
        _ depth: Int
    ) throws -> Number {
        switch tape[node].kind.type {
        case .real:
            let real = tape.real(at: node)
            let number = Number(real)
            guard number.isFinite || !real.isFinite else { throw numberMismatch(Number.self, node, depth) }
            return number
        case .integer:
            guard let short = tape.shortInteger(at: node) else { return Number(tape.integer(at: node)) }
            return Number(short)
        case .text where readsStrings:
            guard let number = Number(tape.string(at: node)) else { throw numberMismatch(Number.self, node, depth) }
            return number
        default: throw mismatch(Number.self, node, depth)
        }
    }
}

extension UnsafePropertyListTape {
    /// Whether a node is the string that stands for no value: `$null`, as `PropertyListEncoder` writes it.
    @inline(__always)
    func isNull(at index: Int) -> Bool {
        let node = self[index]
        guard node.kind == .text, node.length == 5 else { return false }
        return hasKey(UnsafePropertyListKey("$null"), at: index)
    }

    /// What stands at a node, in words.
    func description(of index: Int) -> String {
        switch self[index].kind.listKind {
        case .string: "a string"
        case .integer: "the integer \(integer(at: index))"
        case .real: "the number \(real(at: index))"
        case .boolean: self[index].kind == .true ? "true" : "false"
        case .date: "a date"
        case .data: "data"
        case .array: "an array"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .uid: "the UID \(magnitude(at: index))"
        }
    }
}
