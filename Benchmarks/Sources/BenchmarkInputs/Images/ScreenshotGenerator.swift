/// A screen full of windows with text, as an indexed image of few colors.
struct ScreenshotGenerator {
    let width: Int
    let height: Int

    /// One index for each pixel into ``palette``.
    private(set) var indices: [UInt8]

    private var source = RandomSource(seed: 1080)
    private var glyphs: [[UInt8]] = []

    private static let glyphWidth = 8
    private static let glyphHeight = 13

    /// The colors of text and background; eight shades are mixed from each pair.
    private static let themes: [(ink: [Int], ground: [Int])] = [
        ([30, 30, 34], [255, 255, 255]), ([220, 223, 228], [40, 44, 52]), ([97, 175, 239], [40, 44, 52]),
        ([152, 195, 121], [40, 44, 52]), ([224, 108, 117], [40, 44, 52]), ([20, 90, 190], [255, 255, 255]),
        ([70, 74, 80], [236, 238, 241]), ([0, 220, 90], [12, 12, 12]),
    ]

    /// Eight shades of each theme, then 64 of the gradients, three bytes each, padded to 256 colors.
    static let palette: [UInt8] = {
        var colors: [UInt8] = []
        for theme in themes {
            for shade in 0..<8 {
                for channel in 0..<3 {
                    colors.append(UInt8((theme.ground[channel] * (7 - shade) + theme.ink[channel] * shade) / 7))
                }
            }
        }
        for level in 0..<64 { colors += [UInt8(60 + level), UInt8(90 + 2 * level), UInt8(130 + level)] }
        return colors + Array(repeating: 0, count: 768 - colors.count)
    }()

    init(_ size: ImageSize) {
        (width, height) = (size.width, size.height)
        indices = Array(repeating: 0, count: width * height)
        glyphs = (0..<64).map { _ in glyph() }
        drawDesktop()
    }

    /// Red, green and blue of each pixel.
    var rgb: [UInt8] {
        indices.flatMap { index in (0..<3).map { Self.palette[Int(index) * 3 + $0] } }
    }

    /// One index for each pixel into ``fewColors``.
    var fewIndices: [UInt8] {
        indices.map { $0 < 64 ? ($0 >> 3) * 2 + ($0 >> 2) % 2 : $0 % 16 }
    }

    /// The background and text color of each theme.
    static var fewColors: [UInt8] {
        (0..<16).flatMap { color in
            let position = (color / 2 * 8 + color % 2 * 7) * 3
            return palette[position..<position + 3]
        }
    }

    /// Returns strokes from edge to edge of a cell, with soft borders.
    private mutating func glyph() -> [UInt8] {
        var cell = [UInt8](repeating: 0, count: Self.glyphWidth * Self.glyphHeight)
        for _ in 0..<source.number(2..<5) {
            let isUpright = source.chance(60)
            let position = source.number(1..<(isUpright ? Self.glyphWidth - 2 : Self.glyphHeight - 3))
            let (start, end) = (source.number(2..<4), source.number(6..<11))
            for along in start..<(isUpright ? end : min(end, Self.glyphWidth - 1)) {
                let (x, y) = isUpright ? (position, along) : (along, position + 1)
                cell[y * Self.glyphWidth + x] = 7
                let side = isUpright ? y * Self.glyphWidth + x + 1 : (y + 1) * Self.glyphWidth + x
                cell[side] = max(cell[side], UInt8(source.number(2..<5)))
            }
        }
        return cell
    }

    private mutating func drawDesktop() {
        for y in 0..<height { fill(0, y, width, 1, UInt8(64 + y * 63 / height)) }
        drawWindow(40, 50, width * 45 / 100, height - 120, themes: [1, 1, 1, 2, 3, 4])
        drawWindow(width / 2, 80, width * 46 / 100, height * 55 / 100, themes: [0, 0, 0, 0, 5])
        drawWindow(width * 52 / 100, height * 66 / 100, width * 44 / 100, height * 28 / 100, themes: [7])
        fill(0, 0, width, 28, 48)
        write(12, 7, "bar", count: 60, theme: 6)
    }

