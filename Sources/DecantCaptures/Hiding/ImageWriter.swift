/// Writes images of one color.
enum ImageWriter {
    // MARK: - PNG

    /// Returns a PNG (W3C PNG) in gray with one bit per pixel.
    static func png(_ size: ImageSize, hasPixels: Bool) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // The depth, and the type of color.
        append("IHDR", big(size.width, 4) + big(size.height, 4) + [1, 0, 0, 0, 0], to: &bytes)
        guard hasPixels else { return bytes }
        append("IDAT", zeros((1 + (size.width + 7) / 8) * size.height), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    private static func append(_ type: String, _ data: [UInt8], to bytes: inout [UInt8]) {
        let content = Array(type.utf8) + data
        var crc: UInt32 = .max
        for byte in content { crc = crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
        bytes += big(data.count, 4) + content + big(Int(~crc), 4)
    }

    private static let crcTable: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    /// Returns zeros in the format zlib: a literal, and matches of 258 bytes with the distance 1 (RFC 1951 §3.2.6).
    private static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter(bytes: [0x78, 0x01])
        // The last block, with fixed codes.
        bits.append(0b011, 3)
        let literal = 0b0000_1100
        bits.append(literal, 8)
        let matches = (count - 1) / 258
        for _ in 0..<matches { bits.append(0b1010_0011, 13) }
        for _ in 0..<(count - 1) % 258 { bits.append(literal, 8) }
        bits.append(0, 7)
        return bits.finish() + big((count % 65_521) << 16 | 1, 4)
    }

    // MARK: - GIF

    /// Returns a GIF (GIF89a) with one frame.
    static func gif(_ size: ImageSize, hasPixels: Bool) -> [UInt8] {
        let extent = little(size.width, 2) + little(size.height, 2)
        // Four colors, all black.
        let table = [UInt8](repeating: 0, count: 12)
        var bytes = Array("GIF89a".utf8) + extent + [0x81, 0, 0] + table
        bytes += [0x2C, 0, 0, 0, 0] + extent + [0, 2]
        guard hasPixels else { return bytes }
        let data = lzw(size.width * size.height)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(data.count, start + 255)]
            bytes += [UInt8(block.count)] + block
        }
        return bytes + [0, 0x3B]
    }

    /// Returns the codes of pixels with the color 0: each code is the one before with one more pixel.
    private static func lzw(_ count: Int) -> [UInt8] {
        let (clear, end, first) = (4, 5, 6)
        var bits = BitWriter()
        var (width, next, rest) = (3, first, count)
        bits.append(clear, width)
        var isStart = true
        while rest > 0 {
            // The code before the next one to define has `length - 1` pixels.
            let length = isStart ? 1 : next - first + 2
            let taken = min(length, rest)
            bits.append(taken == 1 ? 0 : first + taken - 2, width)
            rest -= taken
            if !isStart { next += 1 }
            isStart = false
            if next == 1 << width, width < 12 { width += 1 }
            if next == 4095, rest > 0 {
                bits.append(clear, width)
                (width, next, isStart) = (3, first, true)
            }
        }
        bits.append(end, width)
        return bits.finish()
    }

    // MARK: - JPEG

    /// Returns a baseline JPEG (ITU T.81) in gray, whose blocks have two bits: no difference, and the end.
    static func jpeg(_ size: ImageSize, hasPixels: Bool) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8] + big(size.height, 2) + big(size.width, 2) + [1, 1, 0x11, 0]
        // Two tables with one code of one bit for the symbol 0.
        for table: UInt8 in [0x00, 0x10] {
            bytes += [0xFF, 0xC4, 0, 20, table, 1] + [UInt8](repeating: 0, count: 15) + [0]
        }
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        guard hasPixels else { return bytes }
        let blocks = ((size.width + 7) / 8) * ((size.height + 7) / 8)
        bytes += [UInt8](repeating: 0, count: blocks / 4)
        if blocks % 4 > 0 { bytes.append(0xFF >> UInt8(blocks % 4 * 2)) }
        return bytes + [0xFF, 0xD9]
    }

    // MARK: - WebP

    /// Returns a lossless WebP, whose codes have one symbol each, so its pixels have no bits.
    static func webP(_ size: ImageSize) -> [UInt8] {
        var bits = BitWriter(bytes: [0x2F])
        bits.append(size.width - 1, 14)
        bits.append(size.height - 1, 14)
        // The use of alpha, the version, a transform, a color cache, and further codes: none.
        bits.append(0, 1 + 3 + 1 + 1 + 1)
        for _ in ["green", "red", "blue"] { bits.append(0b0001, 4) }
        // The symbol 255 with eight bits.
        bits.append(0b101, 3)
        bits.append(255, 8)
        bits.append(0b0001, 4)
        var data = bits.finish()
        let length = data.count
        if length % 2 == 1 { data.append(0) }
        let chunk = Array("WEBPVP8L".utf8) + little(length, 4) + data
        return Array("RIFF".utf8) + little(chunk.count, 4) + chunk
    }

    // MARK: - BMP

    /// Returns the number of bytes of the pixels of a bitmap with one bit per pixel, whose rows have whole words.
    static func bitmapLength(_ size: ImageSize) -> Int { (size.width + 31) / 32 * 4 * size.height }

    /// Returns a bitmap with one bit per pixel.
    static func bmp(_ size: ImageSize, hasPixels: Bool) -> [UInt8] {
        let length = hasPixels ? bitmapLength(size) : 0
        let header = little(40, 4) + little(size.width, 4) + little(size.height, 4) + [1, 0, 1, 0]
        let palette: [UInt8] = [0, 0, 0, 0, 255, 255, 255, 0]
        let file = Array("BM".utf8) + little(62 + length, 4) + little(0, 4) + little(62, 4)
        return file + header + [UInt8](repeating: 0, count: 24) + palette + [UInt8](repeating: 0, count: length)
    }

    // MARK: - Numbers

    private static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// Writes bits, the lowest one first.
private struct BitWriter {
    var bytes: [UInt8] = []
    private var word = 0
    private var count = 0

    init(bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func append(_ value: Int, _ length: Int) {
        word |= value << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: word))
            word >>= 8
            count -= 8
        }
    }

    mutating func finish() -> [UInt8] {
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: word)) }
        return bytes
    }
}
