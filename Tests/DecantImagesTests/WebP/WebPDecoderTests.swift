import DecantCore
import DecantImages
import Testing

@Suite(.needsWebP) struct WebPDecoderTests {
    private static func faint(_ x: Int, _ y: Int) -> SIMD4<UInt8> { Fixture.color(x, y, alpha: 255 - x * 30) }

    private static let red = SIMD4<UInt8>(255, 0, 0, 128)

    @Test func showsTheColorsThatAreStored() throws {
        #expect(try Fixture.image("lossless.webp").pixels.areAll { Fixture.color($0, $1) })
        #expect(try Fixture.image("lossless-alpha.webp").pixels.areAll(Self.faint))
    }

    @Test(arguments: ["lossy.webp", "lossy-alpha.webp"])
    func keepsAlphaExactIfColorsAreLossy(name: String) throws {
        let image = try Fixture.image(name)
        let hasAlpha = image.header.hasAlpha
        #expect(hasAlpha == (name == "lossy-alpha.webp"))
        let pixels = image.pixels
        #expect((0..<Fixture.width).allSatisfy { pixels[$0, 2].w == (hasAlpha ? UInt8(255 - $0 * 30) : 255) })
        // The image has an edge at every pixel, the worst case for small blocks.
        let mean = (0..<35).reduce(0) { $0 + Int(pixels[$1 % 7, $1 / 7].x) } / 35
        #expect(abs(mean - 120) < 20)
    }

    @Test func ignoresAlphaThatTheFileDoesNotAnnounce() throws {
        let image = try Fixture.image("alpha-that-is-not-announced.webp")
        #expect(!image.header.hasAlpha)
        #expect(image.pixels.areAll { Fixture.color($0, $1) })
    }

    @Test func readsMetadata() throws {
        let image = try Fixture.image("metadata.webp")
        #expect(image.iccProfile == (0..<20).flatMap { _ in Array("profile".utf8) })
        #expect(image.exif?.prefix(4) == [0x4D, 0x4D, 0, 0x2A])
        #expect(image.header.orientation == .right)
        let turned = try Fixture.image("metadata.webp") { $0.appliesOrientation = true }
        #expect((turned.width, turned.height) == (Fixture.height, Fixture.width))
        #expect(turned.pixels[Fixture.height - 1, 0] == Fixture.color(0, 0))
        var limits = Limits()
        limits.metadataBytes = 100
        #expect(try Fixture.findings("metadata.webp", limits: limits) == [.damagedMetadata])
    }

