// Keyed look-up goes on where the last match ended, so that members in the order of the type's properties cost one
// comparison each. Which one of several members of the same key is found must not depend on the order of the questions: it
// is always the first. So a match counts only if the key does not stand before it, and a set of 64 bits, two for each key,
// tells for most keys that it cannot: `seen` has the bits of every key before `cursor`.
//
// Example: {a = 1; b = 2; a = 3;}, asked for b, then for a.
//   b: not at the cursor (0); found behind it. cursor = second "a", seen = bits of a and b.
//   a: stands at the cursor, but its bits are in `seen`, so what is before the cursor is searched: the first "a" it is.
//
// Keys that are passed are counted; beyond a few times the size of the dictionary they are hashed (PropertyListKeyTable).

/// Where decoding stands in one container; there is one for each level of the document.
struct PropertyListFrame: BitwiseCopyable {
    /// The container; no container has the greatest index.
    var container = UInt32.max

    /// The container again, if there is no hash table for its keys.
    var plainDictionary = UInt32.max

    /// The node of the next key to look at.
    var cursor: UInt32 = 0

    /// The node behind the container.
    var end: UInt32 = 0

    /// The value that was handed out last; 0 is none.
    var child: UInt32 = 0

    /// The index of the element that was handed out last, or the node of the key of the member.
    var position: UInt32 = 0

    /// The bits of all keys in front of the cursor.
    var seen: UInt64 = 0

    /// How many keys were passed.
    var wasted: UInt32 = 0
}

extension PropertyListFrame {
    /// Begins at the first key.
    ///
    /// - Parameters:
    ///   - container: The node of the container.
    ///   - end: The node behind it.
    init(_ container: Int, end: Int) {
        self.container = UInt32(truncatingIfNeeded: container)
        plainDictionary = self.container
        cursor = self.container &+ 2
        self.end = UInt32(truncatingIfNeeded: end)
    }

    /// Whether the keys of a dictionary can be looked up in the document.
    @inline(__always)
    func isPlain(_ dictionary: Int) -> Bool { plainDictionary == UInt32(truncatingIfNeeded: dictionary) }
}
