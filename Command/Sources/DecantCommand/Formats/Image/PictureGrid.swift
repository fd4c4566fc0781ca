import DecantImages

/// The mean colours of a picture in 8 by 8 cells, by which pictures can be compared that differ in details.
struct PictureGrid {
    private static let side = 8

    private let pixels: ImagePixels

    /// Takes a picture of at least one pixel.
    init(_ pixels: ImagePixels) {
        self.pixels = pixels
    }

    /// Red, green, blue and alpha of each cell, row by row.
    var bytes: [UInt8] {
        (0..<Self.side).flatMap { row in
            (0..<Self.side).flatMap { column in
                mean(of: cell(column, of: pixels.width), cell(row, of: pixels.height))
            }
        }
    }

    /// The pixels of one cell on a side, of which there is at least one.
    private func cell(_ index: Int, of length: Int) -> Range<Int> {
        let start = length * index / Self.side
        return start..<max(start + 1, length * (index + 1) / Self.side)
    }

    private func mean(of columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
        var sums = SIMD4<Int>.zero
        let samples = pixels.rgba8
        for y in rows {
            for x in columns {
                let first = (y * pixels.width + x) * 4
                for channel in 0..<4 { sums[channel] += Int(samples[first + channel]) }
            }
        }
        let count = columns.count * rows.count
        return (0..<4).map { UInt8(truncatingIfNeeded: (sums[$0] + count / 2) / count) }
    }
}
