import DecantCommand
import Testing

struct HalfBlocksTests {
    private static let red = SIMD3<UInt8>(255, 0, 0)
    private static let blue = SIMD3<UInt8>(0, 0, 255)

    @Test func putsTwoRowsIntoALine() {
        let raster = PictureRaster(width: 2, height: 2, colors: [Self.red, Self.red, Self.blue, Self.red])
        #expect(
            HalfBlocks(raster).lines == [
                "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[38;2;255;0;0;48;2;255;0;0m▀\u{1B}[0m"
            ]
        )
    }

    @Test func leavesTheLowerHalfOfAnOddRowAlone() {
        let raster = PictureRaster(width: 2, height: 1, colors: [Self.red, Self.red])
        #expect(HalfBlocks(raster).lines == ["\u{1B}[38;2;255;0;0m▀▀\u{1B}[0m"])
    }
}
