// A look-up continues where the last match ended, so that members in the order of the type's properties cost one comparison
// each. Which one of several members with the same name is found must not depend on the order of the look-ups: it is always the
// first. So a match counts only if the name is not before it, and a set of 64 bits, two for each name, tells for most names that
// it cannot be: `seen` has the bits of every name before `cursor`.
//
// Example: {"a":1,"b":2,"a":3}, looked up for b, then for a.
//   b: not at the cursor (0); found after it. cursor = second "a", seen = bits of a and b.
//   a: at the cursor, but its bits are in `seen`, so the names before the cursor are searched: the first "a" it is.
//
// A name whose bits are not all in `all` is not there at all, so that only the first look-up in vain costs a search.

/// The state of a series of look-ups in one object.
@usableFromInline
package struct MemberCursor: BitwiseCopyable {
    /// The node of the next name to look at.
    @usableFromInline var cursor: UInt32 = 0

    /// The node after the object.
    @usableFromInline var end: UInt32 = 0

    /// The bits of all names before the cursor.
    @usableFromInline var seen: UInt64 = 0

    /// The bits of all names of the object once a search has reached its end; before, all bits.
    @usableFromInline var all = UInt64.max

    /// Creates the state of no object.
    init() {}

    /// Begins at the first name of an object, or of another container, in which nothing is looked up.
    @inlinable
    package init(_ container: Int, end: Int) {
        cursor = UInt32(truncatingIfNeeded: container &+ 1)
        self.end = UInt32(truncatingIfNeeded: end)
        seen = 0
        all = .max
    }

    /// Finds the first member with a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The node of the object.
    ///   - document: The document.
    /// - Returns: The node of its value, or -1 if there is none.
    @inlinable
    @inline(__always)
    package mutating func find(_ name: MemberName, in object: Int, of document: FlatDocument) -> Int {
        let value = takeNext(name, document)
        if _fastPath(value >= 0) { return value }
        var passed = 0
        return search(name, in: object, of: document, passed: &passed)
    }

    /// Returns the value of the member at the cursor, if that has the name and no member before it does; else -1.
    @inlinable
    @inline(__always)
    mutating func takeNext(_ name: MemberName, _ document: FlatDocument) -> Int {
        let member = Int(cursor)
        guard member < Int(end), document.hasName(name, at: member), !name.mayBe(in: seen) else { return -1 }
        cursor = UInt32(truncatingIfNeeded: document.next(after: member &+ 1))
        seen |= name.bits
        return member &+ 1
    }

    /// Finds the first member with a name that is not the next one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The node of the object.
    ///   - document: The document.
    ///   - passed: The number of names that were looked at is added to it.
    /// - Returns: The node of its value, or -1 if there is none.
    @usableFromInline
    @inline(never)
    mutating func search(_ name: MemberName, in object: Int, of document: FlatDocument, passed: inout Int) -> Int {
        guard name.mayBe(in: all) else { return -1 }
        if name.mayBe(in: seen) {
            var member = object &+ 1
            while member < Int(cursor) {
                if document.isName(name, at: member) { return member &+ 1 }
                passed &+= 1
                member = document.next(after: member &+ 1)
            }
        }
        var added: UInt64 = 0
        var member = Int(cursor)
        while member < Int(end) {
            if document.isName(name, at: member) {
                cursor = UInt32(truncatingIfNeeded: document.next(after: member &+ 1))
                seen |= added | name.bits
                return member &+ 1
            }
            added |= document.nameBits(at: member)
            passed &+= 1
            member = document.next(after: member &+ 1)
        }
        all = seen | added
        return -1
    }
}
