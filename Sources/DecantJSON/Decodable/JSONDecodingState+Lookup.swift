extension JSONFrame {
    /// Moves the cursor behind a member that has been found and had no equal before it.
    @inline(__always)
    fileprivate mutating func accept(_ member: Int, _ seen: UInt64, _ tape: UnsafeJSONTape) -> Int {
        let value = member &+ 1
        cursor = UInt32(truncatingIfNeeded: tape.next(after: value))
        self.seen |= seen
        child = UInt32(truncatingIfNeeded: value)
        return value
    }

    /// The value of the member at the cursor, if that has the name and no member before it does; or else -1.
    @inline(__always)
    fileprivate mutating func takeNext(_ name: UnsafeJSONName, _ tape: UnsafeJSONTape) -> Int {
        let member = Int(cursor)
        guard member < Int(end), tape.hasName(name, at: member), !name.mayBe(in: seen) else { return -1 }
        return accept(member, name.bits, tape)
    }
}

extension JSONDecodingState {
    /// Finds the first member of an object that has a name.
    ///
    /// - Parameters:
    ///   - key: The name.
    ///   - object: The node of the object.
    ///   - depth: The level of the object, counted from the top of the decoding.
    /// - Returns: The node of the value, or -1 if there is none.
    @inline(never)
    func find(_ key: String, in object: Int, depth: Int) -> Int {
        guard _fastPath(scratch[depth].isPlain(object)) else { return findElsewhere(key, object, depth) }
        return UnsafeJSONName.with(key) { name in
            let value = scratch[depth].takeNext(name, tape)
            if _fastPath(value >= 0) { return value }
            return name.mayBe(in: scratch[depth].all) ? search(name, object, depth) : -1
        }
    }

    /// Finds a member of an object whose frame went to another one, or whose names are not looked up as they are written.
    @inline(never)
    private func findElsewhere(_ key: String, _ object: Int, _ depth: Int) -> Int {
        claim(object, depth)
        if scratch[depth].isPlain(object) { return find(key, in: object, depth: depth) }
        guard let value = table(for: object, depth: depth).value(named: key) else { return -1 }
        scratch[depth].child = UInt32(truncatingIfNeeded: value)
        return value
    }

    /// Moves the cursor behind a member that has been found and had no equal before it.
    private func accept(_ member: Int, _ seen: UInt64, _ depth: Int) -> Int {
        scratch[depth].accept(member, seen, tape)
    }

    @inline(never)
    private func search(_ name: UnsafeJSONName, _ object: Int, _ depth: Int) -> Int {
        let frame = scratch[depth]
        if name.mayBe(in: frame.seen) {
            let (member, steps) = scan(for: name, object &+ 1, Int(frame.cursor))
            waste(steps, object, depth)
            if member >= 0 {
                scratch[depth].child = UInt32(truncatingIfNeeded: member &+ 1)
                return member &+ 1
            }
        }
        return searchForward(name, from: Int(frame.cursor), object, depth)
    }

    private func searchForward(_ name: UnsafeJSONName, from start: Int, _ object: Int, _ depth: Int) -> Int {
        let end = tape[object].end
        var seen: UInt64 = 0
        var steps = 0
        var member = start
        while member < end, !tape.isName(name, at: member) {
            seen |= tape.nameBits(at: member)
            steps &+= 1
            member = tape.next(after: member &+ 1)
        }
        waste(steps, object, depth)
        if member < end { return accept(member, seen | name.bits, depth) }
        scratch[depth].all = scratch[depth].seen | seen
        return -1
    }

    private func scan(for name: UnsafeJSONName, _ start: Int, _ end: Int) -> (member: Int, steps: Int) {
        var steps = 0
        var member = start
        while member < end {
            if tape.isName(name, at: member) { return (member, steps) }
            steps &+= 1
            member = tape.next(after: member &+ 1)
        }
        return (-1, steps)
    }

    /// Counts names that were passed, and has them hashed when they are too many for the size of the object.
    ///
    /// One pass forward does not reach that. It counts nevertheless, since a frame may be lost and the pass made again.
    @inline(__always)
    private func waste(_ steps: Int, _ object: Int, _ depth: Int) {
        let wasted = Int(scratch[depth].wasted) &+ steps
        scratch[depth].wasted = UInt32(clamping: wasted)
        if wasted > 4 &* tape[object].count &+ 512 { scratch[depth].plainObject = .max }
    }
}
