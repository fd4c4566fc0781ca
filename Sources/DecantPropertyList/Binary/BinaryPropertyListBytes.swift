import CDecantScan
import DecantCore
import DecantDocument

// Why: for each value, the reader loads the reference, the offset, and the marker. The last two can be anywhere. In a
// body larger than the processor's caches, each would be a cache miss, so the reader prefetches several of them at the
// start of a container.
//
// Bound: all indices are tested. References are inside their container, which is known to end before the table. A
// number is used as an index of the table only if it is less than the number of objects. Offsets are tested against the
// table. A number of up to 8 bytes is read as a whole word, which the zeros after every body allow at any position.

/// The bytes of a binary property list, with accessors for references and offsets.
struct BinaryPropertyListBytes {
    private let bytes: PaddedBytes
    private let table: Int
    private let offsetSize: Int
    private let offsetShift: UInt64
    private let referenceShift: UInt64

    /// The size of a reference in bytes.
    let referenceSize: Int

    /// The number of objects.
    let objectCount: UInt64

    /// Whether the list may exceed the processor's caches.
    let isLarge: Bool

    /// Creates an instance for a body with a valid trailer.
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

    /// The end offset of the objects.
    var end: Int { table }

    /// The byte at an offset.
    subscript(offset: Int) -> UInt8 { bytes[offset] }

    /// Returns eight bytes as a big-endian number.
    func word(at offset: Int) -> UInt64 { bytes.word64(at: offset).byteSwapped }

    /// Returns the reference at an offset.
    func reference(at offset: Int) -> UInt64 { word(at: offset) &>> referenceShift }

    /// Returns the offset of an object, which must exist.
    func offset(of object: Int) -> UInt64 { word(at: table &+ object &* offsetSize) &>> offsetShift }

    /// Returns whether the five bytes at an offset are `$null`.
    func isNullText(at offset: Int) -> Bool { bytes.isNullText(at: offset) }

    /// Prefetches the offsets of several objects, then their first bytes.
    ///
    /// - Parameters:
    ///   - position: The offset of the first reference to prefetch.
    ///   - count: The number of references, all of them inside their container.
    @inline(never)
    func fetchAhead(from position: Int, count: Int) {
        for index in 0..<count {
            let object = reference(at: position &+ index &* referenceSize)
            guard object < objectCount else { return }
            unsafe decant_fetch_ahead(bytes.address(of: table &+ Int(truncatingIfNeeded: object) &* offsetSize))
        }
        for index in 0..<count {
            let offset = offset(of: Int(truncatingIfNeeded: reference(at: position &+ index &* referenceSize)))
            guard offset < UInt64(truncatingIfNeeded: end) else { return }
            unsafe decant_fetch_ahead(bytes.address(of: Int(truncatingIfNeeded: offset)))
        }
    }

    /// A mask with the bit of each byte that is set if the byte is not ASCII.
    private static let notASCII: UInt64 = 0x8080_8080_8080_8080

    /// Returns whether all bytes are ASCII.
    @inline(__always)
    func isASCII(from start: Int, count: Int) -> Bool {
        var position = start
        let end = start &+ count
        while position &+ 8 <= end {
            guard word(at: position) & Self.notASCII == 0 else { return false }
            position &+= 8
        }
        let rest = UInt64(truncatingIfNeeded: end &- position)
        // The shift removes the bytes after the text.
        return rest == 0 || word(at: position) &>> (64 &- 8 &* rest) & Self.notASCII == 0
    }

    /// Returns the offset of the first lone surrogate, or nil if the text is valid UTF-16.
    func loneSurrogate(from start: Int, units: Int) -> Int? {
        var position = start
        let end = start &+ 2 &* units
        while position < end {
            let unit = unit(at: position)
            position &+= 2
            guard UTF16.isSurrogate(unit) else { continue }
            guard UTF16.isLeadSurrogate(unit), position < end, UTF16.isTrailSurrogate(self.unit(at: position)) else {
                return position &- 2
            }
            position &+= 2
        }
        return nil
    }

    /// Returns the UTF-16 code unit at an offset.
    private func unit(at offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: word(at: offset) &>> 48) }
}

