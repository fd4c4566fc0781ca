import DecantImages

/// The mean colours of a picture in 8 by 8 cells, as the corpora define them for what is not decoded bit by bit alike.
struct ImageGrid {
    static let side = 8

    /// Red, green, blue and alpha of each cell, row by row.
    let means: [Int]

    init(_ pixels: ImagePixels) {
        var means: [Int] = []
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                let lines = Self.cell(row, of: pixels.height)
                means += Self.mean(pixels, Self.cell(column, of: pixels.width), lines)
            }
        }
        self.means = means
    }

    /// Reads the row of a picture in the file `grid.tsv`; nil if it is not a grid.
    init?(_ digits: String) {
        let values = Array(digits.utf8).map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == Self.side * Self.side * 8, !values.contains(nil) else { return nil }
        means = stride(from: 0, to: values.count, by: 2).map { (values[$0] ?? 0) * 16 + (values[$0 + 1] ?? 0) }
    }

    /// The largest difference of any two means.
    func distance(to other: ImageGrid) -> Int {
        zip(means, other.means).map { abs($0 - $1) }.max() ?? 0
    }

    /// The columns or rows of a cell, at least one.
    private static func cell(_ index: Int, of count: Int) -> Range<Int> {
        let first = count * index / side
        return first..<max(first + 1, count * (index + 1) / side)
    }

    private static func mean(_ pixels: ImagePixels, _ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
        var sums = [0, 0, 0, 0]
        let samples = pixels.rgba8
        for y in rows {
            for x in columns {
                let place = (y * pixels.width + x) * 4
                for channel in 0..<4 { sums[channel] += Int(samples[place + channel]) }
            }
        }
        let count = columns.count * rows.count
        return sums.map { ($0 + count / 2) / count }
    }
}
