import DecantCore
import DecantImages
import Testing

@Suite(.needsTIFF) struct TIFFDecoderTests {
    @Test(arguments: [
        "rgb-strips.tif", "rgb-big-endian.tif", "rgb-64.tif", "rgb-packbits.tif", "rgb-lzw.tif", "rgb-deflate.tif",
        "rgb-planes.tif", "rgb-planes-deflate.tif", "rgb-tiles.tif", "rgb-16.tif", "rgb-16-big-endian.tif",
        "rgb-reversed-bits.tif", "palette-8.tif", "cmyk.tif", "metadata.tif", "pages.tif",
    ])
    func decodesEveryWayToStoreTheSamePixels(name: String) throws {
        let image = try Fixture.image(name)
        #expect((image.width, image.height) == (Fixture.width, Fixture.height))
        #expect(image.pixels.areAll { Fixture.color($0, $1) })
        #expect(!image.isPartial)
    }

    @Test(arguments: ["rgb-16.tif", "rgb-16-big-endian.tif"])
    func givesSixteenBitsOnRequest(name: String) throws {
        let image = try Fixture.image(name) { $0.depth = .source }
        #expect(image.pixels.bitsPerChannel == 16)
        #expect(image.pixels.rgba16[4] == UInt16(40 * 256 + 20))
        #expect(image.pixels.rgba16[7] == 65535)
    }

    @Test func scalesSamplesOfUnusualDepths() throws {
        let four = try Fixture.image("gray-4.tif").pixels
        #expect(four.areAll { x, y in Self.gray((x + y) % 16 * 17) })
        let twelve = try Fixture.image("gray-12.tif") { $0.depth = .source }.pixels
        #expect(twelve.rgba16[4 * 10] == UInt16((4 * 300 * 65535 + 2047) / 4095))
        let fractions = try Fixture.image("gray-float.tif").pixels
        #expect(fractions[5, 0] == Self.gray(128))
        #expect(fractions[6, 4] == Self.gray(255))
    }

    @Test func dividesByAlphaUnlessAskedNotTo() throws {
        let straight = try Fixture.image("rgba.tif")
        #expect(straight.pixels.areAll { x, y in Fixture.color(x, y, alpha: 255 - x * 30) })
        #expect(!straight.header.isPremultiplied)
        let divided = try Fixture.image("rgba-multiplied.tif")
        #expect(divided.header.isPremultiplied)
        #expect(divided.pixels[6, 0] == SIMD4(240, 0, 0, 75) || divided.pixels[6, 0] == SIMD4(238, 0, 0, 75))
        let stored = try Fixture.image("rgba-multiplied.tif") { $0.alpha = .premultiplied }
        #expect(stored.alpha == .premultiplied)
        #expect(stored.pixels[6, 0] == SIMD4(70, 0, 0, 75))
        let multiplied = try Fixture.image("rgba.tif") { $0.alpha = .premultiplied }
        #expect(multiplied.pixels[6, 0] == SIMD4(71, 0, 0, 75))
    }

    @Test func takesBlocksOfChromaApart() throws {
        let pixels = try Fixture.image("ycbcr-blocks.tif").pixels
        #expect(pixels.areAll { x, y in Self.gray(60 + 10 * (x % 2) + 20 * (y % 2)) })
    }

    @Test func decodesFaxes() throws {
        #expect(try Fixture.image("group4.tif").pixels.areAll { _, _ in Self.gray(255) })
    }

    @Test func givesPagesOfTheirOwnSizesAndOrientations() throws {
        let image = try Fixture.image("pages.tif")
        #expect(image.frames.map(\.pixels.width) == [7, 3, 7])
        #expect(image.frames.map(\.orientation) == [nil, .left, nil])
        #expect(image.header.frames == 3)
        let turned = try Fixture.image("pages.tif") { $0.appliesOrientation = true }
        #expect(turned.frames.map(\.pixels.width) == [7, 2, 7])
        #expect(turned.frames[1].pixels[0, 0] == Self.gray(2))
        let first = try Fixture.image("pages.tif") { $0.frames = .first }
        #expect((first.frames.count, first.header.frames) == (1, 3))
    }

    @Test func endsWhereDirectoriesGoInACircle() throws {
        #expect(try Fixture.image("loop.tif").frames.count == 3)
        #expect(try Fixture.findings("loop.tif") == [.irregularImage])
        var own = TIFFBytes()
        own.next = 8
        #expect(try DecodedImage(decoding: ResponseBody(own.bytes)).frames.count == 1)
    }

    @Test func keepsTheProfileWithinTheLimit() throws {
        let image = try Fixture.image("metadata.tif")
        #expect(image.iccProfile?.count == 140)
        #expect(image.orientation == .right)
        var limits = Limits()
        limits.metadataBytes = 139
        #expect(try Fixture.findings("metadata.tif", limits: limits) == [.damagedMetadata])
    }

    @Test func showsWhatThereIsOfAPictureThatIsCutOff() throws {
        var cut = TIFFBytes()
        cut.data.removeLast(10)
        #expect(cut.error()?.code == .truncatedBody)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(decoding: ResponseBody(cut.bytes), options: options)
        #expect(image.isPartial)
        #expect(image.pixels[6, 2] == Self.gray(7))
        #expect(image.pixels[0, 4] == SIMD4(0, 0, 0, 0))
        let deflated = try Fixture.body("rgb-planes-deflate.tif").bytes
        var damaged = deflated
        for place in 20..<30 { damaged[place] = 0xFF }
        #expect(throws: ResponseError.self) { try DecodedImage(decoding: ResponseBody(damaged)) }
        #expect(try DecodedImage(decoding: ResponseBody(damaged), options: options).isPartial)
    }

    @Test func namesTheStripAndSaysWhatTheLibrarySays() throws {
        var tiff = TIFFBytes()
        tiff[259] = 8
        let error = tiff.error()
        #expect(error?.code == .malformedBody)
        #expect(error?.message.hasPrefix("the TIFF is malformed: strip 0: ") == true)
        #expect(error?.offset == TIFFBytes.dataPlace)
    }

    static func gray(_ level: Int) -> SIMD4<UInt8> { SIMD4(UInt8(level), UInt8(level), UInt8(level), 255) }
}
