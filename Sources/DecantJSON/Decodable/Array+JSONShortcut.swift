import DecantCore

extension Array: JSONShortcut where Element: Decodable {
    static var isCollection: Bool { true }

    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> [Element] {
        guard state.tape[node].kind == .array else { throw state.mismatch([Any].self, node, depth) }
        if Element.self == Double.self { return try UnsafeRenaming.same(state.doubles(node, depth)) }
        if Element.self == Int.self { return try UnsafeRenaming.same(state.integers(node, depth)) }
        if Element.self == String.self { return try UnsafeRenaming.same(state.strings(node, depth)) }
        return try state.elements(node, depth)
    }
}

extension JSONDecodingState {
    func doubles(_ array: Int, _ depth: Int) throws -> [Double] {
        try flat(array, depth) { node throws in try double(node, depth &+ 1) }
    }

    func integers(_ array: Int, _ depth: Int) throws -> [Int] {
        try flat(array, depth) { node throws in try integer(node, depth &+ 1) }
    }

    func strings(_ array: Int, _ depth: Int) throws -> [String] {
        try flat(array, depth) { node throws in try string(node, depth &+ 1) }
    }

    /// Reads the elements of an array none of which has parts.
    @inline(__always)
    private func flat<Element>(_ array: Int, _ depth: Int, _ element: (Int) throws -> Element) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(room(for: Element.self, tape[array].count))
        let end = tape[array].end
        var node = array &+ 1
        while node < end {
            elements.append(try element(node))
            node = tape.next(after: node)
        }
        return elements
    }

    /// Reads the elements of an array, each of which may have parts.
    @inline(__always)
    func elements<Element: Decodable>(_ array: Int, _ depth: Int) throws -> [Element] {
        let kind = scratch.kind(of: Element.self)
        var elements: [Element] = []
        elements.reserveCapacity(room(for: Element.self, tape[array].count))
        let end = tape[array].end
        var node = array &+ 1
        var position = 0
        while node < end {
            enter(node, position: position, of: array, depth)
            elements.append(try value(Element.self, kind, node, depth &+ 1))
            node = tape.next(after: node)
            position &+= 1
        }
        return elements
    }

    /// How many elements to make room for at once.
    ///
    /// A large element can take hundreds of times as much memory as its text,
    /// and the text decides about the number: beyond 1 MiB the array grows as elements are really there.
    @inline(__always)
    func room<Element>(for type: Element.Type, _ count: Int) -> Int {
        min(count, (1 << 20) / max(MemoryLayout<Element>.stride, 1))
    }
}
