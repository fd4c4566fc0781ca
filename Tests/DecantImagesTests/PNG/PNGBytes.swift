import DecantCore

/// The bytes of a PNG, with methods that change them and correct the checksums.
struct PNGBytes {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The body with another orientation.
    func replacingOrientation(_ value: Int) -> ResponseBytes {
        var copy = self
        copy.edit("eXIf") { $0[19] = UInt8(value) }
        return ResponseBytes(copy.bytes)
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
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard offset + 12 + length <= bytes.count else { break }
            chunks.append(
                (String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset + 8..<offset + 8 + length)
            )
            offset += 12 + length
        }
        return chunks
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The checksum of PNG Annex D.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { start in
        (0..<8).reduce(UInt32(start)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
}

extension PNGBytes {
    /// Inserts a chunk before the first one of a type.
    mutating func insert(_ type: String, _ data: [UInt8], before other: String) {
        guard let chunk = chunks.first(where: { $0.type == other }) else { return }
        bytes.insert(contentsOf: Self.chunk(type, data), at: chunk.data.lowerBound - 8)
    }

    /// Removes the first chunk of a type.
    mutating func remove(_ type: String) {
        guard let chunk = chunks.first(where: { $0.type == type }) else { return }
        bytes.removeSubrange(chunk.data.lowerBound - 8..<chunk.data.upperBound + 4)
    }

    private static func chunk(_ type: String, _ data: some Collection<UInt8>) -> [UInt8] {
        let content = Array(type.utf8) + data
        return big(UInt32(data.count)) + content + big(checksum(content))
    }

    /// An uncompressed 8-bit RGB PNG whose pixels are repeating bytes.
    static func stored(width: Int, height: Int, chunks: Int) -> ResponseBytes {
        let row = [0] + (0..<width * 3).map { UInt8(truncatingIfNeeded: $0) }
        let raw = Array(repeatElement(row, count: height).joined())
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: raw.count, by: 65535) {
            let end = min(start + 65535, raw.count)
            let length = UInt16(end - start)
            stream.append(end == raw.count ? 1 : 0)
            for word in [length, ~length] { stream += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
            stream += raw[start..<end]
        }
        let sums = raw.reduce(into: (low: UInt32(1), high: UInt32(0))) { sums, byte in
            sums.low = (sums.low + UInt32(byte)) % 65521
            sums.high = (sums.high + sums.low) % 65521
        }
        stream += big(sums.high << 16 | sums.low)
        let head = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
        let whole = PNGBytes([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", head) + chunk("IDAT", stream))
        return ResponseBytes(whole.split(into: chunks).bytes + chunk("IEND", []))
    }

    /// The same PNG with its IDAT chunk split into several chunks.
    func split(into count: Int) -> PNGBytes {
        guard let data = chunks.first(where: { $0.type == "IDAT" })?.data else { return self }
        let size = (data.count + count - 1) / count
        let parts = stride(from: data.lowerBound, to: data.upperBound, by: size).map { start in
            Self.chunk("IDAT", bytes[start..<min(start + size, data.upperBound)])
        }
        let front = Array(bytes[..<(data.lowerBound - 8)])
        return PNGBytes(front + Array(parts.joined()) + Array(bytes[(data.upperBound + 4)...]))
    }
}