    private mutating func drawWindow(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, themes: [Int]) {
        for row in 0..<30 { fill(x, y + row, columns, 1, UInt8(127 - row)) }
        write(x + 70, y + 8, "title", count: 24, theme: 6)
        fill(x, y + 30, columns, rows - 30, UInt8(themes[0] * 8))
        var line = y + 40
        while line + 20 < y + rows {
            if source.chance(85) { writeLine(x + 14, line, columns - 40, themes) }
            line += 18
        }
    }

    /// Writes words up to the end of a line; some words are more frequent, as in natural text.
    private mutating func writeLine(_ x: Int, _ y: Int, _ columns: Int, _ themes: [Int]) {
        let end = x + columns * source.number(30..<100) / 100
        var position = x + source.number(0..<4) * 2 * Self.glyphWidth
        while true {
            let word = Vocabulary.words[min(source.number(0..<32), source.number(0..<32))]
            guard position + (word.utf8.count + 1) * Self.glyphWidth < end else { return }
            write(position, y, word, count: word.utf8.count, theme: source.element(themes))
            position += (word.utf8.count + 1) * Self.glyphWidth
        }
    }

    private mutating func write(_ x: Int, _ y: Int, _ text: String, count: Int, theme: Int) {
        let bytes = Array(text.utf8)
        for index in 0..<count {
            let glyph = glyphs[Int(bytes[index % bytes.count]) % 64]
            for row in 0..<Self.glyphHeight {
                for column in 0..<Self.glyphWidth {
                    let shade = glyph[row * Self.glyphWidth + column]
                    guard shade > 0 else { continue }
                    indices[(y + row) * width + x + index * Self.glyphWidth + column] = UInt8(theme * 8) + shade
                }
            }
        }
    }

    private mutating func fill(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ index: UInt8) {
        for row in y..<min(height, y + rows) {
            for column in x..<min(width, x + columns) { indices[row * width + column] = index }
        }
    }
}

/// Animations of indexed frames.
enum AnimationGenerator {
    /// Returns the frames of a camera that moves over a photograph; every pixel changes in each frame.
    static func film(_ raster: Raster, _ size: ImageSize, frames: Int) -> [ImageFrame] {
        let indices = raster.indices
        let (width, height) = (size.width, size.height)
        return (0..<frames).map { frame in
            let (left, top) = (frame * (raster.width - width) / frames, frame * (raster.height - height) / frames)
            var visible: [UInt8] = []
            for row in top..<top + height {
                let start = row * raster.width + left
                visible += indices[start..<start + width]
            }
            return ImageFrame(width: width, indices: visible)
        }
    }

    /// Returns the frames of a figure that moves over a background.
    ///
    /// Each frame covers the changed area; its unchanged pixels are transparent.
    static func sprite(_ size: ImageSize, frames: Int) -> [ImageFrame] {
        let (width, height) = (size.width, size.height)
        let side = height / 3
        let ground = ImageFrame(
            width: width,
            indices: (0..<width * height).map { pixel in
                let (column, row) = (pixel % width, pixel / width)
                return UInt8(40 + column * 20 / width + row * 12 / height)
            }
        )
        let figures = (1..<frames).map { frame in
            ImageFrame(
                x: frame * (width - side) / frames,
                y: (height - side) / 2 + (frame * 7 % 40),
                width: side,
                indices: figure(side, phase: frame),
                transparent: 255
            )
        }
        return [ground] + figures
    }

    /// Returns a ball with rotating stripes.
    private static func figure(_ side: Int, phase: Int) -> [UInt8] {
        (0..<side * side).map { pixel in
            let (x, y) = (pixel % side * 2 - side, pixel / side * 2 - side)
            let distance = x * x + y * y
            guard distance < side * side else { return 255 }
            let shade = (side * side - distance) * 24 / (side * side)
            return UInt8(100 + shade + ((x + y + phase * 6) / 16 & 1) * 60)
        }
    }
}
