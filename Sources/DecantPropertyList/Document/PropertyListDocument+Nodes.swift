package import DecantCore

// How the rest of the room looks at a document. All indices are those of heads; that of the top is 0.

extension PropertyListDocument {
    /// Lends the nodes and bytes for quick reading.
    @inline(__always)
    func withTape<Result>(_ body: (UnsafePropertyListTape) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafePropertyListTape(self)) }
    }

    /// What a node is.
    @inline(__always)
    package func kind(of index: Int) -> PropertyListNode.Kind { PropertyListNode(word: words[index]).kind }

    /// The index behind a node and all that is in it.
    @inline(__always)
    package func next(after index: Int) -> Int {
        let kind = kind(of: index)
        return kind.isContainer ? end(of: index) : index + kind.width
    }

    /// The index behind a container.
    @inline(__always)
    func end(of container: Int) -> Int { Int(UInt32(truncatingIfNeeded: words[container + 1])) }

    /// The number of elements or members of a container.
    @inline(__always)
    package func count(of container: Int) -> Int { Int(truncatingIfNeeded: words[container + 1] >> 32) }

    /// The text at a node that is some.
    package func string(at index: Int) -> String { withTape { $0.string(at: index) } }

    /// The way from the top down to a node; a key has the same way as its value.
    ///
    /// Costs as much as skipping all that stands before the node, so it is for errors and for people.
    package func path(to target: Int) -> [CodingPathComponent] {
        var path: [CodingPathComponent] = []
        var container = 0
        while container < target, kind(of: container).isContainer {
            let isDictionary = kind(of: container) == .dictionary
            var position = 0
            var member = container + 2
            var child = isDictionary ? next(after: member) : member
            while next(after: child) <= target {
                member = next(after: child)
                child = isDictionary ? next(after: member) : member
                position += 1
            }
            path.append(isDictionary ? .key(string(at: member)) : .index(position))
            container = child
        }
        return path
    }

    /// Finds the value of a key of a dictionary: of several equal ones the first.
    package func value(of key: String, in dictionary: Int) -> Int? {
        let end = end(of: dictionary)
        return withTape { tape in
            UnsafePropertyListKey.with(key) { key in
                var index = dictionary + 2
                while index < end {
                    if tape.isKey(key, at: index) { return tape.next(after: index) }
                    index = tape.next(after: tape.next(after: index))
                }
                return nil
            }
        }
    }
}

extension UnsafePropertyListTape {
    /// Whether a key is this one, in whatever encoding it is.
    @inline(__always)
    func isKey(_ key: UnsafePropertyListKey, at index: Int) -> Bool {
        if hasKey(key, at: index) { return true }
        return _slowPath(self[index].kind.type == .utf16) && key.equals(string(at: index))
    }
}
