import DecantCore
import DecantImages
import Testing

@Suite
struct PNGWriterTests {
    @Test(arguments: ["rgb.png", "rgba.png", "palette-4.png", "still.gif", "rgb-24.bmp"])
    func writesFilesThatDecodeToTheSameImage(name: String) throws {
        let image = try Fixture.image(name)
        let copy = try DecodedImage(parsing: ResponseBytes(image.pixels.pngBytes()))
        #expect(copy.pixels == image.pixels)
        #expect(copy.header.hasAlpha == (name == "rgba.png" || name == "palette-4.png"))
    }

    @Test func writes16Bits() throws {
        let image = try Fixture.image("rgb-16.png") { $0.keeps16Bits = true }
        var options = ImageOptions()
        options.keeps16Bits = true
        let copy = try DecodedImage(parsing: ResponseBytes(image.pixels.pngBytes()), options: options)
        #expect(copy.pixels == image.pixels)
        #expect(copy.header.bitsPerChannel == 16)
    }

    @Test(arguments: ["animated.gif", "animated.png", "animated-behind-still.png"])
    func writesAnimations(name: String) throws {
        let image = try Fixture.image(name)
        #expect(image.frames.count > 1)
        let copy = try DecodedImage(parsing: ResponseBytes(image.pngBytes()))
        #expect(copy.frames.map(\.pixels) == image.frames.map(\.pixels))
        #expect(copy.frames.map(\.delay) == image.frames.map(\.delay))
        #expect(copy.frames.map(\.isStill) == image.frames.map(\.isStill))
        #expect(copy.loopCount == image.loopCount)
    }

    @Test func keepsTheOrientation() throws {
        let image = try Fixture.image("metadata.png")
        let copy = try DecodedImage(parsing: ResponseBytes(image.pngBytes()))
        #expect(copy.orientation == .right)
        #expect(copy.pixels == image.pixels)
        // The profile is fabricated and does not describe RGB.
        #expect(image.iccProfile != nil)
        #expect(copy.iccProfile == nil)
    }

    @Test func keepsAProfileOfRGB() throws {
        let image = try Fixture.image("profile.png")
        let copy = try DecodedImage(parsing: ResponseBytes(image.pngBytes()))
        #expect(image.iccProfile?.count == 160)
        #expect(copy.iccProfile == image.iccProfile)
    }
}
