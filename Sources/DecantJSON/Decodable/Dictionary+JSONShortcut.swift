/// Only with strings as keys: they are data, which no strategy for keys changes.
extension Dictionary: JSONShortcut where Key == String, Value: Decodable {
    static var isCollection: Bool { true }

    static func decode(from state: JSONDecodingState, _ node: Int, _ depth: Int) throws -> [String: Value] {
        try state.checkObject(node, depth)
        state.scratch[depth].keepsNames = true
        return try state.members(node, depth)
    }
}

extension JSONDecodingState {
    /// Reads the members of an object as a dictionary; of several with the same name the first.
    func members<Value: Decodable>(_ object: Int, _ depth: Int) throws -> [String: Value] {
        let kind = scratch.kind(of: Value.self)
        let end = tape[object].end
        var members = [String: Value](minimumCapacity: room(for: Value.self, tape[object].count))
        var member = object &+ 1
        while member < end {
            claim(object, depth)
            scratch[depth].child = UInt32(truncatingIfNeeded: member &+ 1)
            scratch[depth].keepsNames = true
            let name = tape.string(at: member)
            do {
                let new = try value(Value.self, kind, member &+ 1, depth &+ 1)
                if let first = members.updateValue(new, forKey: name) { members[name] = first }
            } catch  where members[name] != nil {
                // Only the first of several members with this name counts.
            }
            member = tape.next(after: member &+ 1)
        }
        return members
    }
}
