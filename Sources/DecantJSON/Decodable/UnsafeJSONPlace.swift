// Why: a container that the standard library has made room for can stand for one object after the other, if where the
// object is stands somewhere else than in the container (see UnsafeJSONContainers). Others have it in themselves, and both
// are the same type, which is no larger than a word.
//
// Encoding: the node in the upper 32 bits, the level in the 31 below, and a bit that is set. Without that bit the word is
// the address of such a word. A level has 31 bits, since a text of 4 GiB has two brackets for each.
// Example: node 5 on level 2 is 0x0000_0005_0000_0005.
//
// Bound: the address is that of an entry of the containers of a decoding, which are not moved, and are freed with the
// state of the decoding; a container keeps that state.

/// Where an object stands, or the address of where that is noted.
@safe
struct UnsafeJSONPlace {
    private let word: UInt64

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - node: The node of the object.
    ///   - depth: Its level.
    @inline(__always)
    init(_ node: Int, _ depth: Int) {
        let level = UInt64(UInt32(truncatingIfNeeded: depth)) &<< 1
        word = UInt64(truncatingIfNeeded: node) &<< 32 | level & 0xFFFF_FFFE | 1
    }

    /// Creates a place that is noted elsewhere.
    @inline(__always)
    init(notedAt place: UnsafePointer<UnsafeJSONPlace>) {
        word = UInt64(UInt(bitPattern: place))
    }

    @inline(__always)
    private var noted: UInt64 {
        if word & 1 != 0 { return word }
        let place = unsafe UnsafePointer<UInt64>(bitPattern: UInt(truncatingIfNeeded: word))
        return unsafe place.unsafelyUnwrapped.pointee
    }

    /// The node of the object.
    @inline(__always)
    var node: Int { Int(truncatingIfNeeded: noted &>> 32) }

    /// The level of the object.
    @inline(__always)
    var depth: Int { Int(truncatingIfNeeded: noted & 0xFFFF_FFFF) &>> 1 }
}
