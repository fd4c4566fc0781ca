import DecantCore
import DecantImages
import Testing

/// Headers are parsed with and without the trait.
@Suite struct AVIFParserTests {
    @Test(arguments: [
        ("rgb.avif", ImageColorModel.rgb, false, 1), ("rgba.avif", .rgb, true, 1), ("gray.avif", .gray, false, 1),
        ("metadata.avif", .rgb, false, 1), ("sequence.avif", .rgb, false, 3),
    ])
    func reportsThePixelFormat(name: String, model: ImageColorModel, hasAlpha: Bool, frames: Int) throws {
        let header = try ImageHeader(parsing: Fixture.body(name))
        #expect((header.width, header.height) == (Fixture.width, Fixture.height))
        #expect((header.format, header.bitsPerChannel, header.colorModel) == (.avif, 8, model))
        #expect((header.hasAlpha, header.frames) == (hasAlpha, frames))
        #expect(header.orientation == (name == "metadata.avif" ? .right : .up))
    }

    @Test(arguments: ["rgb.avif", "sequence.avif"])
    func isReadWithoutThePixels(name: String) throws {
        let body = try Fixture.body(name)
        let pixels = try #require(body.firstRange(of: Array("mdat".utf8)))
        #expect(try ImageHeader(parsing: body.prefix(pixels.lowerBound)).width == Fixture.width)
    }

    @Test(arguments: ["rgb.avif", "rgba.avif", "sequence.avif"])
    func everyPrefixIsAHeaderOrAnError(name: String) throws {
        let body = try Fixture.body(name)
        for length in 0..<body.count {
            do throws(ResponseError) {
                let header = try ImageHeader(parsing: body.prefix(length))
                #expect((header.width, header.height) == (Fixture.width, Fixture.height))
            } catch {
                #expect([.truncatedBody, .malformedBody].contains(error.code))
            }
        }
    }

    @Test func readsHeadersOfImagesBeyondTheLimits() throws {
        let header = try ImageHeader(parsing: Fixture.body("bad-claim.avif"))
        #expect((header.width, header.height) == (65535, 65535))
    }

    @Test(.enabled(if: !ImageFormat.avif.isBuiltIn, "the trait AVIF is on"))
    func accompaniesAnErrorThatNamesTheTrait() throws {
        let error = try #require(try Fixture.error("rgb.avif"))
        #expect(error.code == .unsupportedFormat)
        #expect(error.hint == "enable the trait AVIF of the package Decant")
    }
}
