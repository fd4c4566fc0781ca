import DecantCore
import DecantImages
import Testing

/// Headers are parsed with and without the trait.
@Suite struct WebPParserTests {
    @Test(arguments: [
        ("lossless.webp", 25, false), ("lossless-alpha.webp", 25, true), ("lossy.webp", 30, false),
        ("lossy-alpha.webp", 30, true), ("metadata.webp", 30, false), ("animated.webp", 30, true),
    ])
    func isReadFromFewBytes(name: String, enough: Int, hasAlpha: Bool) throws {
        let body = try Fixture.body(name)
        let part = try ImageHeader(parsing: body.prefix(enough))
        #expect((part.width, part.height, part.hasAlpha) == (Fixture.width, Fixture.height, hasAlpha))
        #expect((part.format, part.bitsPerChannel, part.colorModel) == (.webp, 8, .rgb))
        let error = #expect(throws: ResponseError.self) { try ImageHeader(parsing: body.prefix(enough - 1)) }
        #expect(error?.code == .truncatedBody)
    }

    @Test func countsFramesIfTheFileIsComplete() throws {
        let body = try Fixture.body("animated.webp")
        #expect(try ImageHeader(parsing: body).frames == 4)
        #expect(try ImageHeader(parsing: body.prefix(body.count - 1)).frames == nil)
        #expect(try ImageHeader(parsing: Fixture.body("lossless.webp")).frames == 1)
    }

    @Test func readsTheOrientationIfItIsWithinReach() throws {
        let body = try Fixture.body("metadata.webp")
        #expect(try ImageHeader(parsing: body).orientation == .right)
        #expect(try ImageHeader(parsing: body.prefix(body.count - 1)).orientation == .up)
    }

    @Test func readsHeadersOfImagesBeyondTheLimits() throws {
        let header = try ImageHeader(parsing: Fixture.body("bad-claim.webp"))
        #expect((header.width, header.height) == (1 << 24, 1 << 24))
    }

    @Test(.enabled(if: !ImageFormat.webp.isBuiltIn, "the trait WebP is on"))
    func accompaniesAnErrorThatNamesTheTrait() throws {
        let error = try #require(try Fixture.error("lossless.webp"))
        #expect(error.code == .unsupportedFormat)
        #expect(error.hint == "enable the trait WebP of the package Decant")
    }
}
