import DecantCore

/// Where the elements or attributes of one element are, by name, for elements that have many.
///
/// Swift's hasher is seeded at random, so that names cannot be chosen to collide.
struct XMLMemberTable {
    /// What is hashed of a name.
    struct Entry: Hashable {
        /// The number of the namespace; for names without one 0 if it is the preferred one, else 1.
        let namespace: UInt32

        /// The name.
        let name: UTF8Key
    }

    /// The first and the last of those with a name, by their places in the list of members.
    private var ends: [Entry: (first: UInt32, last: UInt32)] = [:]

    /// The members in document order.
    private var members: [UInt32] = []

    /// The place of the next member with the same name, or the greatest number.
    private var following: [UInt32] = []

    /// Creates an empty table.
    init() {}

    /// Adds a member, which stands behind all others.
    mutating func append(_ member: Int, _ entry: Entry) {
        let place = UInt32(truncatingIfNeeded: members.count)
        members.append(UInt32(truncatingIfNeeded: member))
        following.append(.max)
        if let known = ends[entry] {
            following[Int(known.last)] = place
            ends[entry] = (known.first, place)
        } else {
            ends[entry] = (place, place)
        }
    }

    /// The first member with a name.
    func first(_ entry: Entry) -> Int? { ends[entry].map { Int(members[Int($0.first)]) } }

    /// The next member with the name of another one.
    func next(after member: Int) -> Int? {
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(members[middle]) < member { low = middle + 1 } else { high = middle }
        }
        guard low < members.count, following[low] != .max else { return nil }
        return Int(members[Int(following[low])])
    }
}
