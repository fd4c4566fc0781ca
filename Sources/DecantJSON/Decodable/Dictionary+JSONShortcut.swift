/// Only with strings as keys: they are data, which no strategy for keys changes.
extension Dictionary: JSONShortcut where Key == String, Value: Decodable {
    static var isCollection: Bool { true }

    /// Reads the members of an object; of several with the same name the first.
    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> [String: Value] {
        try state.checkObject(node, depth)
        let kind = state.scratch.kind(of: Value.self)
        var members = [String: Value](minimumCapacity: state.room(for: Value.self, state.tape[node].count))
        var member = node &+ 1
        while member < state.tape[node].end {
            state.enterMember(member, of: node, depth)
            let name = state.tape.string(at: member)
            do {
                members.insert(try state.value(Value.self, kind, member &+ 1, depth &+ 1), named: name)
            } catch  where members[name] != nil {
                // Only the first of several members with this name counts.
            }
            member = state.tape.next(after: member &+ 1)
        }
        return members
    }

    @inline(never)
    private mutating func insert(_ value: consuming Value, named name: String) {
        if let first = updateValue(value, forKey: name) { self[name] = first }
    }
}

extension JSONDecodingState {
    /// Notes which member of a dictionary is being decoded.
    @inline(__always)
    fileprivate func enterMember(_ member: Int, of object: Int, _ depth: Int) {
        claim(object, depth)
        scratch[depth].child = UInt32(truncatingIfNeeded: member &+ 1)
        scratch[depth].keepsNames = true
    }
}
