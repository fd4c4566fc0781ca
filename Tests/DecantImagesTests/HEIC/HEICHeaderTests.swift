import DecantCore
import DecantImages
import Testing

/// Headers are parsed with and without the trait.
@Suite struct HEICHeaderTests {
    @Test(arguments: [
        ("rgb.heic", 7, 5, 8, ImageColorModel.rgb, false), ("rgba.heic", 7, 5, 8, .rgb, true),
        ("premultiplied.heic", 7, 5, 8, .rgb, true), ("gray.heic", 7, 5, 8, .gray, false),
        ("deep.heic", 7, 5, 10, .rgb, false), ("chroma-420.heic", 70, 50, 8, .rgb, false),
        ("chroma-422.heic", 70, 50, 8, .rgb, false), ("chroma-444.heic", 70, 50, 8, .rgb, false),
        ("limited-range.heic", 70, 50, 8, .rgb, false), ("thumbnail.heic", 70, 50, 8, .rgb, false),
        ("several.heic", 70, 50, 8, .rgb, false), ("grid.heic", 100, 80, 8, .rgb, false),
        ("grid-alpha.heic", 100, 80, 8, .rgb, true), ("metadata.heic", 64, 64, 8, .rgb, false),
        ("mirrored.heic", 64, 64, 8, .rgb, false), ("cropped.heic", 20, 10, 8, .rgb, false),
    ])
    func reportsThePixelFormat(
        name: String,
        width: Int,
        height: Int,
        bits: Int,
        model: ImageColorModel,
        hasAlpha: Bool
    ) throws {
        let header = try ImageHeader(parsing: Fixture.body(name))
        #expect((header.width, header.height, header.frames) == (width, height, 1))
        #expect((header.format, header.bitsPerChannel, header.colorModel) == (.heic, bits, model))
        #expect((header.hasAlpha, header.isPremultiplied) == (hasAlpha, name == "premultiplied.heic"))
        let orientations: [String: ImageOrientation] = ["metadata.heic": .right, "mirrored.heic": .upMirrored]
        #expect(header.orientation == orientations[name] ?? .up)
    }

    @Test func countsTheFramesOfASequence() throws {
        let header = try ImageHeader(parsing: Fixture.body("sequence.heic"))
        #expect((header.width, header.height, header.frames) == (Fixture.width, Fixture.height, 3))
    }

    @Test(arguments: ["rgb.heic", "grid.heic"])
    func isReadWithoutThePixels(name: String) throws {
        let body = try Fixture.body(name)
        let pixels = try #require(body.firstRange(of: Array("mdat".utf8)))
        #expect(try ImageHeader(parsing: body.prefix(pixels.lowerBound)).format == .heic)
    }

    @Test(arguments: ["rgb.heic", "rgba.heic", "cropped.heic", "grid-alpha.heic"])
    func everyPrefixIsAHeaderOrAnError(name: String) throws {
        let body = try Fixture.body(name)
        let size = try ImageHeader(parsing: body)
        for length in 0..<body.count {
            do throws(ResponseError) {
                let header = try ImageHeader(parsing: body.prefix(length))
                #expect((header.width, header.height) == (size.width, size.height))
            } catch {
                #expect([.truncatedBody, .malformedBody].contains(error.code))
            }
        }
    }

    @Test func readsHeadersOfImagesBeyondTheLimits() throws {
        let header = try ImageHeader(parsing: Fixture.body("bad-claim.heic"))
        #expect((header.width, header.height) == (65535, 65535))
    }

    @Test(.enabled(if: !ImageFormat.heic.isBuiltIn, "the trait HEIC is on"))
    func accompaniesAnErrorThatNamesTheTrait() throws {
        let error = try #require(try Fixture.error("rgb.heic"))
        #expect(error.code == .unsupportedFormat)
        #expect(error.hint == "enable the trait HEIC of the package Decant")
    }
}
