// Why: a document of any of the three formats is a flat list of words of 64 bits, in the order of the document, so that
// going through it is going forward in memory. Most values and keys take one word; what is in them stays in the body.
//
// Encoding of a head:
//   bits 0 to 7     the kind
//   bits 8 to 23    how many bytes the content has, or units of UTF-16; 0 if a second word says it
//   bits 24 to 63   where the content begins, as an index of the body
// Second word, if the kind has one:
//   array, set, dictionary    low 32 bits: the index behind the last descendant; high 32 bits: how many elements or members
//   stored                    the value itself: an Int64, or the bit pattern of a Double
//   pooled                    low 32 bits: how many bytes; high 32 bits: where they begin in the pool of the document
//   long                      how many bytes or units of UTF-16 the content has
//
// A dictionary is followed by key, value, key, value. The pool has what does not stand in the body as it is: text whose
// escapes were resolved, data that was written in digits, integers of more than 64 bits that were.
//
// Example: the binary list {"a": [1, true]}
//   0  dictionary                   offset of its first reference
//   1                               end 7, count 1
//   2  text      length 1           offset of "a"
//   3  array
//   4                               end 7, count 2
//   5  integer   length 1           offset of the byte 1
//   6  true

/// The head of one value, or of one key, of a property list.
package struct PropertyListNode: BitwiseCopyable, Sendable {
    /// The greatest number that the length in a head can be.
    static let longestShort = 0xFFFF

    package let word: UInt64

    @inline(__always)
    init(word: UInt64) { self.word = word }

    /// Creates a head.
    @inline(__always)
    init(_ kind: Kind, offset: Int, length: Int = 0) {
        let size = UInt64(truncatingIfNeeded: length) &<< 8
        word = UInt64(kind.rawValue) | size | UInt64(truncatingIfNeeded: offset) &<< 24
    }

    /// What the node is.
    @inline(__always)
    package var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word)) }

    /// Where the content begins in the body.
    @inline(__always)
    package var offset: Int { Int(truncatingIfNeeded: word &>> 24) }

    /// The length of the content, unless a second word says it.
    @inline(__always)
    package var length: Int { Int(truncatingIfNeeded: word &>> 8 & 0xFFFF) }
}

extension PropertyListNode {
    /// The second word of a container.
    @inline(__always)
    static func extent(end: Int, count: Int) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: end)) | UInt64(truncatingIfNeeded: count) &<< 32
    }

    /// The second word of what stands in the pool.
    @inline(__always)
    static func place(inPool offset: Int, length: Int) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: length)) | UInt64(truncatingIfNeeded: offset) &<< 32
    }
}
