// Why: a generic method knows its type as `Value`, the table of kinds knows the same type by its conformance, and a
// dynamic cast from one to the other costs more than decoding an integer.
//
// Bound: the kind of a type is made from that very type by a metatype cast (DecodableKind.init), so both names mean the
// same type; `unsafeBitCast` stops the program if not even the sizes agree.

import DecantCore

extension JSONDecodingState {
    /// Makes a value of any type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - node: The node of the value.
    ///   - depth: Its level.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever the type throws.
    func value<Value: Decodable>(_ type: Value.Type, _ node: Int, _ depth: Int) throws -> Value {
        try value(type, kinds[type], node, depth)
    }

    /// Makes a value of a type whose kind is known.
    func value<Value: Decodable>(
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

    private func shortcut<Same: JSONShortcut, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        unsafe unsafeBitCast(try Same.decode(from: self, node, depth), to: type)
    }

    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ node: Int,
        _ depth: Int
    ) throws -> Value {
        let value: Same = try scalar(node, depth)
        return unsafe unsafeBitCast(value, to: type)
    }
}
