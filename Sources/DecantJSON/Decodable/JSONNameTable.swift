import DecantCore

/// Where the members of one object are, by name; of several members with the same name the first.
///
/// Swift's hasher is seeded at random, so that names cannot be chosen to collide.
struct JSONNameTable {
    private var values: [UTF8Key: UInt32]

    /// Collects the members of an object.
    ///
    /// - Parameters:
    ///   - object: The node of the object.
    ///   - tape: The nodes.
    ///   - name: The name that a node stands for.
    init(_ object: Int, _ tape: UnsafeJSONTape, name: (Int) -> String) {
        let node = tape[object]
        values = Dictionary(minimumCapacity: node.count)
        var member = object &+ 1
        while member < node.end {
            let exact = UTF8Key(text: name(member))
            if values[exact] == nil { values[exact] = UInt32(truncatingIfNeeded: member &+ 1) }
            member = tape.next(after: member &+ 1)
        }
    }

    /// The node of the value with a name, or nil if there is none.
    func value(named name: String) -> Int? {
        values[UTF8Key(text: name)].map { Int($0) }
    }
}
