import DecantCommand
import Testing

struct SixelsTests {
    /// The part after the definitions of the 252 colours, up to the end of the sequence.
    private func bands(_ raster: PictureRaster) throws -> String {
        let text = Sixels(raster).text
        #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;\(raster.width);\(raster.height)#0;2;0;0;0#"))
        #expect(text.hasSuffix("\u{1B}\\"))
        let last = "#251;2;100;100;100"
        let end = try #require(text.firstRange(of: last)?.upperBound)
        return String(text[end...].dropLast(2))
    }

    @Test func drawsEachColourOfABand() throws {
        let (red, black) = (SIMD3<UInt8>(255, 0, 0), SIMD3<UInt8>.zero)
        let raster = PictureRaster(
            width: 5,
            height: 2,
            colors: Array(repeating: red, count: 5) + [black, red, red, red, red]
        )
        // Black is in the second row of the first column only; red in the first row, and in both rows from the second column
        // on.
        #expect(try bands(raster) == "#0A$#210@!4B")
    }

    @Test func drawsSixRowsInABand() throws {
        let raster = PictureRaster(width: 1, height: 7, colors: Array(repeating: .zero, count: 7))
        #expect(try bands(raster) == "#0~-#0@")
    }

    @Test func keepsTheMeanOfAColourThatIsNotInThePalette() throws {
        let dark = Array(repeating: SIMD3<UInt8>(25, 0, 0), count: 36)
        let raster = PictureRaster(width: 6, height: 6, colors: dark)
        // Half a step above black: about half of the pixels are one, and the others none.
        let text = try bands(raster)
        #expect(text.contains("#0") && text.contains("#42"))
    }
}
