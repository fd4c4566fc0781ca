import DecantCore
import DecantImages
import Testing

@Suite struct DecodedImageTests {
    @Test func premultipliesOnRequest() throws {
        let straight = try Fixture.image("rgba.png")
        let multiplied = try Fixture.image("rgba.png") { $0.premultipliesAlpha = true }
        #expect(!straight.isPremultiplied)
        #expect(multiplied.isPremultiplied)
        #expect(straight.pixels.areAll { Fixture.color($0, $1, alpha: 255 - $0 * 30) })
        #expect(
            multiplied.pixels.areAll { x, y in
                let alpha = 255 - x * 30
                let color = Fixture.color(x, y)
                let times = { (channel: UInt8) in UInt8((Int(channel) * alpha * 2 + 255) / 510) }
                return SIMD4(times(color.x), times(color.y), times(color.z), UInt8(alpha))
            }
        )
    }

    @Test func keepsTheOrientationAndAppliesItOnRequest() throws {
        let kept = try Fixture.image("metadata.png")
        #expect(kept.orientation == .right)
        #expect((kept.width, kept.height) == (Fixture.width, Fixture.height))
        #expect(kept.logicalSize == [5, 7])
        let turned = try Fixture.image("metadata.png") { $0.appliesOrientation = true }
        #expect(turned.orientation == .up)
        #expect(turned.header.orientation == .right)
        #expect(turned.logicalSize == [5, 7])
        // After a clockwise rotation, the lower left pixel is the upper left one.
        #expect(turned.pixels.areAll { x, y in Fixture.color(y, Fixture.height - 1 - x) })
    }

    @Test func hasALogicalSize() throws {
        var image = try Fixture.image("rgb.png")
        #expect(image.logicalSize == [7, 5])
        image.scale = 2
        #expect(image.logicalSize == [3.5, 2.5])
    }

    @Test func borrowsItsSamples() throws {
        let image = try Fixture.image("rgb.png")
        #expect(image.pixels.rgba8.count == 4 * Fixture.width * Fixture.height)
        #expect(image.pixels.rgba16.count == 0)
        #expect(image.pixels.rgba8[4] == 40)
        #expect(image == (try Fixture.image("rgb-many-chunks.png")))
        #expect(image != (try Fixture.image("rgba.png")))
    }

    @Test func rejectsImagesBeyondTheLimits() throws {
        var limits = Limits()
        limits.pixels = 34
        #expect(try Fixture.error("rgb.png", limits: limits)?.limit == .pixels)
        limits = Limits()
        limits.imageSide = 6
        #expect(try Fixture.error("still.gif", limits: limits)?.limit == .imageSide)
        limits = Limits()
        limits.frames = 2
        #expect(try Fixture.error("animated.png", limits: limits)?.limit == .frames)
        #expect(try Fixture.error("animated.gif", limits: limits)?.limit == .frames)
        limits = Limits()
        limits.framePixels = 70
        #expect(try Fixture.error("animated.png", limits: limits)?.limit == .framePixels)
        #expect(try Fixture.error("animated.gif", limits: limits)?.limit == .framePixels)
        limits = Limits()
        limits.iconEntries = 2
        #expect(try Fixture.error("several.ico", limits: limits)?.limit == .iconEntries)
        limits = Limits()
        limits.metadataBytes = 20
        #expect(try Fixture.findings("metadata.png", limits: limits).contains(.damagedMetadata))
        limits = Limits()
        limits.metadataChunks = 0
        #expect(try Fixture.findings("metadata.png", limits: limits) == [.damagedMetadata, .damagedMetadata])
    }

    @Test func survivesWithoutLimits() throws {
        for name in [
            "bad-claim.png", "bad-claim-within-limits.png", "bad-claim.bmp", "bad-height.bmp", "bad-claim.xbm",
        ] {
            #expect(try Fixture.error(name, limits: .unlimited) != nil, "\(name)")
        }
    }

    @Test(arguments: ["rgb-interlaced.png", "animated.gif", "rgb-24.bmp", "several.ico", "plain.xbm"])
    func isTheSameInEveryTask(name: String) async throws {
        let body = try Fixture.body(name)
        let images = try await withThrowingTaskGroup(of: DecodedImage.self) { group in
            for _ in 0..<8 { group.addTask { try DecodedImage(parsing: body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images.count == 8)
        #expect(Set(images).count == 1)
    }
}
