extension JSONDocument {
    /// Finds a member of an object.
    ///
    /// - Parameters:
    ///   - name: The name of the member, compared scalar by scalar.
    ///   - object: The node of the object.
    /// - Returns: The node of its value, or nil; the first one if the name is there more than once.
    package func member(named name: String, of object: Int) -> Int? {
        let end = nodes[object].end
        let wanted = name.utf8.count
        var index = object + 1
        while index < end {
            let node = nodes[index]
            if node.kind == .string
                ? node.length == wanted && hasText(name, at: index) : string(at: index).hasText(name)
            {
                return index + 1
            }
            index = next(after: index + 1)
        }
        return nil
    }

    @inline(__always)
    private func hasText(_ text: String, at index: Int) -> Bool {
        let bytes = rawBytes(at: index)
        var position = 0
        for byte in text.utf8 {
            guard bytes[position] == byte else { return false }
            position &+= 1
        }
        return true
    }
}

extension String {
    /// Whether the texts are the same scalar by scalar, and not only equivalent by Unicode's rules.
    fileprivate func hasText(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
