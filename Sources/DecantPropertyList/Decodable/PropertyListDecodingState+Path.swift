// The coding path of a value is not kept while decoding; it is put together when an error or the user asks for it. In the
// usual order, depth first, the frame of each level knows the child that leads down, so that the path costs as much as
// the value is deep. Otherwise the children are searched for the one that contains the value.

import DecantCore

extension PropertyListDecodingState {
    /// The coding path of a value, whose level counts from the top of the decoding.
    func path(to node: Int, depth: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        path.reserveCapacity(depth)
        var container = top
        for level in 0..<depth {
            guard tape[container].kind.isContainer else { break }
            let step = step(from: container, to: node, level)
            if tape[container].kind == .dictionary {
                path.append(DocumentKey(stringValue: tape.string(at: step.position)))
            } else {
                path.append(DocumentKey(intValue: step.position))
            }
            container = step.child
        }
        return path
    }

    /// One step down: the child, and its index or the node of its key.
    private func step(from container: Int, to node: Int, _ level: Int) -> (child: Int, position: Int) {
        if scratch.hasFrame(level), scratch[level].container == UInt32(truncatingIfNeeded: container) {
            let child = Int(scratch[level].child)
            if child > container, child <= node, node < tape.next(after: child) {
                return (child, Int(scratch[level].position))
            }
        }
        return tape[container].kind == .dictionary
            ? search(inDictionary: container, for: node) : search(inList: container, for: node)
    }

    private func search(inList container: Int, for node: Int) -> (child: Int, position: Int) {
        var child = container &+ 2
        var position = 0
        while tape.next(after: child) <= node {
            child = tape.next(after: child)
            position &+= 1
        }
        return (child, position)
    }

    private func search(inDictionary container: Int, for node: Int) -> (child: Int, position: Int) {
        var key = container &+ 2
        var child = tape.next(after: key)
        while tape.next(after: child) <= node {
            key = tape.next(after: child)
            child = tape.next(after: key)
        }
        return (child, key)
    }
}
