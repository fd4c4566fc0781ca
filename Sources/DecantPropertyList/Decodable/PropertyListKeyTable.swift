import DecantCore

/// Where the members of one dictionary are, by key; of several members with the same key the first.
///
/// Swift's hasher is seeded at random, so that keys cannot be chosen to collide.
struct PropertyListKeyTable {
    private var members: [UTF8Key: UInt32]

    /// Collects the members of a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: The node of the dictionary.
    ///   - tape: The nodes.
    init(_ dictionary: Int, _ tape: UnsafePropertyListTape) {
        members = Dictionary(minimumCapacity: tape.count(of: dictionary))
        let end = tape.end(of: dictionary)
        var member = dictionary &+ 2
        while member < end {
            let exact = UTF8Key(text: tape.string(at: member))
            if members[exact] == nil { members[exact] = UInt32(truncatingIfNeeded: member) }
            member = tape.next(after: tape.next(after: member))
        }
    }

    /// The node of the key of the member that has it, or nil if there is none.
    func member(of key: String) -> Int? {
        members[UTF8Key(text: key)].map { Int($0) }
    }
}
