import DecantCore
import DecantImages
import Testing

@Suite struct XBMDecoderTests {
    @Test(arguments: ["plain.xbm", "hot-spot.xbm", "shorts.xbm"])
    func showsSetBitsBlack(name: String) throws {
        let image = try Fixture.image(name)
        #expect(image.pixels.areAll { x, y in SIMD4(SIMD3(repeating: (x + y) % 2 == 0 ? 255 : 0), 255) })
        #expect(image.hotSpot?.x == (name == "hot-spot.xbm" ? 3 : nil))
        #expect(image.hotSpot?.y == (name == "hot-spot.xbm" ? 1 : nil))
    }

    @Test(arguments: [
        ("bad-claim.xbm", "60000 by 60000 pixels", 0),
        ("bad-claim-within-limits.xbm", "it ends inside the pixel array", 78),
        ("bad-number.xbm", "expected a number in the pixel array", 78),
        ("bad-too-few.xbm", "it ends inside the pixel array", 75),
        ("bad-width.xbm", "expected “#define”", 73),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset == offset)
    }

    @Test func optionallyDecodesATruncatedFile() throws {
        let image = try Fixture.image("bad-too-few.xbm") { $0.acceptsPartial = true }
        #expect(image.isPartial)
        #expect(image.pixels[0, 0] == SIMD4(0, 0, 0, 255))
        #expect(image.pixels[0, 4].w == 0)
    }
}
