/// Copies the nodes of a value without nulls, in one pass and without recursion.
struct NullRemoval {
    /// An open container: its copy, where the original ends, and how much is left in it.
    private struct Level {
        let copy: Int
        let end: Int
        let isObject: Bool
        var count = 0
    }

    private let document: JSONDocument
    private let removesElements: Bool
    private var copies: [JSONNode] = []
    private var levels: [Level] = []

    init(_ document: JSONDocument, elements: Bool) {
        self.document = document
        removesElements = elements
    }

    /// The nodes of a value, the value itself first.
    mutating func nodes(of root: Int) -> [JSONNode] {
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
    /// - Returns: The node behind what was copied; a container's children are still to come.
    private mutating func copyChild(_ index: Int) -> Int {
        let level = levels.count - 1
        let isObject = levels[level].isObject
        let value = isObject ? index + 1 : index
        if document.kind(of: value) == .null, isObject || removesElements { return value + 1 }
        levels[level].count += 1
        if isObject { copies.append(document.nodes[index]) }
        copy(value)
        return value + 1
    }

    private mutating func copy(_ index: Int) {
        let node = document.nodes[index]
        if node.kind.isContainer {
            levels.append(Level(copy: copies.count, end: node.end, isObject: node.kind == .object))
        }
        copies.append(node)
    }

    private mutating func closeLevels(at index: Int) {
        while let level = levels.last, level.end <= index {
            let node = copies[level.copy]
            copies[level.copy] = JSONNode(node.kind, offset: node.offset, link: copies.count, count: level.count)
            levels.removeLast()
        }
    }
}
