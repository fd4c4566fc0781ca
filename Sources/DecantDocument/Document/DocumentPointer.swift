package import DecantCore

extension FlatDocument {
    /// Follows a JSON pointer (RFC 6901); in a property list, by keys and indices in the same way.
    ///
    /// - Parameter top: The node where the pointer begins.
    /// - Returns: The node that the pointer refers to.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    package func node(at pointer: JSONPointer, from top: Int) throws(ResponseError) -> Int {
        var node = top
        for name in pointer.names { node = try child(name, of: node) }
        return node
    }

    private func child(_ name: String, of node: Int) throws(ResponseError) -> Int {
        let kind = self[node].kind
        if kind == .object {
            if let value = value(named: name, of: node) { return value }
            throw error(.keyNotFound, "no member “\(name.printable)”", at: node, hint: namesHint(of: node))
        }
        guard kind.isList else {
            throw error(.keyNotFound, "no member “\(name.printable)” in \(description(of: node))", at: node)
        }
        if let position = Self.index(name), let element = element(at: position, of: node) { return element }
        let count = self[node].count
        let found = count.counted("element")
        throw error(.keyNotFound, "no element “\(name.printable)” in an array of \(found)", at: node)
    }

    /// Parses an index (RFC 6901 §4): digits without leading zeros.
    private static func index(_ token: String) -> Int? {
        let isNumber = token.utf8.allSatisfy(\.isDigit) && (token == "0" || token.utf8.first != UInt8(ascii: "0"))
        return isNumber ? Int(token) : nil
    }
}

// MARK: - Duplicate keys

extension FlatDocument {
    /// Throws if an object contains a duplicate name, with the position of the first duplicate in the document.
    package func refuseDuplicateKeys() throws(ResponseError) {
        var first: Int?
        for index in 0..<count where self[index].kind == .object && self[index].count > 1 {
            guard let duplicate = duplicateKey(in: index) else { continue }
            first = min(first ?? duplicate, duplicate)
        }
        guard let first else { return }
        let name = string(at: first).excerpt(100)
        let noun = words == .json ? "member name" : "key"
        throw error(.malformedBody, "duplicate \(noun) “\(name)”", at: first)
    }

    /// Returns the node of the first duplicate name in an object.
    package func duplicateKey(in object: Int) -> Int? {
        var names: Set<UTF8Key> = []
        names.reserveCapacity(self[object].count)
        var index = object + 1
        while index < self[object].end {
            guard names.insert(UTF8Key(text: string(at: index))).inserted else { return index }
            index = next(after: index + 1)
        }
        return nil
    }
}
