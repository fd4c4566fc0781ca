/// Writes bitmaps (BMP) with the head that most programs write.
enum BitmapWriter {
    /// A bitmap of 24 or 32 bits a pixel.
    ///
    /// - Parameters:
    ///   - samples: The samples of the pixels, red first, row by row.
    ///   - size: The number of columns and rows.
    ///   - channels: The number of samples per pixel, 3 or 4.
    /// - Returns: The file.
    static func bytes(_ samples: [UInt8], _ size: PictureSize, channels: Int) -> [UInt8] {
        let filling = (4 - size.width * channels % 4) % 4
        var bytes = head(size, bits: channels * 8, palette: 0)
        bytes.reserveCapacity(bytes.count + samples.count)
        for row in (0..<size.height).reversed() {
            for column in 0..<size.width {
                let pixel = (row * size.width + column) * channels
                bytes += [samples[pixel + 2], samples[pixel + 1], samples[pixel]]
                if channels == 4 { bytes.append(samples[pixel + 3]) }
            }
            bytes += repeatElement(0, count: filling)
        }
        return bytes
    }

    /// A bitmap of 256 colours.
    static func bytes(indices: [UInt8], palette: [UInt8], _ size: PictureSize) -> [UInt8] {
        var bytes = head(size, bits: 8, palette: 256)
        for color in 0..<256 { bytes += [palette[color * 3 + 2], palette[color * 3 + 1], palette[color * 3], 0] }
        let filling = (4 - size.width % 4) % 4
        for row in (0..<size.height).reversed() {
            bytes += indices[row * size.width..<(row + 1) * size.width] + repeatElement(0, count: filling)
        }
        return bytes
    }

    private static func head(_ size: PictureSize, bits: Int, palette: Int) -> [UInt8] {
        let start = 54 + 4 * palette
        let length = (size.width * bits + 31) / 32 * 4 * size.height
        var bytes = Array("BM".utf8)
        for value in [start + length, 0, start, 40, size.width, size.height] { bytes += little(value, 4) }
        bytes += little(1, 2) + little(bits, 2)
        for value in [0, length, 2835, 2835, palette, 0] { bytes += little(value, 4) }
        return bytes
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
