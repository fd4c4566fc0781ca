// Keyed look-up goes on where the last match ended, so that members in the order of the type's properties cost one
// comparison each. Which one of several members of the same name is found must not depend on the order of the questions:
// it is always the first. So a match counts only if the name does not stand before it, and a set of 64 bits tells for
// most names that it cannot: `seen` has the bit of every name before `cursor`.
//
// Example: {"a":1,"b":2,"a":3}, asked for b, then for a.
//   b: not at the cursor (0); found behind it. cursor = second "a", seen = bits of a and b.
//   a: stands at the cursor, but its bit is in `seen`, so what is before the cursor is searched: the first "a" it is.
//
// Names that are passed are counted; beyond a few times the size of the object the names are hashed (JSONNameTable).

/// Where decoding stands in one container; there is one for each level of the document.
struct JSONFrame: BitwiseCopyable {
    /// The container; no container has the greatest index.
    var container: UInt32 = .max

    /// The node of the next name to look at.
    var cursor: UInt32 = 0

    /// The value that was handed out last; 0 is none.
    var child: UInt32 = 0

    /// The index of the element that was handed out last.
    var position: UInt32 = 0

    /// The bits of all names in front of the cursor.
    var seen: UInt64 = 0

    /// How many names were passed.
    var wasted: UInt32 = 0

    /// Whether there is a hash table for the names.
    var hasTable = false

    /// Whether the container is read as a dictionary, whose keys are data.
    var keepsNames = false

    /// Begins at the first name.
    init(_ container: Int) {
        self.container = UInt32(truncatingIfNeeded: container)
        cursor = self.container &+ 1
    }

    init() {}
}
