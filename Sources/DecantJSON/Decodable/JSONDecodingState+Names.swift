import DecantCore

extension JSONDecodingState {
    /// The coding key, as text, that the name at a node stands for in its object.
    func name(at node: Int, in object: Int, depth: Int) -> String {
        key(at: node, in: object, depth: depth).stringValue
    }

    /// The coding key that the name at a node stands for.
    func key(at node: Int, in object: Int, depth: Int) -> any CodingKey {
        let written = tape.string(at: node)
        if keepsNames(object, depth) { return DocumentKey(stringValue: written) }
        if let convert = hooks.key {
            return convert(path(to: object, depth: depth) + [DocumentKey(stringValue: written)])
        }
        let isSnakeCase = options.keys == .convertFromSnakeCase
        return DocumentKey(stringValue: isSnakeCase ? SnakeCase.camelCase(written) : written)
    }

    private func keepsNames(_ object: Int, _ depth: Int) -> Bool {
        guard convertsNames, scratch.hasFrame(depth) else { return !convertsNames }
        return scratch[depth].container == UInt32(truncatingIfNeeded: object) && scratch[depth].keepsNames
    }

    /// The keys of an object in the order of the text, each once.
    func names(of object: Int, depth: Int) -> [String] {
        claim(object, depth)
        var names: [String] = []
        var known: Set<UTF8Key> = []
        let node = tape[object]
        var member = object &+ 1
        while member < node.end {
            let name = name(at: member, in: object, depth: depth)
            if node.count == 1 || known.insert(UTF8Key(text: name)).inserted { names.append(name) }
            member = tape.next(after: member &+ 1)
        }
        return names
    }
}
