import DecantCore
import DecantImages
import Testing

@Suite struct IconDecoderTests {
    @Test func makesMaskedPixelsTransparent() throws {
        let image = try Fixture.image("one.ico")
        #expect(
            image.pixels.areAll { x, y in
                SIMD4((x + y) % 2 == 0 ? 255 : 0, (x + y) % 2 == 0 ? 0 : 255, 0, x == y ? 0 : 255)
            }
        )
        #expect(image.header.hasAlpha)
        #expect(image.hotSpot == nil)
    }

    @Test
    func choosesTheLargestAndKeepsTheOthers() throws {
        let image = try Fixture.image("several.ico")
        #expect((image.width, image.height) == (9, 6))
        #expect(image.pixels.areAll { Fixture.color($0, $1) })
        #expect(image.alternatives.map(\.width) == [7, 7])
        #expect(image.alternatives[0].pixels.areAll { Fixture.color($0, $1, alpha: $0 == $1 ? 0 : 255) })
        #expect(image.alternatives[1].pixels.areAll { Fixture.color($0, $1, alpha: $0 * 30) })
        #expect(try Fixture.image("several.ico") { $0.firstFrameOnly = true }.alternatives.isEmpty)
        let multiplied = try Fixture.image("several.ico") { $0.premultipliesAlpha = true }
        #expect(multiplied.alternatives.allSatisfy { $0.isPremultiplied })
    }

    @Test
    func marksATruncatedPNGInsideAnIcon() throws {
        let bytes = try Fixture.bytes("several.ico")
        // The largest image is a PNG. Its entry loses the last bytes.
        let entry = 6 + 16
        var damaged = bytes
        damaged[entry + 8] -= 20
        var options = ImageOptions()
        options.acceptsPartial = true
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let image = try DecodedImage(parsing: ResponseBytes(damaged), in: &context, options: options)
        #expect(image.isPartial)
        #expect(image.width == 9)
        #expect(context.findings.map(\.code) == [.partialImage])
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(damaged)) }
    }

    @Test func hasTheHotSpotOfACursor() throws {
        let image = try Fixture.image("pointer.cur")
        #expect(image.hotSpot?.x == 3)
        #expect(image.hotSpot?.y == 2)
        #expect(image.format == .cur)
    }

    @Test func toleratesADirectoryWithFalseValues() throws {
        let image = try Fixture.image("other-size.ico")
        #expect((image.width, image.height) == (Fixture.width, Fixture.height))
        #expect(try Fixture.findings("other-size.ico") == [.irregularImage])
        #expect(try Fixture.findings("one-missing.ico") == [.irregularImage])
    }

    @Test(arguments: [
        ("bad-place.ico", "lies outside the file", 14), ("bad-no-picture.ico", "the directory is empty", 4),
        ("bad-directory.ico", "it ends inside the directory", 46),
        ("bad-many.ico", "300 images, more than the limit of 256", 4),
        ("bad-claim.ico", "65535 by 65535 pixels", 6),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset == offset)
    }
}
