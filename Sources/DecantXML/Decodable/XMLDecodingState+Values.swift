import DecantCore

extension XMLDecodingState {
    /// Makes a value of any type.
    ///
    /// Recursive types recur through here: what they do not need stands in functions of their own, to keep frames small.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: What of the document it is made from.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or whatever the type throws.
    func value<Value: Decodable>(_ type: Value.Type, _ place: XMLDecodedPlace) throws -> Value {
        let kind = kind(of: type)
        if case .plain = kind { return try type.init(from: XMLValueDecoder(self, place)) }
        return try special(type, kind, place)
    }

    @inline(never)
    private func special<Value: Decodable>(
        _ type: Value.Type,
        _ kind: XMLDecodableKind,
        _ place: XMLDecodedPlace
    ) throws -> Value {
        guard case .shortcut(let same) = kind else { return try scalar(type, kind, place) }
        return try shortcut(same, as: type, place)
    }

    @inline(never)
    private func scalar<Value: Decodable>(
        _ type: Value.Type,
        _ kind: XMLDecodableKind,
        _ place: XMLDecodedPlace
    ) throws -> Value {
        guard case .scalar(let same) = kind else { throw missingImport(type, place) }
        return try scalar(same, as: type, place)
    }

    @inline(never)
    private func shortcut<Same: XMLShortcut, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ place: XMLDecodedPlace
    ) throws -> Value {
        UnsafeRenaming.same(try Same.decode(from: self, place))
    }

    @inline(never)
    private func scalar<Same: ScalarDecodable, Value>(
        _ same: Same.Type,
        as type: Value.Type,
        _ place: XMLDecodedPlace
    ) throws -> Value {
        let value: Same = try scalar(place)
        return UnsafeRenaming.same(value)
    }

    /// The value of a type if there is nothing to make one of; nil for types that have none, or if the options want an error.
    func valueOfNothing<Value>(_ type: Value.Type) -> Value? {
        guard !options.requiresElementsOfArrays, case .shortcut(let same) = kind(of: type) else { return nil }
        return valueOfNothing(same, as: type)
    }

    private func valueOfNothing<Same: XMLShortcut, Value>(_ same: Same.Type, as type: Value.Type) -> Value? {
        Same.valueOfNothing.map { UnsafeRenaming.same($0) }
    }
}
