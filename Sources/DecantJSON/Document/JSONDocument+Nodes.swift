package import DecantCore

// How the rest of the room looks at a document. All indices are those of nodes; that of the top is 0.

extension JSONDocument {
    /// What a node is.
    @inline(__always)
    package func kind(of index: Int) -> JSONNode.Kind { nodes[index].kind }

    /// The index behind a node and all that is in it.
    @inline(__always)
    package func next(after index: Int) -> Int {
        let node = nodes[index]
        return node.kind.isContainer ? node.end : index + 1
    }

    /// The number of elements or members of a container.
    @inline(__always)
    package func count(of index: Int) -> Int { nodes[index].count }

    /// The way from the top down to a node; a name has the same way as its value.
    ///
    /// Costs as much as skipping all that stands before the node, so it is for errors and for people.
    package func path(to target: Int) -> [CodingPathComponent] {
        var path: [CodingPathComponent] = []
        var container = 0
        while container < target, kind(of: container).isContainer {
            let isObject = kind(of: container) == .object
            var position = 0
            var member = container + 1
            var child = isObject ? member + 1 : member
            while next(after: child) <= target {
                member = next(after: child)
                child = isObject ? member + 1 : member
                position += 1
            }
            path.append(isObject ? .key(string(at: member)) : .index(position))
            container = child
        }
        return path
    }
}
