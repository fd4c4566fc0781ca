import DecantImages

extension ImagePixels {
    /// The largest difference of two samples at the same place.
    func distance(from other: ImagePixels) -> Int {
        zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The mean colour of each of 8 by 8 cells in rows, rounded; a cell has one pixel at least.
    var grid: [UInt8] {
        let bytes = bytes
        let spans = { (count: Int) in
            (0..<8).map { cell in
                let start = min(count * cell / 8, count - 1)
                return start..<max(count * (cell + 1) / 8, start + 1)
            }
        }
        let (columns, rows) = (spans(width), spans(height))
        return rows.flatMap { rows in
            columns.flatMap { columns in
                var sums = SIMD4<Int>()
                for y in rows {
                    for x in columns {
                        let place = (y * width + x) * 4
                        sums &+= SIMD4(
                            Int(bytes[place]),
                            Int(bytes[place + 1]),
                            Int(bytes[place + 2]),
                            Int(bytes[place + 3])
                        )
                    }
                }
                let count = rows.count * columns.count
                return (0..<4).map { UInt8((sums[$0] * 2 + count) / (count * 2)) }
            }
        }
    }

    /// The largest difference of a mean colour from what is written in hexadecimal digits.
    func gridDistance(from written: String) -> Int {
        let digits = Array(written.utf8).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        let grid = grid
        guard digits.count == grid.count * 2 else { return 256 }
        return grid.indices.reduce(0) { max($0, abs(Int(grid[$1]) - digits[2 * $1] * 16 - digits[2 * $1 + 1])) }
    }
}
