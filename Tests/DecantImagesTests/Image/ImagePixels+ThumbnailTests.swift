import DecantCore
import DecantImages
import DecantTesting
import Foundation
import Testing

@Suite struct ImagePixelsThumbnailTests {
    private func image(_ name: String, _ side: Int, _ change: (inout ImageOptions) -> Void = { _ in }) throws
        -> DecodedImage
    {
        try Fixture.image(name) {
            $0.maximumPixelSize = side
            change(&$0)
        }
    }

    /// The definition: the mean of the area covered by each pixel, in exact fractions.
    private func means(of pixels: ImagePixels, columns: Int, rows: Int, byAlpha: Bool = true) -> [[Double]] {
        var result: [[Double]] = []
        for row in 0..<rows {
            for column in 0..<columns {
                var (sums, colors, area) = ([0.0, 0.0, 0.0, 0.0], 0.0, 0.0)
                for y in covered(pixels.height, row, rows) {
                    for x in covered(pixels.width, column, columns) {
                        let across = overlap(x, pixels.width, column, columns)
                        let share = across * overlap(y, pixels.height, row, rows)
                        let pixel = pixels[x, y]
                        let weight = byAlpha ? share * Double(pixel.w) : share
                        for channel in 0..<3 { sums[channel] += Double(pixel[channel]) * weight }
                        sums[3] += Double(pixel.w) * share
                        colors += weight
                        area += share
                    }
                }
                result.append((0..<3).map { colors > 0 ? sums[$0] / colors : 0 } + [sums[3] / area])
            }
        }
        return result
    }

    /// Returns the range of source pixels that a pixel of the smaller image covers, at least in part.
    private func covered(_ count: Int, _ other: Int, _ others: Int) -> Range<Int> {
        other * count / others..<((other + 1) * count + others - 1) / others
    }

    /// Returns the share of a source pixel that lies in a pixel of the smaller image.
    private func overlap(_ pixel: Int, _ count: Int, _ other: Int, _ others: Int) -> Double {
        let scale = Double(count) / Double(others)
        return max(0, min(Double(pixel + 1), Double(other + 1) * scale) - max(Double(pixel), Double(other) * scale))
    }

    private func expectMeans(_ small: ImagePixels, of pixels: ImagePixels, within tolerance: Double = 0.51) {
        let means = means(of: pixels, columns: small.width, rows: small.height)
        for (index, mean) in means.enumerated() {
            let pixel = small[index % small.width, index / small.width]
            for channel in 0..<4 {
                #expect(abs(Double(pixel[channel]) - mean[channel]) <= tolerance, "pixel \(index), channel \(channel)")
            }
        }
    }

    @Test(arguments: [("rgb-24.bmp", 6), ("rgb-24.bmp", 3), ("rgb-24.bmp", 1), ("one.ico", 4), ("plain.xbm", 2)])
    func isTheMeanOfTheAreaThatEachPixelCovers(name: String, side: Int) throws {
        let small = try image(name, side)
        #expect(small.width == side)
        #expect(small.height == max(1, (side * 10 + 7) / 14))
        expectMeans(small.pixels, of: try Fixture.image(name).pixels)
    }

    @Test(arguments: ["rgba.png", "palette-4.png", "gray-2.png", "rgb-key.png"], [1, 2, 5, 6])
    func weighsColorsByAlpha(name: String, side: Int) throws {
        expectMeans(try image(name, side).pixels, of: try Fixture.image(name).pixels)
    }

    @Test func keepsSixteenBits() throws {
        let whole = try Fixture.image("rgb-16.png") { $0.keeps16Bits = true }
        let small = try image("rgb-16.png", 3) { $0.keeps16Bits = true }
        #expect(small.pixels.bitsPerChannel == 16)
        expectMeans(small.pixels, of: whole.pixels, within: 1)
    }

    @Test func multipliesByAlphaAfterwards() throws {
        let straight = try image("rgba.png", 3)
        let multiplied = try image("rgba.png", 3) { $0.premultipliesAlpha = true }
        for y in 0..<straight.height {
            for x in 0..<straight.width {
                let (one, other) = (straight.pixels[x, y], multiplied.pixels[x, y])
                #expect(abs(Int(one.x) * Int(one.w) - Int(other.x) * 255) <= 255)
                #expect(one.w == other.w)
            }
        }
    }

    @Test(arguments: [7, 8, 1000, .max])
    func neverEnlarges(side: Int) throws {
        #expect(try image("rgb-24.bmp", side) == Fixture.image("rgb-24.bmp"))
    }

