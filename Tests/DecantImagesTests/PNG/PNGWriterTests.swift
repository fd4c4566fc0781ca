import DecantCore
import DecantImages
import Testing

@Suite(.needsPNG)
struct PNGWriterTests {
    @Test(arguments: ["rgb.png", "rgba.png", "palette-4.png", "still.gif", "rgb-24.bmp"])
    func writesWhatIsReadAsTheSame(name: String) throws {
        let image = try Fixture.image(name)
        let copy = try DecodedImage(decoding: ResponseBody(PNGWriter(image.pixels).bytes))
        #expect(copy.pixels == image.pixels)
        #expect(copy.header.hasAlpha == (name == "rgba.png" || name == "palette-4.png"))
    }

    @Test func writes16Bits() throws {
        let image = try Fixture.image("rgb-16.png") { $0.depth = .source }
        var options = ImageOptions()
        options.depth = .source
        let copy = try DecodedImage(decoding: ResponseBody(PNGWriter(image.pixels).bytes), options: options)
        #expect(copy.pixels == image.pixels)
        #expect(copy.header.bitsPerChannel == 16)
    }
}
