/// An image as sixels: bands of six rows, with one pass over a band for each of its colors (DEC STD 070 §9).
///
/// The palette is a cube of 6 by 7 by 6 colors, the finest that fits into 256, with more levels of green because the
/// eye is most sensitive to it. The rounding error is distributed to neighboring pixels (Floyd–Steinberg), which
/// preserves the means.
package struct Sixels {
    private static let levels = SIMD3<Int>(6, 7, 6)
    private static let bandHeight = 6

    private let width: Int
    private let height: Int

    /// The color indices, row by row.
    private let indices: [Int]

    package init(_ raster: ImageRaster) {
        width = raster.width
        height = raster.height
        indices = Self.dithered(raster)
    }

    /// The control sequence.
    package var text: String {
        let bands = stride(from: 0, to: height, by: Self.bandHeight).map(band).joined(separator: "-")
        return "\u{1B}P0;1q\"1;1;\(width);\(height)\(Self.palette)\(bands)\u{1B}\\"
    }

    /// The definitions of all colors, in percent.
    private static let palette: String = {
        var palette = ""
        for red in 0..<levels.x {
            for green in 0..<levels.y {
                for blue in 0..<levels.z {
                    let color = SIMD3(red, green, blue)
                    let percent = color &* 100 / (levels &- 1)
                    palette += "#\(number(of: color));2;\(percent.x);\(percent.y);\(percent.z)"
                }
            }
        }
        return palette
    }()

    private static func number(of color: SIMD3<Int>) -> Int {
        (color.x * levels.y + color.y) * levels.z + color.z
    }

    private static func dithered(_ raster: ImageRaster) -> [Int] {
        let steps = SIMD3<Float>(levels &- 1)
        var wanted = raster.colors.map { SIMD3<Float>($0) / 255 }
        return wanted.indices.map { index in
            let color = wanted[index].clamped(lowerBound: .zero, upperBound: .one)
            let level = SIMD3<Int>((color * steps).rounded(.toNearestOrEven))
            let error = color - SIMD3<Float>(level) / steps
            let x = index % raster.width
            for (dx, dy, share) in [(1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1)] as [(Int, Int, Float)] {
                let neighbor = index + dy * raster.width + dx
                guard (0..<raster.width).contains(x + dx), neighbor < wanted.count else { continue }
                wanted[neighbor] += error * (share / 16)
            }
            return number(of: level)
        }
    }

    private func band(from top: Int) -> String {
        let rows = top..<min(top + Self.bandHeight, height)
        let colors = Set(indices[rows.lowerBound * width..<rows.upperBound * width]).sorted()
        return colors.map { "#\($0)" + runs(of: $0, in: rows) }.joined(separator: "$")
    }

    /// Returns the columns of one color in a band, with run lengths.
    private func runs(of color: Int, in rows: Range<Int>) -> String {
        var text = ""
        var (last, count) = (UInt8(0), 0)
        for x in 0..<width {
            let column = rows.reduce(UInt8(0)) { bits, y in
                indices[y * width + x] == color ? bits | 1 << UInt8(y - rows.lowerBound) : bits
            }
            if column != last {
                text += Self.run(of: last, count)
                count = 0
            }
            last = column
            count += 1
        }
        return last == 0 ? text : text + Self.run(of: last, count)
    }

    private static func run(of column: UInt8, _ count: Int) -> String {
        let sixel = String(Character(Unicode.Scalar(63 + column)))
        return count > 3 ? "!\(count)\(sixel)" : String(repeating: sixel, count: count)
    }
}
