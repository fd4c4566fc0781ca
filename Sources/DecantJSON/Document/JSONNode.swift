// A JSON text becomes a flat array of nodes of 16 bytes each, in the order of the text: a value, or a member's name
// followed by its value. Nothing points anywhere, so a document is released at once however deep it is, and strings and
// most numbers stay in the body until they are asked for.
//
// Word 0 ("head"): the kind in the low 8 bits, above it the offset in the body where the value begins.
// Word 1 ("payload"):
//   integer           the value, as a 64-bit integer
//   number            the length of its text in bytes (it has a fraction or exponent, or 64 bits are not enough)
//   string            the length of its text in bytes, without the quotation marks; the offset is behind the first one
//   array, object     low 32 bits: the index behind the last descendant; high 32 bits: how many elements or members
//
// While the scanner is inside an array or object, the low 32 bits of its payload are the index of the node around it.
//
// Example: {"a":[1,"x"]}
//   0  object   offset 0   end 5, count 1
//   1  string   offset 2   length 1      the name "a"
//   2  array    offset 5   end 5, count 2
//   3  integer  offset 6   value 1
//   4  string   offset 9   length 1      "x"

/// One value, or one name of a member, of a flat JSON document.
package struct JSONNode: BitwiseCopyable, Sendable {
    package let head: UInt64
    package let payload: UInt64

    /// Creates a node.
    @inline(__always)
    init(_ kind: Kind, offset: Int, payload: UInt64) {
        head = UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: offset) << 8
        self.payload = payload
    }

    /// Creates the node of a container.
    @inline(__always)
    init(_ kind: Kind, offset: Int, link: Int, count: Int) {
        let low = UInt64(UInt32(truncatingIfNeeded: link))
        self.init(kind, offset: offset, payload: low | UInt64(truncatingIfNeeded: count) << 32)
    }

    /// What the node is.
    @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: head)) }

    /// Where in the body the value begins; for a string, its first byte behind the quotation mark.
    @inline(__always)
    package var offset: Int { Int(truncatingIfNeeded: head >> 8) }

    /// The number of bytes of a string or number in the body.
    @inline(__always)
    package var length: Int { Int(truncatingIfNeeded: payload) }

    /// The number of elements or members of a container.
    @inline(__always)
    package var count: Int { Int(truncatingIfNeeded: payload >> 32) }

    /// The index behind the last descendant of a container.
    @inline(__always)
    package var end: Int { Int(UInt32(truncatingIfNeeded: payload)) }
}
