import DecantCore

/// A binary property list built from raw objects, valid or invalid.
struct BinaryList {
    /// The bytes of each object.
    var objects: [[UInt8]]
    var referenceSize: UInt8 = 1
    var offsetSize: UInt8 = 1
    var top: UInt64 = 0

    /// The values to write to the trailer instead of the correct ones.
    var claimedCount: UInt64?
    var claimedTable: UInt64?
    var offsets: [Int: UInt64] = [:]

    init(_ objects: [[UInt8]]) {
        self.objects = objects
    }

    /// A list of nested arrays, each with the next one as its only element.
    static func nested(_ depth: Int) -> BinaryList {
        var list = BinaryList((0..<depth).map { [0xA1] + BinaryList.bytes(UInt64($0 + 1), 4) } + [[0x09]])
        list.referenceSize = 4
        list.offsetSize = 4
        return list
    }

    var body: ResponseBytes {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for (number, object) in objects.enumerated() {
            table += Self.bytes(offsets[number] ?? UInt64(bytes.count), Int(offsetSize))
            bytes += object
        }
        let tableOffset = UInt64(bytes.count)
        bytes += table + [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
        bytes += Self.bytes(claimedCount ?? UInt64(objects.count), 8) + Self.bytes(top, 8)
        return ResponseBytes(bytes + Self.bytes(claimedTable ?? tableOffset, 8))
    }

    /// A number in some bytes, most significant byte first.
    static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// A marker followed by the length as an integer of some bytes.
    static func long(_ marker: UInt8, _ count: UInt64, in size: UInt8) -> [UInt8] {
        [marker | 15, 0x10 | size] + bytes(count, 1 << Int(size))
    }
}
