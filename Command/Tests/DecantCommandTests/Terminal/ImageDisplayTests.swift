import DecantCommand
import Testing

struct ImageRasterTests {
    @Test func neverEnlargesAnImage() throws {
        let raster = ImageRaster(try ImageFixture.image("rgb.png"), maximumWidth: 100, maximumHeight: 100)
        #expect(raster.width == 7)
        #expect(raster.height == 5)
        #expect(raster.colors[8] == SIMD3(40, 60, 0))
        #expect(raster.colors[9] == SIMD3(80, 60, 255))
    }

    @Test func keepsTheAspectRatio() throws {
        let raster = ImageRaster(try ImageFixture.image("rgb.png"), maximumWidth: 4, maximumHeight: 100)
        #expect(raster.width == 4)
        #expect(raster.height == 3)
        let low = ImageRaster(try ImageFixture.image("rgb.png"), maximumWidth: 100, maximumHeight: 1)
        #expect(low.width == 1)
        #expect(low.height == 1)
        // The means of 0, 40, ... 240, of 0, 60, ... 240, and of 17 times 255 among 35.
        #expect(low.colors == [SIMD3(120, 120, 124)])
    }

    @Test func rotatesAnImage() throws {
        let image = try ImageFixture.image("metadata.png")
        let raster = ImageRaster(image, maximumWidth: 100, maximumHeight: 100)
        #expect(raster.width == 5)
        #expect(raster.height == 7)
        // The first column from the bottom in the file is the first row from the left on the screen.
        #expect(raster.colors[0] == SIMD3(0, 240, 0))
    }

    @Test func showsAPatternBehindTransparentPixels() throws {
        let raster = ImageRaster(try ImageFixture.image("animated.gif"), maximumWidth: 100, maximumHeight: 100)
        #expect(raster.colors.count == 35)
        let half = ImageRaster(try ImageFixture.image("rgba.png"), maximumWidth: 100, maximumHeight: 100)
        // Alpha is 255 minus 30 for each column: opaque at first, then the lighter squares show through slightly.
        #expect(half.colors[0] == SIMD3(0, 0, 0))
        #expect(half.colors[1].x == 59)
    }
}

struct HalfBlocksTests {
    private static let red = SIMD3<UInt8>(255, 0, 0)
    private static let blue = SIMD3<UInt8>(0, 0, 255)

    @Test func drawsTwoRowsPerLine() {
        let raster = ImageRaster(width: 2, height: 2, colors: [Self.red, Self.red, Self.blue, Self.red])
        #expect(
            HalfBlocks(raster).lines == [
                "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[38;2;255;0;0;48;2;255;0;0m▀\u{1B}[0m"
            ]
        )
    }

    @Test func leavesTheLowerHalfOfALastOddRowEmpty() {
        let raster = ImageRaster(width: 2, height: 1, colors: [Self.red, Self.red])
        #expect(HalfBlocks(raster).lines == ["\u{1B}[38;2;255;0;0m▀▀\u{1B}[0m"])
    }
}

struct SixelsTests {
    /// Returns the part after the definitions of the 252 colors, up to the end of the sequence.
    private func bands(_ raster: ImageRaster) throws -> String {
        let text = Sixels(raster).text
        #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;\(raster.width);\(raster.height)#0;2;0;0;0#"))
        #expect(text.hasSuffix("\u{1B}\\"))
        let last = "#251;2;100;100;100"
        let end = try #require(text.firstRange(of: last)?.upperBound)
        return String(text[end...].dropLast(2))
    }

    @Test func drawsEachColorOfABand() throws {
        let (red, black) = (SIMD3<UInt8>(255, 0, 0), SIMD3<UInt8>.zero)
        let raster = ImageRaster(
            width: 5,
            height: 2,
            colors: Array(repeating: red, count: 5) + [black, red, red, red, red]
        )
        // Black is in the second row of the first column only; red is in the first row, and in both rows from the
        // second column.
        #expect(try bands(raster) == "#0A$#210@!4B")
    }

    @Test func drawsSixRowsInABand() throws {
        let raster = ImageRaster(width: 1, height: 7, colors: Array(repeating: .zero, count: 7))
        #expect(try bands(raster) == "#0~-#0@")
    }

    @Test("Keeps the mean of a color that is not in the palette") func keepsTheMeanOfAColor() throws {
        let dark = Array(repeating: SIMD3<UInt8>(25, 0, 0), count: 36)
        let raster = ImageRaster(width: 6, height: 6, colors: dark)
        // Half a step above black: about half of the pixels are one, and the others zero.
        let text = try bands(raster)
        #expect(text.contains("#0") && text.contains("#42"))
    }
}
