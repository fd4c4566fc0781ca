import DecantCore

/// The bytes of a PNG, to be changed with checksums made right.
struct PNGBytes {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The body with another orientation.
    func replacingOrientation(_ value: Int) -> ResponseBody {
        var copy = self
        copy.edit("eXIf") { $0[19] = UInt8(value) }
        return ResponseBody(copy.bytes)
    }

    /// Changes the data of the first chunk of a type.
    mutating func edit(_ type: String, _ change: (inout [UInt8]) -> Void) {
        for chunk in chunks where chunk.type == type {
            var data = Array(bytes[chunk.data])
            change(&data)
            let content = Array(type.utf8) + data
            let length = Self.big(UInt32(data.count))
            let range = chunk.data.lowerBound - 8..<chunk.data.upperBound + 4
            bytes.replaceSubrange(range, with: length + content + Self.big(Self.checksum(content)))
            return
        }
    }

    /// The chunks in order.
    var chunks: [(type: String, data: Range<Int>)] {
        var chunks: [(String, Range<Int>)] = []
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= bytes.count else { break }
            chunks.append(
                (String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place + 8..<place + 8 + length)
            )
            place += 12 + length
        }
        return chunks
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The checksum of PNG Annex D, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
    }
}
