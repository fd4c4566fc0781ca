import DecantCore

// Hints for an error about an absent or misplaced member. They examine only the first members of an object, so their
// cost is bounded for a large one.

extension DecodingState {
    /// Returns a hint that names the probable member, or lists the existing members.
    ///
    /// Returns nil if the error is not about an absent member or array.
    func memberHint(for error: DecodingError, _ node: Int, _ depth: Int) -> Hint? {
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

    /// Returns a hint about a member that differs from a missing one only in style: `request_id` for `requestId`.
    private func styleHint(_ wanted: String, _ object: Int, _ depth: Int) -> Hint? {
        let names = document.names(of: object, upTo: 4 * MemberNames.maxExamined)
        guard let similar = names.first(where: { NameStyle.isSame(document.string(at: $0), wanted) }) else {
            return nil
        }
        let written = document.string(at: similar)
        let member = "the member “\(written.printable)”"
        if convertsNames {
            let key = name(at: similar, in: object, depth: depth) { path(to: object, depth: depth) }
            return "\(member) has the key “\(key.printable)”"
        }
        if let conversion = DecodingOptions.Keys.conversion(of: written, to: wanted) {
            let text = "`.keys(.\(conversion))` reads it as “\(wanted.printable)”"
            let remedy = Remedy(.option, "\(conversion)", text: text)
            return Hint("\(document.words.thisObject) has “\(written.printable)”", remedy)
        }
        return "\(member) differs only in style"
    }

    /// Returns a hint with the path to the only member of the top object that has the expected content.
    private func pathHint(_ object: Int, _ content: String, _ hasContent: (Int) -> Bool) -> Hint? {
        guard object == top, !rules.hasPath, !isStreamItem, document[object].count <= MemberNames.maxExamined else {
            return nil
        }
        let fitting = document.names(of: object, upTo: MemberNames.maxExamined).filter { hasContent($0 + 1) }
        guard fitting.count == 1 else { return nil }
        let name = document.string(at: fitting[0])
        guard document.value(named: name, of: object) == fitting[0] + 1 else { return nil }
        return MemberNames.hint(path: JSONPointer(names: [name]).description, to: "the member", name, which: content)
    }

    /// Returns whether one of the first members of an object has a key; custom key functions are not applied.
    private func hasMember(_ key: String, in value: Int) -> Bool {
        guard document[value].kind == .object else { return false }
        let conversion = rules.strategies.key == nil ? rules.options.keys : .useDefaultKeys
        return document.names(of: value, upTo: MemberNames.maxExamined).contains {
            conversion.key(for: document.string(at: $0)) == key
        }
    }
}

extension FlatDocument {
    /// Returns a hint that lists the names of an object's members.
    func namesHint(of object: Int) -> Hint {
        let count = self[object].count
        guard count > 0 else { return "\(words.thisObject) has no members" }
        let names = names(of: object, upTo: MemberNames.maxExamined)
        return MemberNames.hint(words.thisObject, has: names.map { string(at: $0) }, unexamined: count - names.count)
    }
}
