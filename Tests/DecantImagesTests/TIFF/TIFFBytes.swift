import DecantCore
import DecantImages

/// A TIFF built field by field, including forms that no writer produces.
///
/// The byte order is little-endian, and offsets have 32 bits.
struct TIFFBytes {
    /// The bytes before the directories.
    static let head: [UInt8] = [0x49, 0x49, 42, 0]

    private var fields: [Int: (type: Int, count: Int, value: Int)] = [:]

    /// The data after the directory, at offset ``dataOffset``.
    var data: [UInt8] = []

    /// The offset of the data.
    ///
    /// It leaves capacity for 30 fields.
    static let dataOffset = 8 + 2 + 30 * 12 + 4

    /// The offset of the next directory.
    var next = 0

    /// A gray image in one uncompressed strip.
    init(width: Int = 7, height: Int = 5, bits: Int = 8) {
        self[256] = width
        self[257] = height
        self[258] = bits
        self[259] = 1
        self[262] = 1
        self[273] = Self.dataOffset
        self[277] = 1
        self[278] = height
        self[279] = width * height
        data = [UInt8](repeating: 7, count: 35)
    }

    /// A field with one number.
    subscript(tag: Int) -> Int? {
        get { fields[tag]?.value }
        set { fields[tag] = newValue.map { (4, 1, $0) } }
    }

    /// Sets a field with several numbers, which are stored at an offset.
    mutating func set(_ tag: Int, type: Int = 4, count: Int, at offset: Int) { fields[tag] = (type, count, offset) }

    /// The bytes of the directory.
    var directory: [UInt8] {
        var bytes = Self.number(fields.count, 2)
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            bytes += Self.number(tag, 2) + Self.number(field.type, 2)
            bytes += Self.number(field.count, 4) + Self.number(field.value, 4)
        }
        return bytes + Self.number(next, 4)
    }

    var bytes: [UInt8] {
        let front = Self.head + Self.number(8, 4) + directory
        return front + [UInt8](repeating: 0, count: Self.dataOffset - front.count) + data
    }

    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns the error of decoding the file.
    func error(_ limits: Limits = Limits()) -> ResponseError? {
        do throws(ResponseError) {
            _ = try DecodedImage(parsing: ResponseBytes(bytes), limits: limits)
            return nil
        } catch {
            return error
        }
    }
}
