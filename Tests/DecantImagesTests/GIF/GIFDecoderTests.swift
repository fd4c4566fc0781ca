import DecantCore
import DecantImages
import Testing

@Suite struct GIFDecoderTests {
    private static let palette: [SIMD4<UInt8>] = [
        SIMD4(0, 0, 0, 255), SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255),
    ]

    private static func ground(_ x: Int, _ y: Int) -> SIMD4<UInt8> { palette[(x + y) % 4] }

    @Test func showsTheColorsThatAreStored() throws {
        #expect(try Fixture.image("still.gif").pixels.areAll(Self.ground))
        #expect(
            try Fixture.image("interlaced.gif").pixels.areAll { x, y in
                // The color below transparency comes from the palette.
                (x + y) % 4 == 3 ? SIMD4(0, 0, 255, 0) : Self.ground(x, y)
            }
        )
        #expect(try Fixture.image("repeated-codes.gif").pixels.areAll { _, _ in Self.palette[1] })
    }

    @Test func composesFrames() throws {
        let image = try Fixture.image("animated.gif")
        #expect(image.loopCount == 5)
        #expect(image.frames.map(\.delay) == [100, 200, 300, 400].map { .milliseconds($0) })
        let small = { (x: Int, y: Int) in Self.palette[(x + y * 3) % 2 + 1] }
        #expect(image.frames[0].pixels.areAll(Self.ground))
        #expect(
            image.frames[1].pixels.areAll { x, y in
                guard (1...3).contains(x), (1...2).contains(y) else { return Self.ground(x, y) }
                let color = small(x - 1, y - 1)
                return color == Self.palette[2] ? Self.ground(x, y) : color
            }
        )
        // The area of the second frame was cleared to transparency, because it has a transparent color.
        let cleared = { (x: Int, y: Int) in
            (1...3).contains(x) && (1...2).contains(y) ? SIMD4(0, 255, 0, 0) : Self.ground(x, y)
        }
        #expect(
            image.frames[2].pixels.areAll { x, y in
                (3...5).contains(x) && (2...3).contains(y) ? small(x - 3, y - 2) : cleared(x, y)
            }
        )
        // The third frame was removed, and its area shows the earlier contents again.
        #expect(image.frames[3].pixels.areAll { x, y in x < 3 && y < 2 ? small(x, y) : cleared(x, y) })
        #expect(try Fixture.image("animated.gif") { $0.firstFrameOnly = true }.frames.count == 1)
    }

    @Test func clipsFramesToTheCanvas() throws {
        let image = try Fixture.image("outside.gif")
        #expect((image.width, image.height) == (4, 4))
        #expect(image.pixels[2, 2] == Self.palette[1])
        #expect(image.pixels[3, 3] == Self.palette[1])
        #expect(image.pixels[0, 0] == Self.palette[0])
        #expect(try Fixture.findings("outside.gif") == [.irregularImage])
        #expect(try Fixture.findings("no-end.gif") == [.irregularImage])
    }

    @Test(arguments: [
        ("bad-code.gif", "an invalid LZW code", 44), ("bad-first-code.gif", "an invalid LZW code", 44),
        ("bad-code-size.gif", "LZW codes of 12 bits are not valid", 43),
        ("bad-too-few-pixels.gif", "a frame has only 32 of 35 pixels", 44),
        ("bad-empty-canvas.gif", "the image is 0 by 5 pixels", 6),
        ("bad-empty-frame.gif", "a frame is 0 by 1 pixels", 38),
        ("bad-claim.gif", "65535 by 65535 pixels", 6), ("bad-no-frame.gif", "the image has no frames", 25),
        ("bad-block.gif", "expected a block (0x21, 0x2C or 0x3B), but found 0x7F", 25),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset == offset)
    }

    @Test func countsMillionsOfFramesQuickly() throws {
        let body = try Fixture.bytes("still.gif")
        // The frame without its control extension, repeated.
        let frame = Array(body[33..<body.count - 1])
        var many = Array(body.dropLast())
        for _ in 0..<20_000 { many += frame }
        var limits = Limits()
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(many), limits: limits) }
        limits.framePixels = 35 * 100
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: ResponseBytes(many), limits: limits)
        }
        #expect(error?.limit == .framePixels)
        #expect(error?.hint == "set ImageOptions.firstFrameOnly to decode one frame")
        #expect(error?.remedies.map(\.name) == ["frames", "framePixels"])
        #expect(try ImageHeader(parsing: ResponseBytes(many)).frames == nil)
    }

    @Test func countsPixelsOutsideTheCanvas() throws {
        // Frames of 35, 6, 6 and 6 pixels on a canvas of one.
        var bytes = try Fixture.bytes("animated.gif")
        bytes.replaceSubrange(6..<10, with: [1, 0, 1, 0])
        var limits = Limits()
        #expect(try DecodedImage(parsing: ResponseBytes(bytes), limits: limits).frames.count == 4)
        limits.framePixels = 46
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: ResponseBytes(bytes), limits: limits)
        }
        #expect(error?.limit == .framePixels)
    }

    @Test func optionallyDecodesATruncatedFile() throws {
        let image = try DecodedImage(parsing: Fixture.body("still.gif").prefix(60), options: partial)
        #expect(image.isPartial)
        #expect(image.pixels[0, 0] == Self.palette[0])
        #expect(image.pixels[6, 4] == Self.palette[0])
        let short = try Fixture.image("bad-too-few-pixels.gif") { $0.acceptsPartial = true }
        #expect(short.isPartial)
        #expect(short.pixels[3, 4] == Self.ground(3, 4))
    }

    private var partial: ImageOptions {
        var options = ImageOptions()
        options.acceptsPartial = true
        return options
    }
}
