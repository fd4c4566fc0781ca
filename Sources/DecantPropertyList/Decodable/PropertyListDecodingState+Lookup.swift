import DecantCore

extension PropertyListDecodingState {
    /// Finds the first member of a dictionary that has a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - dictionary: The node of the dictionary.
    ///   - depth: The level of the dictionary, counted from the top of the decoding.
    /// - Returns: The node of the value, or -1 if there is none.
    @inline(never)
    func find(_ key: String, in dictionary: Int, depth: Int) -> Int {
        guard _fastPath(scratch[depth].isPlain(dictionary)) else { return findElsewhere(key, dictionary, depth) }
        return UnsafePropertyListKey.with(key) { key in
            let frame = scratch[depth]
            let member = Int(frame.cursor)
            if member < Int(frame.end), tape.hasKey(key, at: member), !key.mayBe(in: frame.seen) {
                return accept(member, key.bits, depth)
            }
            return search(key, dictionary, depth)
        }
    }

    /// Finds a member of a dictionary whose frame went to another one, or whose keys are hashed.
    @inline(never)
    private func findElsewhere(_ key: String, _ dictionary: Int, _ depth: Int) -> Int {
        claim(dictionary, depth)
        if scratch[depth].isPlain(dictionary) { return find(key, in: dictionary, depth: depth) }
        guard let member = table(for: dictionary).member(of: key) else { return -1 }
        return handOut(member, depth)
    }

    /// Notes which member leads down.
    @inline(__always)
    private func handOut(_ member: Int, _ depth: Int) -> Int {
        let value = tape.next(after: member)
        scratch[depth].child = UInt32(truncatingIfNeeded: value)
        scratch[depth].position = UInt32(truncatingIfNeeded: member)
        return value
    }

    /// Moves the cursor behind a member that has been found and had no equal before it.
    @inline(__always)
    private func accept(_ member: Int, _ seen: UInt64, _ depth: Int) -> Int {
        let value = handOut(member, depth)
        scratch[depth].cursor = UInt32(truncatingIfNeeded: tape.next(after: value))
        scratch[depth].seen |= seen
        return value
    }

    @inline(never)
    private func search(_ key: UnsafePropertyListKey, _ dictionary: Int, _ depth: Int) -> Int {
        let frame = scratch[depth]
        if key.mayBe(in: frame.seen) {
            let (member, steps) = scan(for: key, dictionary &+ 2, Int(frame.cursor))
            waste(steps, dictionary, depth)
            if member >= 0 { return handOut(member, depth) }
        }
        return searchForward(key, from: Int(frame.cursor), dictionary, depth)
    }

    private func searchForward(_ key: UnsafePropertyListKey, from start: Int, _ dictionary: Int, _ depth: Int) -> Int {
        let end = tape.end(of: dictionary)
        var seen: UInt64 = 0
        var steps = 0
        var member = start
        while member < end, !tape.isKey(key, at: member) {
            seen |= tape.keyBits(at: member)
            steps &+= 1
            member = tape.next(after: tape.next(after: member))
        }
        waste(steps, dictionary, depth)
        return member < end ? accept(member, seen | key.bits, depth) : -1
    }

    private func scan(for key: UnsafePropertyListKey, _ start: Int, _ end: Int) -> (member: Int, steps: Int) {
        var steps = 0
        var member = start
        while member < end {
            if tape.isKey(key, at: member) { return (member, steps) }
            steps &+= 1
            member = tape.next(after: tape.next(after: member))
        }
        return (-1, steps)
    }

    /// Counts keys that were passed, and has them hashed when they are too many for the size of the dictionary.
    ///
    /// One pass forward does not reach that. It counts nevertheless, since a frame may be lost and the pass made again.
    @inline(__always)
    private func waste(_ steps: Int, _ dictionary: Int, _ depth: Int) {
        let wasted = Int(scratch[depth].wasted) &+ steps
        scratch[depth].wasted = UInt32(clamping: wasted)
        if wasted > 4 &* tape.count(of: dictionary) &+ 512 { scratch[depth].plainDictionary = .max }
    }

    /// The keys of a dictionary in the order of the document, each once.
    func keys(of dictionary: Int) -> [String] {
        var keys: [String] = []
        var known: Set<UTF8Key> = []
        let end = tape.end(of: dictionary)
        let isSingle = tape.count(of: dictionary) == 1
        var member = dictionary &+ 2
        while member < end {
            let key = tape.string(at: member)
            if isSingle || known.insert(UTF8Key(text: key)).inserted { keys.append(key) }
            member = tape.next(after: tape.next(after: member))
        }
        return keys
    }
}
