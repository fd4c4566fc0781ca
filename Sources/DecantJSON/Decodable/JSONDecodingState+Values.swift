import DecantCore

extension JSONDecodingState {
    /// Makes a value of any type.
    ///
    /// Recursive types recur through here: what they do not need stands in functions of their own, to keep frames small,
    /// and what they need is put in line, to keep them few.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - node: The node of the value.
    ///   - depth: Its level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever the type throws.
    @inline(__always)
    func value<Value: Decodable>(_ type: Value.Type, _ node: Int, _ depth: Int) throws -> Value {
        try value(type, scratch.kind(of: type), node, depth)
    }

    /// Makes a value of a type whose kind is known.
    @inline(__always)
    func value<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        if case .plain = kind { return try Value(from: JSONValueDecoder(self, node, depth)) }
        return try special(type, kind, node, depth)
    }

    @inline(never)
    private func special<Value: Decodable>(
        _ type: Value.Type,
        _ kind: DecodableKind,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        switch kind {
        case .plain: try Value(from: JSONValueDecoder(self, node, depth))
        case .shortcut(let same): try shortcut(same, as: type, node, depth)
        case .scalar(let same): try scalar(same, as: type, node, depth)
        case .missingImport: throw missingImport(type, node)
        }
    }

    @inline(__always)
    private func shortcut<Same: JSONShortcut, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        UnsafeRenaming.same(try Same.decode(from: self, node, depth))
    }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        let value: Same = try scalar(node, depth)
        return UnsafeRenaming.same(value)
    }
}
