import DecantImages

/// A surface of opaque pixels that is drawn on.
struct PixelCanvas {
    typealias Color = SIMD3<UInt8>

    /// The width in pixels.
    let width: Int

    /// The height in pixels.
    let height: Int

    private var samples: [UInt8]

    /// Makes a surface of one colour.
    init(width: Int, height: Int, _ color: Color) {
        self.width = width
        self.height = height
        samples = Array(repeatElement([color.x, color.y, color.z, 255], count: width * height).joined())
    }

    /// The pixels.
    var pixels: ImagePixels? { ImagePixels(width: width, height: height, rgba8: samples) }

    /// Colours a pixel, if it is on the surface.
    mutating func put(_ color: Color, x: Int, y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        for channel in 0..<3 { samples[(y * width + x) * 4 + channel] = color[channel] }
    }

    /// Fills a rectangle.
    mutating func fill(_ color: Color, x: Int, y: Int, width: Int, height: Int) {
        for row in y..<y + height {
            for column in x..<x + width { put(color, x: column, y: row) }
        }
    }

    /// Draws a picture, each pixel of it as a square.
    mutating func draw(_ raster: PictureRaster, x: Int, y: Int, scale: Int = 1) {
        for row in 0..<raster.height {
            for column in 0..<raster.width {
                let color = raster.colors[row * raster.width + column]
                fill(color, x: x + column * scale, y: y + row * scale, width: scale, height: scale)
            }
        }
    }

    /// Writes a line of text, each pixel of a letter as a square.
    mutating func write(_ text: String, _ color: Color, x: Int, y: Int, scale: Int) {
        var left = x
        for character in text {
            for (row, bits) in PixelFont.rows(of: character).enumerated() {
                for column in 0..<PixelFont.width where bits >> UInt8(PixelFont.width - 1 - column) & 1 == 1 {
                    fill(color, x: left + column * scale, y: y + row * scale, width: scale, height: scale)
                }
            }
            left += (PixelFont.width + 1) * scale
        }
    }
}
