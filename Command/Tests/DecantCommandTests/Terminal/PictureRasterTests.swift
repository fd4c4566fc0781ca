import DecantCommand
import Testing

struct PictureRasterTests {
    @Test func neverMakesAPictureLarger() throws {
        let raster = PictureRaster(try ImageFixture.image("rgb.png"), maximumWidth: 100, maximumHeight: 100)
        #expect(raster.width == 7)
        #expect(raster.height == 5)
        #expect(raster.colors[8] == SIMD3(40, 60, 0))
        #expect(raster.colors[9] == SIMD3(80, 60, 255))
    }

    @Test func keepsTheShape() throws {
        let raster = PictureRaster(try ImageFixture.image("rgb.png"), maximumWidth: 4, maximumHeight: 100)
        #expect(raster.width == 4)
        #expect(raster.height == 3)
        let low = PictureRaster(try ImageFixture.image("rgb.png"), maximumWidth: 100, maximumHeight: 1)
        #expect(low.width == 1)
        #expect(low.height == 1)
        // The means of 0, 40, ... 240, of 0, 60, ... 240, and of 17 times 255 among 35.
        #expect(low.colors == [SIMD3(120, 120, 124)])
    }

    @Test func turnsAPicture() throws {
        let image = try ImageFixture.image("metadata.png")
        let raster = PictureRaster(image, maximumWidth: 100, maximumHeight: 100)
        #expect(raster.width == 5)
        #expect(raster.height == 7)
        // What is stored in the first column from the bottom is seen in the first row from the left.
        #expect(raster.colors[0] == SIMD3(0, 240, 0))
    }

    @Test func showsAPatternWhereSomethingShinesThrough() throws {
        let raster = PictureRaster(try ImageFixture.image("animated.gif"), maximumWidth: 100, maximumHeight: 100)
        #expect(raster.colors.count == 35)
        let half = PictureRaster(try ImageFixture.image("rgba.png"), maximumWidth: 100, maximumHeight: 100)
        // Alpha is 255 less 30 for each column: opaque at first, then the lighter squares are seen a little.
        #expect(half.colors[0] == SIMD3(0, 0, 0))
        #expect(half.colors[1].x == 59)
    }
}
