extension FlatDocument {
    /// Copies a value without its nulls, in one pass and without recursion.
    ///
    /// The value itself stays even if it is null; null elements of arrays are removed only with `elements`.
    package func removingNulls(from index: Int, elements: Bool) -> FlatDocument {
        var removal = NullRemoval(self, elements: elements)
        return with(removal.nodes(of: index), for: index)
    }
}

/// A builder that copies the nodes of a value without nulls.
private struct NullRemoval {
    /// An open container: its copy, the end of the original, and the number of its parts so far.
    private struct Level {
        let copy: Int
        let end: Int
        let isObject: Bool
        var count = 0
    }

    private let document: FlatDocument
    private let removesElements: Bool
    private var copies: [DocumentNode] = []
    private var levels: [Level] = []

    init(_ document: FlatDocument, elements: Bool) {
        self.document = document
        removesElements = elements
    }

    /// Returns the nodes of a value; the value itself is first.
    mutating func nodes(of root: Int) -> [DocumentNode] {
        let end = document.next(after: root)
        copies.reserveCapacity(end - root)
        copy(root)
        var index = root + 1
        while index < end {
            closeLevels(at: index)
            index = copyChild(index)
        }
        closeLevels(at: end)
        return copies
    }

    /// Copies an element, or a name and its value.
    ///
    /// - Returns: The node after the copied ones; for a container, its first child.
    private mutating func copyChild(_ index: Int) -> Int {
        let level = levels.count - 1
        let isObject = levels[level].isObject
        let value = isObject ? index + 1 : index
        if document[value].kind == .null, isObject || removesElements { return value + 1 }
        levels[level].count += 1
        if isObject { copies.append(document[index]) }
        copy(value)
        return value + 1
    }

    private mutating func copy(_ index: Int) {
        let node = document[index]
        if node.kind.isContainer {
            levels.append(Level(copy: copies.count, end: node.end, isObject: node.kind == .object))
        }
        copies.append(node)
    }

    private mutating func closeLevels(at index: Int) {
        while let level = levels.last, level.end <= index {
            let node = copies[level.copy]
            copies[level.copy] = DocumentNode(node.kind, offset: node.offset, end: copies.count, count: level.count)
            levels.removeLast()
        }
    }
}
