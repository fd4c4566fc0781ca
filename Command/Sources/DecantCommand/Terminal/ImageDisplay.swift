package import DecantImages

/// Shows images on a terminal, as sixels if the terminal reports support, otherwise as half blocks.
struct ImageDisplay {
    /// The lines kept free for the properties above the image and the prompt below it.
    private static let spareRows = 3

    private let size: TerminalSize
    private let showsSixels: Bool

    /// Prepares for a terminal; nil if the output is not a terminal or shows no colors.
    init?(on terminal: Terminal) {
        guard terminal.outputStyle.isColored else { return nil }
        size = UnsafeTerminal.size ?? .usual
        showsSixels = UnsafeTerminal.deviceAttributes.contains(DeviceAttributes.sixels)
    }

    /// Writes an image scaled to fit the terminal.
    func show(_ image: DecodedImage, on output: inout ValueOutput) {
        let rows = max(1, size.rows - Self.spareRows)
        if showsSixels {
            let (width, height) = (size.columns * size.cellWidth, rows * size.cellHeight)
            output.write(Sixels(ImageRaster(image, maximumWidth: width, maximumHeight: height)).text + "\n")
        } else {
            let raster = ImageRaster(image, maximumWidth: size.columns, maximumHeight: rows * 2)
            for line in HalfBlocks(raster).lines { output.write(line + "\n") }
        }
    }
}

/// An opaque image, reduced to the available size.
///
/// Each pixel is the mean of the pixels it represents. A checkerboard shows through transparent pixels, as in image
/// editors.
package struct ImageRaster {
    private static let square = 4
    private static let grounds: [Double] = [0xCC, 0x99]

    /// The width in pixels.
    package let width: Int

    /// The height in pixels.
    package let height: Int

    /// The colors, row by row: red, green, blue.
    package let colors: [SIMD3<UInt8>]

    /// Creates a raster of given colors.
    package init(width: Int, height: Int, colors: [SIMD3<UInt8>]) {
        precondition(colors.count == width * height, "one color for each pixel")
        self.width = width
        self.height = height
        self.colors = colors
    }

    /// Creates a raster of a frame, with its orientation applied, reduced if necessary but never enlarged.
    ///
    /// - Parameters:
    ///   - image: The image, with straight alpha.
    ///   - maximumWidth: The maximum width, at least 1.
    ///   - maximumHeight: The maximum height, at least 1.
    package init(_ image: DecodedImage, frame: Int = 0, maximumWidth: Int, maximumHeight: Int) {
        let pixels = image.frames[frame].pixels.oriented(by: image.orientation)
        let (columns, rows) = (Double(pixels.width), Double(pixels.height))
        let scale = min(1, Double(maximumWidth) / columns, Double(maximumHeight) / rows)
        let (width, height) = (max(1, Int((columns * scale).rounded())), max(1, Int((rows * scale).rounded())))
        let xs = (0..<width).map { Self.sources(of: $0, of: width, on: pixels.width) }
        colors = (0..<height).flatMap { y in
            let ys = Self.sources(of: y, of: height, on: pixels.height)
            return (0..<width).map { x in
                let ground = Self.grounds[(x / Self.square + y / Self.square) % 2]
                return Self.blend(Self.mean(of: pixels, xs[x], ys), over: ground)
            }
        }
        self.width = width
        self.height = height
    }

    /// Returns the pixels along one side that a pixel of the reduced side represents.
    private static func sources(of index: Int, of count: Int, on length: Int) -> Range<Int> {
        length * index / count..<length * (index + 1) / count
    }

    /// Returns the mean of colors times alpha, and the mean of alpha.
    private static func mean(of pixels: ImagePixels, _ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<Double> {
        var sum = SIMD4<UInt64>.zero
        for y in rows {
            for x in columns {
                let color = SIMD4<UInt64>(truncatingIfNeeded: pixels[x, y])
                sum &+= color &* SIMD4(color.w, color.w, color.w, 255)
            }
        }
        return SIMD4<Double>(sum) / Double(columns.count * rows.count * 255)
    }

    private static func blend(_ color: SIMD4<Double>, over ground: Double) -> SIMD3<UInt8> {
        let mixed = SIMD3(color.x, color.y, color.z) + ground * (255 - color.w) / 255
        return SIMD3<UInt8>(
            mixed.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)),
            rounding: .toNearestOrEven
        )
    }
}

/// An image as characters with separate colors for the upper and lower half.
///
/// The colors are set as in ECMA-48 §8.3.117, with 24-bit colors as in ISO 8613-6.
package struct HalfBlocks {
    /// The lines; each resets the terminal's colors at its end.
    package let lines: [String]

    package init(_ raster: ImageRaster) {
        lines = stride(from: 0, to: raster.height, by: 2).map { Self.line(raster, y: $0) }
    }

    private static func line(_ raster: ImageRaster, y: Int) -> String {
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
