import CDecantScan
import DecantDocument

// Why: the reader looks at three places of the body for each value: the reference, the offset, the marker. The last two can be
// anywhere, so that in a body larger than the processor's caches it would wait for each of them; it prefetches several of them
// when it comes to a container.
//
// Bound: all indices were tested: references are inside of their container, which was found to end before the table; a number is
// only used as an index of the table once it is less than the number of objects; offsets are tested against the table. A number of
// up to 8 bytes is read as a whole word, which the zeros after every body allow at any position of it.

/// The bytes of a binary property list, as its reader sees them.
struct BinaryPropertyListBytes {
    private let bytes: PaddedBytes
    private let table: Int
    private let offsetSize: Int
    private let offsetShift: UInt64
    private let referenceShift: UInt64

    /// The bytes of a reference.
    let referenceSize: Int

    /// The number of objects.
    let objectCount: UInt64

    /// Whether the caches may not hold all of it.
    let isLarge: Bool

    /// Takes a body whose trailer was found valid.
    init(_ bytes: PaddedBytes, _ trailer: BinaryPropertyListTrailer) {
        self.bytes = bytes
        table = trailer.table
        offsetSize = trailer.offsetSize
        referenceSize = trailer.referenceSize
        objectCount = UInt64(trailer.objectCount)
        isLarge = trailer.table > 1 << 19
        offsetShift = UInt64(64 - 8 * trailer.offsetSize)
        referenceShift = UInt64(64 - 8 * trailer.referenceSize)
    }

    /// The offset after the last object.
    @inline(__always)
    var end: Int { table }

    /// A byte of an object.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { bytes[offset] }

    /// Eight bytes, the most significant first.
    @inline(__always)
    func word(at offset: Int) -> UInt64 { bytes.word64(at: offset).byteSwapped }

    /// The reference at an offset.
    @inline(__always)
    func reference(at offset: Int) -> UInt64 { word(at: offset) &>> referenceShift }

    /// The offset of an object that is there.
    @inline(__always)
    func offset(of object: Int) -> UInt64 { word(at: table &+ object &* offsetSize) &>> offsetShift }

    /// Whether the five bytes at an offset are `$null`.
    @inline(__always)
    func isNullText(at offset: Int) -> Bool { bytes.isNullText(at: offset) }

    /// Prefetches objects that are read soon: first the offsets of all of them, then their first bytes.
    ///
    /// - Parameters:
    ///   - place: The offset of the first of their references.
    ///   - count: How many references there are, all of them inside of their container.
    @inline(never)
    func fetchAhead(from place: Int, count: Int) {
        for index in 0..<count {
            let object = reference(at: place &+ index &* referenceSize)
            guard object < objectCount else { return }
            unsafe decant_fetch_ahead(bytes.address(of: table &+ Int(truncatingIfNeeded: object) &* offsetSize))
        }
        for index in 0..<count {
            let offset = offset(of: Int(truncatingIfNeeded: reference(at: place &+ index &* referenceSize)))
            guard offset < UInt64(truncatingIfNeeded: end) else { return }
            unsafe decant_fetch_ahead(bytes.address(of: Int(truncatingIfNeeded: offset)))
        }
    }

    /// The offset and the length of content that is too long for its marker to have the length.
    func longContent(_ object: Int, _ place: Int) throws(BinaryPropertyListFault) -> (start: Int, count: Int) {
        guard place &+ 1 < end, self[place &+ 1] & 0xFC == 0x10 else {
            throw BinaryPropertyListFault(.length, at: place, object: object)
        }
        let size = 1 &<< Int(self[place &+ 1] & 3)
        let start = place &+ 2 &+ size
        let count = word(at: place &+ 2) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        guard start <= end, count <= UInt64(truncatingIfNeeded: end &- start) else {
            throw BinaryPropertyListFault(.beyond, at: place, object: object)
        }
        return (start, Int(truncatingIfNeeded: count))
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
        // Anything after the text is shifted out.
        return rest == 0 || word(at: position) &>> (64 &- 8 &* rest) & 0x8080_8080_8080_8080 == 0
    }

    /// The offset of the first lone surrogate, if there is one.
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
