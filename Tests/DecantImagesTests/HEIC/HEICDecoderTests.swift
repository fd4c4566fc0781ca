import DecantCore
import DecantImages
import Testing

@Suite(.needsHEIC) struct HEICDecoderTests {
    /// Expects each pixel to have a color, apart from a difference in each channel.
    private func expect(
        _ image: DecodedImage,
        within difference: Int,
        _ color: (Int, Int) -> SIMD4<Int>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var worst = (difference: -1, text: "")
        for y in 0..<image.height {
            for x in 0..<image.width {
                let (pixel, wanted) = (SIMD4<Int>(truncatingIfNeeded: image.pixels[x, y]), color(x, y))
                let found = (0..<4).map { abs(pixel[$0] - wanted[$0]) }.max() ?? 0
                if found > worst.difference { worst = (found, "(\(x), \(y)) is \(pixel), not \(wanted)") }
            }
        }
        #expect(worst.difference <= difference, "\(worst.text)", sourceLocation: sourceLocation)
    }

    /// The colors of the larger images.
    private func gradient(_ x: Int, _ y: Int) -> SIMD4<Int> { [x * 2, y * 2, 128, 255] }

    @Test func showsTheColorsThatAreStored() throws {
        expect(try Fixture.image("rgb.heic"), within: 1) { SIMD4(truncatingIfNeeded: Fixture.color($0, $1)) }
        expect(try Fixture.image("rgba.heic"), within: 1) { x, y in
            SIMD4(truncatingIfNeeded: Fixture.color(x, y, alpha: 255 - x * 30))
        }
        expect(try Fixture.image("gray.heic"), within: 1) { x, _ in [x * 40, x * 40, x * 40, 255] }
    }

    @Test(arguments: [
        "chroma-420.heic", "chroma-422.heic", "chroma-444.heic", "limited-range.heic", "thumbnail.heic", "several.heic",
        "grid.heic",
    ])
    func showsEachSamplingAndRange(name: String) throws {
        expect(try Fixture.image(name), within: 4, gradient)
    }

    @Test func keeps10Bits() throws {
        let image = try Fixture.image("deep.heic") { $0.keeps16Bits = true }
        #expect(image.pixels.bitsPerChannel == 16)
        for (index, sample) in image.pixels.rgba16.copied().enumerated() {
            let (x, y) = (index / 4 % Fixture.width, index / 4 / Fixture.width)
            let wanted = [x * 8192, y * 8192, 65535, 65535][index % 4]
            #expect(abs(Int(sample) - wanted) <= 128)
        }
        let shallow = try Fixture.image("deep.heic")
        #expect(shallow.pixels.bitsPerChannel == 8)
        expect(shallow, within: 1) { x, y in [x * 32, y * 32, 255, 255] }
    }

    @Test("Divides premultiplied colors unless the option is set") func dividesPremultipliedColorsUnless() throws {
        let image = try Fixture.image("premultiplied.heic")
        expect(image, within: 1) { _, _ in [199, 99, 49, 128] }
        #expect(image.header.isPremultiplied)
        #expect(!image.isPremultiplied)
        let multiplied = try Fixture.image("premultiplied.heic") { $0.premultipliesAlpha = true }
        expect(multiplied, within: 0) { _, _ in [100, 50, 25, 128] }
        #expect(multiplied.isPremultiplied)
    }

    @Test func showsTheAlphaOfCells() throws {
        expect(try Fixture.image("grid-alpha.heic"), within: 4) { x, y in
            var color = gradient(x, y)
            // The cells on the diagonal have alpha.
            if (x < 64) != (y < 64) { color.w = x % 64 * 4 }
            return color
        }
    }

    @Test func readsMetadata() throws {
        let image = try Fixture.image("metadata.heic")
        #expect(image.iccProfile == (0..<20).flatMap { _ in Array("profile".utf8) })
        #expect(image.exif?.prefix(4) == [0x4D, 0x4D, 0, 0x2A])
        #expect(image.orientation == .right)
        var limits = Limits()
        limits.metadataBytes = 10
        #expect(try Fixture.findings("metadata.heic", limits: limits) == [.damagedMetadata, .damagedMetadata])
    }

    @Test func appliesTheOrientationIfTheOptionIsSet() throws {
        expect(try Fixture.image("mirrored.heic"), within: 4, gradient)
        let mirrored = try Fixture.image("mirrored.heic") { $0.appliesOrientation = true }
        expect(mirrored, within: 4) { x, y in gradient(63 - x, y) }
        let turned = try Fixture.image("metadata.heic") { $0.appliesOrientation = true }
        expect(turned, within: 4) { x, y in gradient(y, 63 - x) }
    }

    @Test func showsTheCleanAperture() throws {
        let image = try Fixture.image("cropped.heic")
        #expect((image.width, image.height) == (20, 10))
        expect(image, within: 4) { x, y in gradient(x + 12, y + 34) }
    }

    @Test func isScaledDown() throws {
        let image = try Fixture.image("grid.heic") { $0.maximumPixelSize = 50 }
        #expect((image.width, image.height) == (50, 40))
        expect(image, within: 4) { x, y in [x * 4 + 1, y * 4 + 1, 128, 255] }
    }