    @Test(arguments: [0, -5])
    func hasOnePixelAtLeast(side: Int) throws {
        let small = try image("rgb-24.bmp", side)
        #expect((small.width, small.height) == (1, 1))
    }

    @Test func coversEveryFrame() throws {
        let whole = try Fixture.image("animated.gif")
        let small = try image("animated.gif", 4)
        #expect(small.frames.count == whole.frames.count)
        #expect(small.frames.map(\.delay) == whole.frames.map(\.delay))
        for (frame, all) in zip(small.frames, whole.frames) { expectMeans(frame.pixels, of: all.pixels) }
        #expect((small.header.width, small.header.height) == (Fixture.width, Fixture.height))
    }

    @Test func coversEveryFrameOfAnAPNG() throws {
        let whole = try Fixture.image("animated.png")
        let small = try image("animated.png", 4)
        #expect(small.frames.count == 3)
        for (frame, all) in zip(small.frames, whole.frames) { expectMeans(frame.pixels, of: all.pixels) }
    }

    @Test func coversEveryImageOfAnIcon() throws {
        let small = try image("several.ico", 3)
        #expect((small.width, small.height) == (3, 2))
        #expect(small.alternatives.allSatisfy { $0.width == 3 })
    }

    @Test func movesTheHotSpotOfACursor() throws {
        let small = try image("pointer.cur", 3)

        #expect(small.hotSpot?.x == 1)
        #expect(small.hotSpot?.y == 0)
    }

    @Test func isOptionallyOriented() throws {
        let turned = try image("metadata.png", 4) { $0.appliesOrientation = true }
        #expect((turned.width, turned.height) == (3, 4))
        let kept = try image("metadata.png", 4)
        #expect((kept.width, kept.height) == (4, 3))
        #expect(turned.pixels[2, 0] == kept.pixels[0, 0])
    }

    @Test(
        .needsJPEG,
        arguments: ["", "-gray", "-cmyk", "-ycck", "-progressive"].map { "smooth\($0).jpg" },
        [1, 2, 3, 8, 9, 16, 31, 32, 33, 63]
    )
    func ofAJPEGIsTheSameForEitherMethod(name: String, side: Int) throws {
        let small = try image(name, side)
        #expect((small.width, small.height) == (side, max(1, (side + 1) / 2)))
        expectMeans(small.pixels, of: try Fixture.image(name).pixels, within: 4)
        #expect(try small.header == Fixture.image(name).header)
    }

    /// The padding pixels in the last blocks affect the result.
    @Test(
        .needsJPEG,
        arguments: ["sampled-444.jpg", "sampled-420.jpg", "sampled-422.jpg", "sampled-progressive.jpg"],
        [1, 2, 5, 6, 10, 19, 20, 21, 39]
    )
    func ofAJPEGIsAlmostTheSameForAnySize(name: String, side: Int) throws {
        expectMeans(try image(name, side).pixels, of: try Fixture.image(name).pixels, within: 12)
    }

    @Test("I25: for a JPEG decoded at a smaller size, only allocated pixels count", .needsJPEG)
    func limits() throws {
        let body = try Fixture.body("sampled-420.jpg")
        var (limits, options) = (Limits(), ImageOptions())
        limits.pixels = 200
        options.maximumPixelSize = 20
        let image = try DecodedImage(parsing: body, options: options, limits: limits)
        #expect((image.width, image.height) == (20, 10))
        limits.pixels = 199
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: body, options: options, limits: limits)
        }
        #expect(error?.limit == .pixels)
        // A JPEG with several scans keeps all of its coefficients in memory.
        limits.pixels = 799
        let other = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: Fixture.body("sampled-progressive.jpg"), options: options, limits: limits)
        }
        #expect(other?.limit == .pixels)
        var serializer = ImageResponseSerializer(options: options).decoding(.eager)
        serializer.handling.configuration.limits.pixels = 200
        let responseImage = try serializer.value(of: body, for: ResponseContext(mediaType: "image/jpeg"))
        #expect(responseImage.logicalSize == [20, 10])
        #expect(try responseImage.decoded().width == 20)
    }

    @Test func ofAVeryLongImageWorksWithoutLimits() throws {
        let head = "#define a_width 70000\n#define a_height 2\nstatic char a_bits[] = {"
        let body = ResponseBytes((head + String(repeating: "0xff,", count: 2 * 8750) + "};").utf8)
        var options = ImageOptions()
        options.maximumPixelSize = 7
        let image = try DecodedImage(parsing: body, options: options, limits: .unlimited)
        #expect((image.width, image.height) == (7, 1))
        #expect(image.pixels.areAll { _, _ in SIMD4(0, 0, 0, 255) })
    }
}
