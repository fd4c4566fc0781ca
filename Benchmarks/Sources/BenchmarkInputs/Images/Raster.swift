/// Pixels of three 16-bit channels, the source of the image files.
struct Raster {
    let width: Int
    let height: Int

    /// Red, green and blue of each pixel, row by row.
    private(set) var samples: [UInt16] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        samples.reserveCapacity(width * height * 3)
    }

    mutating func append(_ color: SIMD3<Int32>) {
        for channel in 0..<3 { samples.append(UInt16(clamping: color[channel])) }
    }

    /// Red, green and blue in 8 bits.
    var rgb: [UInt8] { samples.map { UInt8(truncatingIfNeeded: $0 >> 8) } }

    /// Red, green, and blue in 8 bits, with an opaque alpha.
    var opaque: [UInt8] {
        let colors = rgb
        var bytes: [UInt8] = []
        for first in stride(from: 0, to: colors.count, by: 3) {
            bytes += [colors[first], colors[first + 1], colors[first + 2], 255]
        }
        return bytes
    }

    /// Red, green, and blue in 8 bits, with an alpha that fades toward the corners.
    var rgba: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = (y * width + x) * 3
                for channel in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: samples[pixel + channel] >> 8)) }
                bytes.append(alpha(x, y))
            }
        }
        return bytes
    }

    private func alpha(_ x: Int, _ y: Int) -> UInt8 {
        let (across, down) = (2 * x - width, 2 * y - height)
        let distance = 1024 * (across * across) / (width * width) + 1024 * (down * down) / (height * height)
        return UInt8(clamping: (1600 - distance) / 4)
    }

    /// Cyan, magenta, yellow, and black, all inverted; the common part of the three colors is black.
    var cmyk: [UInt8] {
        let colors = rgb
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 4)
        for first in stride(from: 0, to: colors.count, by: 3) {
            let most = max(colors[first], colors[first + 1], colors[first + 2], 1)
            for channel in 0..<3 { bytes.append(UInt8(Int(colors[first + channel]) * 255 / Int(most))) }
            bytes.append(most)
        }
        return bytes
    }

    /// One channel of 8 bits.
    var gray: [UInt8] {
        (0..<width * height).map { pixel in
            let (red, green, blue) = (samples[pixel * 3], samples[pixel * 3 + 1], samples[pixel * 3 + 2])
            return UInt8((Int(red) * 77 + Int(green) * 151 + Int(blue) * 28) >> 16)
        }
    }

    /// Three channels of 16 bits, most significant byte first.
    var deep: [UInt8] { samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }

    /// One index for each pixel into the colors of ``palette``, dithered in an 8 by 8 pattern.
    var indices: [UInt8] {
        (0..<width * height).map { pixel in
            let threshold = Self.threshold(pixel % width, pixel / width) * 1024
            let red = (Int(samples[pixel * 3]) * 5 + threshold) >> 16
            let green = (Int(samples[pixel * 3 + 1]) * 6 + threshold) >> 16
            let blue = (Int(samples[pixel * 3 + 2]) * 5 + threshold) >> 16
            return UInt8((red * 7 + green) * 6 + blue)
        }
    }

    /// Returns a number from 0 to 63 that differs from the numbers of nearby pixels (ordered dithering).
    private static func threshold(_ x: Int, _ y: Int) -> Int {
        var value = 0
        for bit in 0..<3 {
            let (across, down) = ((x >> bit) & 1, (y >> bit) & 1)
            let pair = (across ^ down) * 2 + down
            value |= pair << (4 - 2 * bit)
        }
        return value
    }

    /// 6 by 7 by 6 levels of red, green, and blue, three bytes for each of 256 colors.
    static let palette: [UInt8] = {
        var colors: [UInt8] = []
        for index in 0..<252 {
            let (red, green, blue) = (index / 42, index / 6 % 7, index % 6)
            colors += [UInt8(red * 51), UInt8(green * 255 / 6), UInt8(blue * 51)]
        }
        return colors + Array(repeating: 0, count: 12)
    }()
}

/// Writes bitmaps (BMP) with the most common header.
enum BitmapWriter {
    /// Returns a bitmap of 24 or 32 bits per pixel.
    ///
    /// - Parameters:
    ///   - samples: The samples of the pixels, red first, row by row.
    ///   - size: The number of columns and rows.
    ///   - channels: The number of samples per pixel, 3 or 4.
    static func bytes(_ samples: [UInt8], _ size: ImageSize, channels: Int) -> [UInt8] {
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

    /// Returns a bitmap of 256 colors.
    static func bytes(indices: [UInt8], palette: [UInt8], _ size: ImageSize) -> [UInt8] {
        var bytes = head(size, bits: 8, palette: 256) + colors(of: palette)
        let filling = (4 - size.width % 4) % 4
        for row in (0..<size.height).reversed() {
            bytes += indices[row * size.width..<(row + 1) * size.width] + repeatElement(0, count: filling)
        }
        return bytes
    }

    /// Returns a bitmap of 256 colors with run lengths (RLE8).
    ///
    /// Pixels without a run of three are literals.
    static func bytes(runsOf indices: [UInt8], palette: [UInt8], _ size: ImageSize) -> [UInt8] {
        var runs: [UInt8] = []
        for row in (0..<size.height).reversed() {
            var rest = indices[row * size.width..<(row + 1) * size.width]
            while let first = rest.first {
                let run = rest.prefix(255).prefix { $0 == first }
                let literals = run.count < 3 ? self.literals(in: rest.prefix(255)) : rest.prefix(0)
                if literals.count < 3 {
                    runs += [UInt8(run.count), first]
                    rest = rest.dropFirst(run.count)
                } else {
                    runs += [0, UInt8(literals.count)] + literals + (literals.count.isMultiple(of: 2) ? [] : [0])
                    rest = rest.dropFirst(literals.count)
                }
            }
            runs += [0, 0]
        }
        runs += [0, 1]
        return head(size, bits: 8, palette: 256, runs: runs.count) + colors(of: palette) + runs
    }

    /// Returns the pixels before the first run of three.
    private static func literals(in pixels: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = pixels.indices.dropLast(2).first { pixels[$0] == pixels[$0 + 1] && pixels[$0] == pixels[$0 + 2] }
        return pixels[..<(start ?? pixels.endIndex)]
    }

    private static func colors(of palette: [UInt8]) -> [UInt8] {
        (0..<256).flatMap { (index: Int) -> [UInt8] in
            let start = index * 3
            return [palette[start + 2], palette[start + 1], palette[start], 0]
        }
    }

    private static func head(_ size: ImageSize, bits: Int, palette: Int, runs: Int? = nil) -> [UInt8] {
        let start = 54 + 4 * palette
        let length = runs ?? (size.width * bits + 31) / 32 * 4 * size.height
        var bytes = Array("BM".utf8)
        for value in [start + length, 0, start, 40, size.width, size.height] { bytes += little(value, 4) }
        bytes += little(1, 2) + little(bits, 2)
        for value in [runs == nil ? 0 : 1, length, 2835, 2835, palette, 0] { bytes += little(value, 4) }
        return bytes
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