    @Test(arguments: [
        ("overlay.heic", "unsupported HEIC feature: an image of the type iovl"),
        ("identity.heic", "unsupported HEIC feature: an image of the type iden"),
        ("jpeg.heic", "unsupported HEIC feature: an image of the type jpeg"),
        ("sequence.heic", "unsupported HEIC feature: an image sequence"),
        ("bad-nested.heic", "unsupported HEIC feature: a grid of images that are not coded with HEVC"),
        ("bad-cycle.heic", "unsupported HEIC feature: a grid of images that are not coded with HEVC"),
        ("bad-self.heic", "unsupported HEIC feature: a grid of images that are not coded with HEVC"),
        ("bad-reference.heic", "unsupported HEIC feature: a picture that refers to other pictures"),
    ])
    func rejectsWhatItDoesNotDecode(name: String, message: String) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.code == .unsupportedFormat)
        #expect(error.message == message)
        #expect(error.offset.map { $0 > 0 } == true, "\(error)")
    }

    @Test(arguments: [
        ("bad-empty.heic", "the image is 0 by 64 pixels"), ("bad-no-primary.heic", "the primary item is missing"),
        ("bad-no-picture.heic", "the data of an item is missing"), ("bad-no-item.heic", "an item is missing"),
        ("bad-box.heic", "a box is longer than the box that contains it"),
        ("bad-data.heic", "a unit of HEVC data is truncated"),
        ("bad-slice.heic", "the image cannot be decoded (libde265: "),
        ("bad-no-slice.heic", "an image has no picture"),
        ("bad-no-configuration.heic", "an image has no configuration of its decoder"),
        ("bad-no-parameters.heic", "an image has no parameters of its decoder"),
        ("bad-no-tiles.heic", "a grid of 2 by 2 has 0 cells"), ("bad-tiles.heic", "a grid of 2 by 2 has 3 cells"),
        ("bad-tile-size.heic", "a grid has cells of 64 by 64 pixels, which do not fit its size"),
        ("bad-short-grid.heic", "the description of a grid is truncated"),
        ("bad-claim-within-limits.heic", "a coded image is 64 by 64 pixels, but its header has another size"),
    ])
    func describesAndLocatesErrors(name: String, message: String) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.code == .malformedBody)
        #expect(error.message.hasPrefix("the HEIC is malformed: \(message)"), "\(error)")
        #expect(error.offset.map { $0 > 0 } == true, "\(error)")
    }

    @Test func checksSizesAgainstTheLimits() throws {
        #expect(try Fixture.error("bad-claim.heic")?.limit == .pixels)
        #expect(try Fixture.error("bad-bitstream-size.heic")?.limit == .pixels)
        var limits = Limits()
        limits.pixels = 34
        #expect(try Fixture.error("rgb.heic", limits: limits)?.limit == .pixels)
        limits.pixels = 35
        #expect(try Fixture.error("rgb.heic", limits: limits) == nil)
        limits.imageSide = 99
        #expect(try Fixture.error("grid.heic", limits: limits)?.limit == .imageSide)
    }

    @Test func rejectsAGridWithTooManyTiles() throws {
        let error = try #require(try Fixture.error("bad-grid.heic"))
        #expect(error.limit == .pixels)
        #expect(error.message.contains("2001 grid cells"))
    }

    @Test func rejectsATruncatedImage() throws {
        let whole = try Fixture.body("grid.heic")
        var options = ImageOptions()
        options.acceptsPartial = true
        for length in [whole.count - 1, whole.count - 20] {
            let error = #expect(throws: ResponseError.self) {
                try DecodedImage(parsing: whole.prefix(length), options: options)
            }
            #expect(error?.code == .truncatedBody)
        }
    }

    /// Returns a file with a change in the first box of the given type.
    private func changed(_ name: String, _ box: String, at offset: Int, to bytes: [UInt8]) throws -> ResponseBytes {
        var body = try Fixture.bytes(name)
        let start = try #require(body.firstRange(of: Array(box.utf8))).upperBound + offset
        body.replaceSubrange(start..<start + bytes.count, with: bytes)
        return ResponseBytes(body)
    }

    @Test(arguments: [
        ("iloc", 6, [0xFF, 0xFF] as [UInt8], "a list has 65535 items"),
        ("iinf", 4, [0xFF, 0xFF], "a list has 65535 items"),
        ("iloc", 4, [0x34, 0x00], "the numbers of the box iloc have an unknown size"),
        ("iloc", 12, [0x00, 0x21], "an item has 33 parts, more than 32"),
        ("iloc", 18, [0xFF, 0xFF, 0xFF, 0xFF], "the data of an item is missing"),
        ("iloc", 10, [0, 1], "the data of an item is missing"), ("hvcC", 22, [0xFF], "a list in a box is truncated"),
        ("hvcC", 26, [0xFF, 0xFF], "a list in a box is truncated"), ("clap", 0, [0xFF], ""),
    ])
    func rejectsMalformedLists(box: String, at offset: Int, to bytes: [UInt8], message: String) throws {
        let body = try changed("cropped.heic", box, at: offset, to: bytes)
        guard !message.isEmpty else {
            // Without a valid clean aperture, the whole image is shown.
            #expect(try DecodedImage(parsing: body).width == 64)
            return
        }
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: body) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}

extension Span where Element: BitwiseCopyable {
    /// Returns the elements as an array.
    fileprivate func copied() -> [Element] { indices.map { self[$0] } }
}
