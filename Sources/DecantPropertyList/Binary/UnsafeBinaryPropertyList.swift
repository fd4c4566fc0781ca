// Why: the reader looks at three places of the body for each value: the reference, the offset, the marker.
//
// Bound: the pointer lives inside of the closure that lent it. All indices were tested: references lie inside of their
// container, which was found to end before the table; a number is only used as an index of the table once it is less than
// the number of objects; offsets are tested against the table. A number of up to 8 bytes is read as a whole word, which the
// zeros behind every body allow at any position of it.

import DecantCore

/// The bytes of a binary property list, lent to its reader.
@safe
struct UnsafeBinaryPropertyList {
    private let bytes: UnsafeRawPointer
    private let table: UnsafeRawPointer
    private let offsetSize: Int
    private let offsetShift: UInt64
    private let referenceShift: UInt64

    /// Where the objects end.
    let end: Int

    /// The bytes of a reference.
    let referenceSize: Int

    /// The number of objects.
    let objectCount: UInt64

    /// Takes a body whose trailer was found valid.
    init(_ storage: UnsafeRawBufferPointer, from start: Int, _ trailer: BinaryPropertyListTrailer) {
        unsafe bytes = storage.baseAddress.unsafelyUnwrapped + start
        unsafe table = bytes + trailer.table
        end = trailer.table
        offsetSize = trailer.offsetSize
        referenceSize = trailer.referenceSize
        objectCount = UInt64(trailer.objectCount)
        offsetShift = UInt64(64 - 8 * trailer.offsetSize)
        referenceShift = UInt64(64 - 8 * trailer.referenceSize)
    }

    /// A byte of an object.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < end, "a byte outside of the objects")
        return unsafe (bytes + offset).load(as: UInt8.self)
    }

    /// Eight bytes, the most significant first.
    @inline(__always)
    func word(at offset: Int) -> UInt64 { unsafe (bytes + offset).loadUnaligned(as: UInt64.self).bigEndian }

    /// The reference at a place.
    @inline(__always)
    func reference(at offset: Int) -> UInt64 { word(at: offset) &>> referenceShift }

    /// The offset of an object that is there.
    @inline(__always)
    func offset(of object: Int) -> UInt64 {
        let entry = unsafe table + object &* offsetSize
        return unsafe entry.loadUnaligned(as: UInt64.self).bigEndian &>> offsetShift
    }

    /// Whether all bytes are ASCII.
    @inline(__always)
    func isASCII(from start: Int, count: Int) -> Bool {
        var position = start
        let end = start &+ count
        while position &+ 8 <= end {
            guard word(at: position) & 0x8080_8080_8080_8080 == 0 else { return false }
            position &+= 8
        }
        let rest = UInt64(truncatingIfNeeded: end &- position)
        // What is behind the text is shifted out.
        return rest == 0 || word(at: position) &>> (64 &- 8 &* rest) & 0x8080_8080_8080_8080 == 0
    }

    /// Where the first lone surrogate stands, if there is one.
    func loneSurrogate(from start: Int, units: Int) -> Int? {
        var position = start
        let end = start &+ 2 &* units
        while position < end {
            let unit = word(at: position) &>> 48
            position &+= 2
            guard unit & 0xF800 == 0xD800 else { continue }
            guard unit < 0xDC00, position < end, word(at: position) &>> 58 == 0xDC00 &>> 10 else {
                return position &- 2
            }
            position &+= 2
        }
        return nil
    }
}
