/// A picture as characters whose upper half has one colour and whose lower half another (ECMA-48 §8.3.117, with 24-bit
/// colours as in ISO 8613-6).
package struct HalfBlocks {
    /// The lines, each of which leaves the terminal as it was.
    package let lines: [String]

    package init(_ raster: PictureRaster) {
        lines = stride(from: 0, to: raster.height, by: 2).map { Self.line(raster, y: $0) }
    }

    private static func line(_ raster: PictureRaster, y: Int) -> String {
        var line = ""
        var last: String?
        for x in 0..<raster.width {
            let upper = raster.colors[y * raster.width + x]
            let lower = y + 1 < raster.height ? raster.colors[(y + 1) * raster.width + x] : nil
            let look = "38;2;\(code(upper))" + (lower.map { ";48;2;\(code($0))" } ?? "")
            if look != last { line += "\u{1B}[\(look)m" }
            last = look
            line += "▀"
        }
        return line + "\u{1B}[0m"
    }

    private static func code(_ color: SIMD3<UInt8>) -> String { "\(color.x);\(color.y);\(color.z)" }
}
