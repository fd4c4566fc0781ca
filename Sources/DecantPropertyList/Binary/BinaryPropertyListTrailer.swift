import DecantCore

/// The last 32 bytes of a binary property list: how wide its numbers are, and where its table of offsets stands.
///
/// Five bytes that are not used, a sort version, the two sizes, and three numbers of 8 bytes.
struct BinaryPropertyListTrailer {
    /// The first bytes of every binary property list that is known.
    static let magic = Array("bplist00".utf8)

    private static let length = 32

    /// The bytes of an offset in the table, from 1 to 8.
    let offsetSize: Int

    /// The bytes of a reference, from 1 to 8.
    let referenceSize: Int

    /// The number of objects.
    let objectCount: Int

    /// The number of the object at the top.
    let top: Int

    /// Where the table begins, and the objects end.
    let table: Int

    /// Reads the trailer, and tests all that it claims against the bytes that are there.
    ///
    /// - Parameter body: The whole list.
    /// - Throws: ``ResponseError`` with the place of what cannot be.
    init(of body: borrowing ResponseBody) throws(ResponseError) {
        let end = body.count - Self.length
        guard end > Self.magic.count else {
            throw BinaryPropertyListFault(.tooShort, at: body.count).error(in: body)
        }
        offsetSize = Int(body[end + 6])
        referenceSize = Int(body[end + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw BinaryPropertyListFault(.size, at: end + 6).error(in: body)
        }
        let objects = Self.number(body, at: end + 8)
        let first = Self.number(body, at: end + 16)
        let table = Self.number(body, at: end + 24)
        guard table > Self.magic.count, table < end else {
            throw BinaryPropertyListFault(.table, at: end + 24).error(in: body)
        }
        self.table = Int(table)
        // Dividing what is there cannot overflow, as multiplying what is claimed could.
        let room = end - self.table
        guard objects == room / offsetSize, room.isMultiple(of: offsetSize) else {
            throw BinaryPropertyListFault(.objectCount, at: end + 8).error(in: body)
        }
        guard first < objects else { throw BinaryPropertyListFault(.top, at: end + 16).error(in: body) }
        objectCount = Int(objects)
        top = Int(first)
    }

    private static func number(_ body: borrowing ResponseBody, at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 << 8 | UInt64(body[offset + $1]) }
    }
}
