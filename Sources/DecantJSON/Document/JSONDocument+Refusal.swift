import DecantCore

// What RFC 8259 allows and the caller does not.

extension JSONDocument {
    /// Throws if the text is no array or object.
    func refuseFragment() throws(ResponseError) {
        guard !kind(of: 0).isContainer else { return }
        throw error(.malformedBody, "expected an array or an object around everything", at: 0)
    }

    /// Throws if an object has the same name twice, with the place of the second one; the first such place of the text.
    func refuseDuplicateKeys() throws(ResponseError) {
        var first: Int?
        for index in 0..<nodes.count where kind(of: index) == .object && count(of: index) > 1 {
            guard let duplicate = duplicateKey(in: index) else { continue }
            first = min(first ?? duplicate, duplicate)
        }
        guard let first else { return }
        throw error(.malformedBody, "the name “\(string(at: first).printable)” is there twice", at: first)
    }

    /// The node of the first name of an object that stands there for the second time.
    package func duplicateKey(in object: Int) -> Int? {
        var names: Set<UTF8Key> = []
        names.reserveCapacity(count(of: object))
        var index = object + 1
        while index < nodes[object].end {
            guard names.insert(UTF8Key(text: string(at: index))).inserted else { return index }
            index = next(after: index + 1)
        }
        return nil
    }
}
