import DecantCore
import DecantImages
import Testing

@Suite struct ImageHeaderTests {
    @Test(arguments: [
        ("rgb.png", 33), ("still.gif", 13), ("rgb-24.bmp", 54), ("one.ico", 22), ("pointer.cur", 22), ("plain.xbm", 39),
        ("rgb.jpg", 336), ("rgb-strips.tif", 254),
    ])
    func isReadFromFewBytes(name: String, enough: Int) throws {
        let body = try Fixture.body(name)
        let whole = try ImageHeader(readingFrom: body)
        #expect((whole.width, whole.height) == (Fixture.width, Fixture.height))
        let part = try ImageHeader(readingFrom: body.prefix(enough))
        #expect((part.width, part.height) == (Fixture.width, Fixture.height))
        let error = #expect(throws: ResponseError.self) { try ImageHeader(readingFrom: body.prefix(enough - 1)) }
        #expect(error?.code == .truncatedBody)
    }

    @Test(arguments: [
        ("rgb.png", 8, ImageColorModel.rgb, false), ("rgba.png", 8, .rgb, true), ("rgb-16.png", 16, .rgb, false),
        ("gray-2.png", 2, .gray, false), ("palette-4.png", 4, .indexed, true), ("rgb-key.png", 8, .rgb, true),
        ("still.gif", 2, .indexed, true), ("palette-4.bmp", 4, .indexed, false), ("rgb-24.bmp", 8, .rgb, false),
        ("plain.xbm", 1, .gray, false), ("rgb.jpg", 8, .rgb, false), ("gray.jpg", 8, .gray, false),
        ("cmyk.jpg", 8, .cmyk, false), ("bad-12-bits.jpg", 12, .gray, false),
    ])
    func saysHowPixelsAreStored(name: String, bits: Int, model: ImageColorModel, hasAlpha: Bool) throws {
        let header = try ImageHeader(readingFrom: Fixture.body(name))
        #expect(header.bitsPerChannel == bits)
        #expect(header.colorModel == model)
        #expect(header.hasAlpha == hasAlpha)
        #expect(header.frames == 1)
    }

    @Test func countsFramesAndPictures() throws {
        #expect(try ImageHeader(readingFrom: Fixture.body("animated.png")).frames == 3)
        #expect(try ImageHeader(readingFrom: Fixture.body("animated-behind-still.png")).frames == 2)
        #expect(try ImageHeader(readingFrom: Fixture.body("animated.gif")).frames == 4)
        #expect(try ImageHeader(readingFrom: Fixture.body("animated.gif").prefix(100)).frames == nil)
        #expect(try ImageHeader(readingFrom: Fixture.body("several.ico")).frames == 3)
    }

    @Test func knowsTheOrientation() throws {
        #expect(try ImageHeader(readingFrom: Fixture.body("metadata.png")).orientation == .right)
        #expect(try ImageHeader(readingFrom: Fixture.body("rgb.png")).orientation == .up)
        #expect(try ImageHeader(readingFrom: Fixture.body("metadata.jpg")).orientation == .right)
        #expect(try ImageHeader(readingFrom: Fixture.body("rgb.jpg")).orientation == .up)
    }

    @Test func isReadOfPicturesBeyondTheLimits() throws {
        let header = try ImageHeader(readingFrom: Fixture.body("bad-claim.png"))
        #expect((header.width, header.height) == (65535, 65535))
    }

    @Test(arguments: ["rgb.png", "animated.gif", "palette-4.bmp", "several.ico", "plain.xbm", "metadata.jpg"])
    func isAnErrorOrAHeaderOfEveryBeginning(name: String) throws {
        let body = try Fixture.body(name)
        for length in 0..<body.count {
            do throws(ResponseError) {
                let header = try ImageHeader(readingFrom: body.prefix(length))
                #expect(header.width > 0 && header.height > 0)
            } catch {
                #expect([.truncatedBody, .malformedBody].contains(error.code))
            }
        }
    }
}
