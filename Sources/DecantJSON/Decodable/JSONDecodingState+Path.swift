// The coding path of a value is not kept while decoding; it is put together when an error or the user asks for it. In the
// usual order, depth first, the frame of each level knows the child that leads down, so that the path costs as much as
// the value is deep. Otherwise the children are searched for the one that contains the value.

import DecantCore

extension JSONDecodingState {
    /// The coding path of a value, whose level counts from the top of the decoding.
    func path(to node: Int, depth: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        path.reserveCapacity(depth)
        var container = top
        for level in 0..<depth {
            guard tape[container].kind.isContainer else { break }
            let (child, position) = step(from: container, to: node, level)
            if tape[container].kind == .object {
                path.append(key(at: child &- 1, in: container, depth: level))
            } else {
                path.append(DocumentKey(intValue: position))
            }
            container = child
        }
        return path
    }

    private func step(from container: Int, to node: Int, _ level: Int) -> (child: Int, position: Int) {
        if scratch.hasFrame(level), scratch[level].container == UInt32(truncatingIfNeeded: container) {
            let child = Int(scratch[level].child)
            if child > container, child <= node, node < tape.next(after: child) {
                return (child, Int(scratch[level].position))
            }
        }
        return search(in: container, for: node)
    }

    private func search(in container: Int, for node: Int) -> (child: Int, position: Int) {
        let skip = tape[container].kind == .object ? 1 : 0
        var child = container &+ 1 &+ skip
        var position = 0
        while tape.next(after: child) <= node {
            child = tape.next(after: child) &+ skip
            position &+= 1
        }
        return (child, position)
    }
}
