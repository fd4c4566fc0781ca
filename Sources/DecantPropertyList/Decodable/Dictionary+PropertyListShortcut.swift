/// Only with strings as keys, as property lists have them.
extension Dictionary: PropertyListShortcut where Key == String, Value: Decodable {
    static var isCollection: Bool { true }

    /// Reads the members of a dictionary; of several with the same name the first.
    static func decode(from state: PropertyListDecodingState, _ node: Int, _ depth: Int) throws -> [String: Value] {
        try state.checkDictionary(node, depth)
        let kind = state.scratch.kind(of: Value.self)
        var members = [String: Value](minimumCapacity: state.room(for: Value.self, state.tape.count(of: node)))
        var member = node &+ 2
        while member < state.tape.end(of: node) {
            let place = state.tape.next(after: member)
            state.enterMember(member, value: place, of: node, depth)
            let name = state.tape.string(at: member)
            do {
                members.keep(try state.value(Value.self, kind, place, depth &+ 1), named: name)
            } catch  where members[name] != nil {
                // Only the first of several members with this name counts.
            }
            member = state.tape.next(after: place)
        }
        return members
    }

    @inline(never)
    private mutating func keep(_ value: Value, named name: String) {
        if let first = updateValue(value, forKey: name) { self[name] = first }
    }
}

extension PropertyListDecodingState {
    /// Notes which member of a dictionary is being decoded.
    @inline(__always)
    fileprivate func enterMember(_ member: Int, value: Int, of dictionary: Int, _ depth: Int) {
        claim(dictionary, depth)
        scratch[depth].child = UInt32(truncatingIfNeeded: value)
        scratch[depth].position = UInt32(truncatingIfNeeded: member)
    }
}
