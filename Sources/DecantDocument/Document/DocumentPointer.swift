package import DecantCore

extension FlatDocument {
    /// Follows a JSON pointer (RFC 6901), in a property list by keys and indices in the same way.
    ///
    /// - Parameters:
    ///   - pointer: The pointer: empty, or a slash before each name or index; `~1` in a name is a slash, and `~0` a tilde.
    ///   - top: The node at which it begins.
    /// - Returns: The node it leads to.
    /// - Throws: ``ResponseError`` with the code ``ResponseError/Code/keyNotFound``, and as much of the path as exists.
    package func node(at pointer: String, from top: Int) throws(ResponseError) -> Int {
        guard pointer.utf8.first == UInt8(ascii: "/") else {
            if pointer.isEmpty { return top }
            throw error(
                .keyNotFound,
                "“\(pointer.printable)” is not a JSON pointer: it does not begin with “/”",
                at: top
            )
        }
        var node = top
        for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let name = Self.unescaped(token) else {
                let message = "“\(pointer.printable)” is not a JSON pointer: “~” is not followed by 0 or 1"
                throw error(.keyNotFound, message, at: top)
            }
            node = try child(name, of: node)
        }
        return node
    }

    private func child(_ name: String, of node: Int) throws(ResponseError) -> Int {
        let kind = self[node].kind
        if kind == .object {
            if let value = value(named: name, of: node) { return value }
            throw error(.keyNotFound, "no member “\(name.printable)”", at: node)
        }
        guard kind.isList else {
            throw error(.keyNotFound, "no member “\(name.printable)” in \(description(of: node))", at: node)
        }
        if let position = Self.index(name), let element = element(at: position, of: node) { return element }
        let count = self[node].count
        let found = count.counted("element")
        throw error(.keyNotFound, "no element “\(name.printable)” in an array of \(found)", at: node)
    }

    /// An index by RFC 6901 §4: digits without leading zeros.
    private static func index(_ token: String) -> Int? {
        let isNumber = token.utf8.allSatisfy { $0 &- 0x30 < 10 } && (token == "0" || token.utf8.first != 0x30)
        return isNumber ? Int(token) : nil
    }

    /// A token without its escapes; nil if a tilde is not one.
    private static func unescaped(_ token: Substring) -> String? {
        guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
        var bytes: [UInt8] = []
        var isAfterTilde = false
        for byte in token.utf8 {
            if isAfterTilde {
                guard byte == 0x30 || byte == 0x31 else { return nil }
                bytes.append(byte == 0x30 ? 0x7E : 0x2F)
                isAfterTilde = false
            } else if byte == 0x7E {
                isAfterTilde = true
            } else {
                bytes.append(byte)
            }
        }
        return isAfterTilde ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: - Duplicate keys

extension FlatDocument {
    /// Throws if an object has the same name twice, with the position of the second one: the first such of the document.
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

    /// The node of the first name of an object that it has for the second time.
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