    @Test func composesFrames() throws {
        let image = try Fixture.image("animated.webp")
        #expect(image.loopCount == 2)
        #expect(image.frames.map(\.delay) == [100, 200, 300, 0].map { .milliseconds($0) })
        #expect(image.frames[1].columns == 2..<5)
        #expect(image.frames[0].pixels.areAll(Self.faint))
        let inside = { (x: Int, y: Int, left: Int) in (left..<left + 3).contains(x) && (2...3).contains(y) }
        #expect(image.frames[1].pixels.areAll { x, y in inside(x, y, 2) ? Self.over(x, y) : Self.faint(x, y) })
        #expect(
            image.frames[2].pixels.areAll { x, y in
                // Below the column shared by both frames is only the cleared canvas.
                if inside(x, y, 4) { return x == 4 ? Self.red : Self.over(x, y) }
                return inside(x, y, 2) ? SIMD4(repeating: 0) : Self.faint(x, y)
            }
        )
        #expect(image.frames[3].pixels[2, 1] == Self.red)
        #expect(image.frames[3].pixels[3, 1] == Self.faint(3, 1))
    }

    /// Half-transparent red over a pixel of the first frame, in integers rounded down.
    private static func over(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        let below = faint(x, y)
        let rest = Int(below.w) * (256 - 128) / 256
        let sum = 128 + rest
        let mixed = (0..<3).map { ((Int(red[$0]) * 128 + Int(below[$0]) * rest) * ((1 << 24) / sum)) >> 24 }
        return SIMD4(UInt8(mixed[0]), UInt8(mixed[1]), UInt8(mixed[2]), UInt8(sum))
    }

    @Test func decodesTheFirstFrameOnlyOnRequest() throws {
        let image = try Fixture.image("animated.webp") { $0.firstFrameOnly = true }
        #expect(image.frames.count == 1)
        #expect(image.header.frames == 4)
    }

    @Test(arguments: [
        ("bad-claim-within-limits.webp", "the image data is damaged", 12),
        ("bad-size.webp", "the image of 7 by 5 pixels", 38),
        ("bad-frame-outside.webp", "a frame lies outside the canvas", 128),
        ("bad-frame-size.webp", "a frame image of 3 by 2 pixels", 144),
        ("bad-empty-frame.webp", "a frame has no image data", 68),
        ("bad-frame-without-animation.webp", "expected the chunk ANIM before the first frame", 30),
        ("bad-no-frame.webp", "the image data is missing", 44),
        ("bad-no-picture.webp", "the image data is missing", 64),
        ("bad-first-chunk.webp", "but found EXIF", 12), ("bad-chunk.webp", "a chunk is longer than the chunk", 12),
        ("bad-data.webp", "the image data is damaged (libwebp: bitstream error)", 12),
        ("bad-short-data.webp", "the image data is damaged (libwebp: bitstream error)", 12),
        ("bad-inter-frame.webp", "the bitstream header is damaged", 20),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset == offset, "\(error)")
    }

    @Test func checksSizesAgainstTheLimits() throws {
        #expect(try Fixture.error("bad-claim.webp")?.limit == .imageSide)
        var limits = Limits()
        limits.pixels = 34
        #expect(try Fixture.error("lossless.webp", limits: limits)?.limit == .pixels)
        limits = Limits()
        limits.framePixels = 35 * 4 - 1
        #expect(try Fixture.error("animated.webp", limits: limits)?.limit == .framePixels)
        limits.framePixels += 1
        #expect(try Fixture.error("animated.webp", limits: limits) == nil)
        limits.frames = 3
        #expect(try Fixture.error("animated.webp", limits: limits)?.limit == .frames)
    }

    @Test func countsMillionsOfFramesQuickly() throws {
        let body = try Fixture.bytes("animated.webp")
        // Repeats the last frame. The size in the header includes all repetitions.
        let name = Array("ANMF".utf8)
        let frame = Array(body[(try #require(body.indices.last { body[$0...].starts(with: name) }))...])
        var many = body
        for _ in 0..<200_000 { many += frame }
        let length = many.count - 8
        for index in 0..<4 { many[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
        let all = ResponseBytes(many)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: all) }
        #expect(error?.limit == .frames)
        #expect(try ImageHeader(parsing: all).frames == nil)
        var options = ImageOptions()
        options.firstFrameOnly = true
        #expect(try DecodedImage(parsing: all, options: options).header.frames == 200_004)
    }

    @Test(arguments: ["tall-lossless.webp", "tall-lossy.webp"])
    func optionallyDecodesATruncatedFile(name: String) throws {
        let whole = try Fixture.body(name)
        let cut = whole.prefix(whole.count * 2 / 3)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: cut) }
        #expect(error?.code == .truncatedBody)
        let complete = try DecodedImage(parsing: whole)
        let image = try DecodedImage(parsing: cut, options: partial)
        #expect(image.isPartial)
        #expect(image.pixels.rgba8.count == complete.pixels.rgba8.count)
        let isThere = (0..<160).map { image.pixels[3, $0].w == 255 }
        let rows = isThere.prefix { $0 }.count
        #expect((16..<150).contains(rows) && !isThere[rows...].contains(true))
        #expect((0..<rows).allSatisfy { image.pixels[3, $0] == complete.pixels[3, $0] })
    }

    @Test("Optionally shows the complete frames of a truncated file") func optionallyShowsTheCompleteFrames() throws {
        let frames = try Fixture.body("animated.webp")
        let image = try DecodedImage(parsing: frames.prefix(frames.count - 4), options: partial)
        #expect(image.isPartial)
        #expect(image.frames.count == 3)
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: frames.prefix(40), options: partial) }
    }

    private var partial: ImageOptions {
        var options = ImageOptions()
        options.acceptsPartial = true
        return options
    }
}
