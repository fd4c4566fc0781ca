import DecantCore

// The hints of an error about a member that is not where it was expected. They examine the first members of an object only, so
// that they take about as long for a large one.

extension DecodingState {
    /// Names the member that was probably meant, or the members that exist.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - node: The value that it is about.
    ///   - depth: The level of the value, counted from the top of the decoding.
    /// - Returns: The hint, or nil if the error is not about an absent member or array.
    func memberHint(for error: DecodingError, _ node: Int, _ depth: Int) -> String? {
        guard document[node].kind == .object else { return nil }
        switch error {
        case .keyNotFound(let key, _):
            let wanted = key.stringValue
            let probable =
                styleHint(wanted, node, depth)
                ?? pathHint(node, "has \(MemberNames.quoted(wanted))") { hasMember(wanted, in: $0) }
            if let probable { return probable }
            return skipped?.isExhausted == true ? nil : document.namesHint(of: node)
        case .typeMismatch(let type, _) where type == [Any].self:
            return pathHint(node, "is an array") { document[$0].kind.isList }
        default: return nil
        }
    }

    /// Names a member that differs from a missing one only in style: `request_id` for `requestId`.
    private func styleHint(_ wanted: String, _ object: Int, _ depth: Int) -> String? {
        let names = document.names(of: object, upTo: 4 * MemberNames.mostExamined)
        guard let similar = names.first(where: { NameStyle.isSame(document.string(at: $0), wanted) }) else {
            return nil
        }
        let written = document.string(at: similar)
        let member = "the member “\(written.printable)”"
        if convertsNames { return "\(member) has the key “\(name(at: similar, in: object, depth: depth).printable)”" }
        if let conversion = DecodingOptions.Keys.conversion(of: written, to: wanted) {
            return "`.keys(.\(conversion))` reads \(member) as “\(wanted.printable)”"
        }
        return "\(member) differs only in style"
    }

    /// Names the path to the only member of the top object that has the expected content.
    private func pathHint(_ object: Int, _ content: String, _ hasContent: (Int) -> Bool) -> String? {
        guard object == top, !rules.hasPath, !isOfStream, document[object].count <= MemberNames.mostExamined else {
            return nil
        }
        let fitting = document.names(of: object, upTo: MemberNames.mostExamined).filter { hasContent($0 + 1) }
        guard fitting.count == 1 else { return nil }
        let name = document.string(at: fitting[0])
        guard document.value(named: name, of: object) == fitting[0] + 1 else { return nil }
        return MemberNames.hint(path: JSONPointer(names: [name]).description, to: "the member", name, which: content)
    }

    /// Returns whether a value is an object with a key among its first members; keys that a function makes are compared as written.
    private func hasMember(_ key: String, in value: Int) -> Bool {
        guard document[value].kind == .object else { return false }
        let conversion = rules.strategies.key == nil ? rules.options.keys : .useDefaultKeys
        return document.names(of: value, upTo: MemberNames.mostExamined).contains {
            conversion.key(for: document.string(at: $0)) == key
        }
    }
}

extension FlatDocument {
    /// Lists the names of the members of an object.
    func namesHint(of object: Int) -> String {
        let count = self[object].count
        guard count > 0 else { return "\(words.thisObject) has no members" }
        let names = names(of: object, upTo: MemberNames.mostExamined)
        return MemberNames.hint(words.thisObject, has: names.map { string(at: $0) }, unexamined: count - names.count)
    }
}