/// The last 32 bytes of a binary property list: the sizes of its numbers, and the offset of its offset table.
///
/// The trailer has five unused bytes, a sort version, the two sizes, and three numbers of 8 bytes.
struct BinaryPropertyListTrailer {
    /// The first bytes of a binary property list of the only known version.
    static let magic = Array("bplist00".utf8)

    private static let length = 32

    /// The size of an offset in the table in bytes, from 1 to 8.
    let offsetSize: Int

    /// The size of a reference in bytes, from 1 to 8.
    let referenceSize: Int

    /// The number of objects.
    let objectCount: Int

    /// The number of the top object.
    let top: Int

    /// The start of the offset table, and the end of the objects.
    let table: Int

    /// Reads the trailer and checks it against the body.
    ///
    /// - Throws: ``ResponseError`` located at the invalid field.
    init(of body: borrowing ResponseBytes) throws(ResponseError) {
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
        // Dividing the actual size cannot overflow; multiplying the declared count could.
        let size = end - self.table
        guard objects == size / offsetSize, size.isMultiple(of: offsetSize) else {
            throw BinaryPropertyListFault(.objectCount, at: end + 8).error(in: body)
        }
        guard first < objects else { throw BinaryPropertyListFault(.top, at: end + 16).error(in: body) }
        objectCount = Int(objects)
        top = Int(first)
    }

    private static func number(_ body: borrowing ResponseBytes, at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 << 8 | UInt64(body[offset + $1]) }
    }
}

/// An error in a binary property list, with its offset.
struct BinaryPropertyListFault: Error {
    /// The kind of an error.
    enum Reason {
        case version, tooShort, size, table, objectCount, top, objectOffset, reference, marker, integerSize, realSize,
            length
        case beyond, notASCII, surrogate, key, date, cycle, depth, references, content, nodes
    }

    let reason: Reason

    /// The offset in bytes.
    let offset: Int

    /// The number of the object that contains the error, or nil if the error is outside the objects.
    let object: Int?

    init(_ reason: Reason, at offset: Int, object: Int? = nil) {
        self.reason = reason
        self.offset = offset
        self.object = object
    }

    /// Returns the response error for this error.
    func error(in body: borrowing ResponseBytes, _ limits: Limits = Limits()) -> ResponseError {
        let prefix = object.map { "object \($0): " } ?? ""
        let limit = limit
        let bound = limit.map { ", more than the limit of \(limits[$0])" } ?? ""
        let code: ResponseError.Code = limit == nil ? .malformedBody : .limitExceeded
        let site = ErrorSite.bytes(body.start + min(offset, body.count))
        return ResponseError(code, prefix + message + bound, at: site, limit: limit)
    }

    private var limit: Limits.Name? {
        switch reason {
        case .depth: .propertyListDepth
        case .references: .propertyListReferences
        case .content: .bodyBytes
        case .nodes: .propertyListNodes
        default: nil
        }
    }

    private var message: String {
        switch reason {
        case .version: "expected the version 00 of a binary property list"
        case .tooShort: "expected a binary property list of at least 42 bytes"
        case .size: "the trailer has an offset or reference size that is not from 1 to 8"
        case .table: "the trailer places the offset table outside the list"
        case .objectCount: "the offset table does not have the number of entries in the trailer"
        case .top: "the top object in the trailer does not exist"
        case .objectOffset: "the offset is outside the objects"
        case .reference: "a reference to an object that does not exist"
        case .marker: "unknown object marker"
        case .integerSize: "expected an integer of 1, 2, 4, 8 or 16 bytes"
        case .realSize: "expected a real of 4 or 8 bytes, or a date of 8 bytes"
        case .length: "expected a length that is an integer of 1 to 8 bytes"
        case .beyond: "the object extends beyond the end of the object data"
        default: deepMessage
        }
    }

    private var deepMessage: String {
        switch reason {
        case .notASCII: "an ASCII string has a byte above 0x7F"
        case .surrogate: "a UTF-16 string has a lone surrogate"
        case .key: "expected a string as the key of a dictionary"
        case .date: "a date is not a finite number"
        case .cycle: "the object contains itself"
        case .depth: "arrays and dictionaries are nested too deeply"
        case .references: "references to shared objects expand to too many values"
        case .content: "references to shared objects expand to too much text and data"
        default: "the list has too many values"
        }
    }
}
