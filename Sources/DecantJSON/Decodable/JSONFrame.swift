// Keyed look-up goes on where the last match ended, so that members in the order of the type's properties cost one
// comparison each. Which one of several members of the same name is found must not depend on the order of the questions:
// it is always the first. So a match counts only if the name does not stand before it, and a set of 64 bits, two for each name, tells for
// most names that it cannot: `seen` has the bits of every name before `cursor`.
//
// Example: {"a":1,"b":2,"a":3}, asked for b, then for a.
//   b: not at the cursor (0); found behind it. cursor = second "a", seen = bits of a and b.
//   a: stands at the cursor, but its bits are in `seen`, so what is before the cursor is searched: the first "a" it is.
//
// A name whose bits are not all in `all` is not there at all, so that only the first question in vain costs a search.
//
// Names that are passed are counted; beyond a few times the size of the object the names are hashed (JSONNameTable).

/// Where decoding stands in one container; there is one for each level of the document.
struct JSONFrame: BitwiseCopyable {
    /// The container; no container has the greatest index.
    var container = UInt32.max

    /// The container again, if its names are looked up as they are written and there is no hash table for them.
    var plainObject = UInt32.max

    /// The node of the next name to look at.
    var cursor: UInt32 = 0

    /// The node behind the container.
    var end: UInt32 = 0

    /// The value that was handed out last; 0 is none.
    var child: UInt32 = 0

    /// The index of the element that was handed out last.
    var position: UInt32 = 0

    /// The bits of all names in front of the cursor.
    var seen: UInt64 = 0

    /// The bits of all names of the container, once a search has come to its end; before, all bits.
    var all = UInt64.max

    /// How many names were passed.
    var wasted: UInt32 = 0

    /// Whether the container is read as a dictionary, whose keys are data.
    var keepsNames = false
}

extension JSONFrame {
    /// Begins at the first name.
    ///
    /// - Parameters:
    ///   - container: The node of the container.
    ///   - end: The node behind it.
    ///   - isPlain: Whether names are looked up as they are written.
    init(_ container: Int, end: Int, isPlain: Bool) {
        self.container = UInt32(truncatingIfNeeded: container)
        if isPlain { plainObject = self.container }
        cursor = self.container &+ 1
        self.end = UInt32(truncatingIfNeeded: end)
    }

    /// Whether the names of an object can be looked up in the text.
    @inline(__always)
    func isPlain(_ object: Int) -> Bool { plainObject == UInt32(truncatingIfNeeded: object) }
}
