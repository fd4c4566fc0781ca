import DecantCore
import DecantImages
import Testing

@Suite(.needsJPEG) struct JPEGDecoderTests {
    /// Returns whether the pixels match the fixtures, except for rounding.
    private func isFixture(_ pixels: ImagePixels, within tolerance: Int) -> Bool {
        pixels.areAll(within: tolerance) { Fixture.color($0, $1) }
    }

    @Test(arguments: [
        "rgb.jpg", "rgb-separate.jpg", "rgb-progressive.jpg", "rgb-arithmetic.jpg", "cmyk.jpg", "ycck.jpg",
        "metadata.jpg",
    ])
    func decodesEveryColorModel(name: String) throws {
        let image = try Fixture.image(name)
        #expect((image.width, image.height) == (Fixture.width, Fixture.height))
        #expect(isFixture(image.pixels, within: 3))
        #expect(!image.isPartial)
        #expect(try Fixture.findings(name) == [])
    }

    @Test func decodesShadesOfGray() throws {
        let image = try Fixture.image("gray.jpg")
        #expect(
            image.pixels.areAll(within: 1) { x, y in SIMD4(SIMD3(repeating: UInt8(30 * x + 10 * y)), 255) }
        )
    }

    @Test(
        arguments: ["444", "422", "440", "420", "411"].map { "sampled-\($0).jpg" } + [
            "restarts.jpg", "sampled-progressive.jpg",
        ]
    )
    func decodesEverySampling(name: String) throws {
        let image = try Fixture.image(name)
        #expect((image.width, image.height) == (40, 20))
        #expect(
            image.pixels.areAll(within: 5) { x, y in
                SIMD4(UInt8(60 + 2 * x), UInt8(40 + 4 * y), UInt8(200 - 2 * x), 255)
            }
        )
    }

    @Test func keepsMetadata() throws {
        let image = try Fixture.image("metadata.jpg")
        #expect(image.header.orientation == .right)
        #expect(image.iccProfile == Array(String(repeating: "profile", count: 20).utf8))
        #expect(image.exif?.prefix(4) == [0x4D, 0x4D, 0, 0x2A])
        let turned = try Fixture.image("metadata.jpg") { $0.appliesOrientation = true }
        #expect((turned.width, turned.height) == (Fixture.height, Fixture.width))
        #expect(
            turned.pixels.areAll(within: 3) { x, y in Fixture.color(y, Fixture.height - 1 - x) }
        )
    }

    @Test func skipsIncompleteOrTooLargeMetadata() throws {
        #expect(try Fixture.findings("half-a-profile.jpg") == [.damagedMetadata])
        #expect(try Fixture.image("half-a-profile.jpg").iccProfile == nil)
        var limits = Limits()
        limits.metadataBytes = 20
        #expect(try Fixture.findings("metadata.jpg", limits: limits) == [.damagedMetadata])
        limits.metadataBytes = 100
        #expect(try Fixture.findings("metadata.jpg", limits: limits) == [.damagedMetadata])
        limits = Limits()
        limits.metadataChunks = 1
        #expect(try Fixture.findings("metadata.jpg", limits: limits) == [.damagedMetadata])
    }

    @Test func toleratesErrorsThatOtherDecodersTolerate() throws {
        #expect(try Fixture.findings("no-end.jpg") == [.irregularImage])
        #expect(isFixture(try Fixture.image("no-end.jpg").pixels, within: 3))
        var context = DecodingContext(ResponseContext(mediaType: nil))
        _ = try DecodedImage(parsing: Fixture.body("between-segments.jpg"), in: &context)
        let finding = try #require(context.findings.first)
        #expect(finding.code == .irregularImage)
        #expect(finding.message.hasPrefix("JPEG: libjpeg reports “Corrupt JPEG data: 4 extraneous bytes"))
        #expect(finding.offset == 22)
    }

    @Test(arguments: [
        ("bad-claim-within-limits.jpg", "122 bytes cannot hold 8000 by 8000 pixels", 456),
        ("bad-progressive-claim.jpg", "22 bytes cannot hold 8000 by 8000 pixels", 390),
        ("bad-codes.jpg", "libjpeg reports “Bogus Huffman table definition”", 134),
        ("bad-no-steps.jpg", "libjpeg reports “Quantization table 0x00 was not defined”", 265),
        ("bad-short.jpg", "it ends inside the image data", 472),
        ("bad-no-lines.jpg", "the image is 7 by 0 pixels", 306),
        ("bad-no-frame.jpg", "expected the frame header (SOF) before the first scan", 301),
        ("bad-no-picture.jpg", "unexpected end-of-image marker (EOI) before the first scan", 301),
        ("bad-two-frames.jpg", "unexpected second frame header (SOF)", 314),
        ("bad-segment.jpg", "expected a segment length of at least 2, but found 1", 2),
        ("bad-marker.jpg", "unexpected marker FF F0", 2),
        ("bad-factors.jpg", "the sampling factors are not from 1 to 4", 311),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.hasPrefix("the JPEG is ") && error.message.hasSuffix(": \(message)"))
        #expect(error.offset == offset)
        let isCut = ["bad-short.jpg", "bad-claim-within-limits.jpg", "bad-progressive-claim.jpg"].contains(name)
        #expect(error.code == (isCut ? .truncatedBody : .malformedBody))
    }

    @Test(arguments: [
        ("bad-12-bits.jpg", "a JPEG with 12 bits per channel cannot be decoded"),
        ("bad-lossless.jpg", "a JPEG of lossless coding cannot be decoded"),
        ("bad-two-components.jpg", "a JPEG with 2 components cannot be decoded"),
    ])
    func namesUnsupportedFeatures(name: String, message: String) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.code == .unsupportedFormat)
        #expect(error.message == message)
        #expect(error.offset == 301)
    }

    @Test func rejectsClaimsBeyondTheLimits() throws {
        #expect(try Fixture.error("bad-claim.jpg")?.limit == .pixels)
        #expect(try Fixture.error("bad-claim.jpg", limits: .unlimited)?.code == .unsupportedFormat)
        var limits = Limits()
        limits.pixels = 34
        #expect(try Fixture.error("rgb.jpg", limits: limits)?.limit == .pixels)
    }

    /// An image of 1,600 by 1,200 pixels that repeats its last, empty scan.
    private func bomb(scans: Int) throws -> ResponseBytes {
        var bytes = try Fixture.bytes("scans.jpg")
        let scan = Array(bytes.dropLast(2).suffix(12))
        bytes.removeLast(2)
        for _ in 2..<scans { bytes += scan }
        return ResponseBytes(bytes + [0xFF, 0xD9])
    }

    @Test func rejectsMoreScansThanTheBudget() throws {
        #expect(try Fixture.error("scans.jpg") == nil)
        var limits = Limits()
        limits.scanPixels = 20 * 1600 * 1200
        #expect(try DecodedImage(parsing: bomb(scans: 20), limits: limits).width == 1600)
        let error = #expect(throws: ResponseError.self) {
            try DecodedImage(parsing: bomb(scans: 21), limits: limits)
        }
        #expect(error?.limit == .scanPixels)
        #expect(error?.message.contains("21 scans of 1600 by 1200 pixels") == true)
        // Each scan of a small image counts as 4,096 pixels.
        limits.scanPixels = 9 * 4096
        #expect(try Fixture.error("rgb-progressive.jpg", limits: limits)?.limit == .scanPixels)
        limits.scanPixels = 11 * 4096
        #expect(try Fixture.error("rgb-progressive.jpg", limits: limits) == nil)
    }

    @Test func rejectsABombOf5000Scans() throws {
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: bomb(scans: 5000)) }
        #expect(error?.limit == .scanPixels)
        #expect(error?.message.contains("5000 scans") == true)
    }

    @Test(arguments: ["rgb.jpg", "sampled-420.jpg", "sampled-progressive.jpg", "cmyk.jpg"])
    func optionallyDecodesATruncatedFile(name: String) throws {
        let body = try Fixture.body(name)
        let whole = try Fixture.image(name)
        let part = body.prefix(body.count - 30)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: part) }
        #expect(error?.code == .truncatedBody)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(parsing: part, options: options)
        #expect(image.isPartial)
        #expect((image.width, image.height) == (whole.width, whole.height))
        #expect(image.pixels[0, 0].w == 255)
    }

    @Test func rejectsTruncatedArithmeticCoding() throws {
        let body = try Fixture.body("rgb-arithmetic.jpg")
        for length in body.count - 100..<body.count - 1 {
            let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: body.prefix(length)) }
            #expect(error?.code == .truncatedBody)
        }
    }

    @Test("Marks an image with too few bytes as partial even with an end marker")
    func marksAnImageWithTooFewBytesAsPartialEven() throws {
        let image = try Fixture.image("bad-progressive-claim.jpg") {
            $0.acceptsPartial = true
            $0.maximumPixelSize = 10
        }
        #expect(image.isPartial)
    }

    @Test func leavesMissingPixelsTransparent() throws {
        let body = try Fixture.body("restarts.jpg")
        var options = ImageOptions()
        options.acceptsPartial = true
        let whole = try Fixture.image("restarts.jpg")
        let image = try DecodedImage(parsing: body.prefix(body.count - 100), options: options)
        #expect(image.pixels[3, 3] == whole.pixels[3, 3])
        #expect(image.pixels[3, 19].w == 255)
        let less = try DecodedImage(parsing: body.prefix(450), options: options)
        #expect(less.pixels[3, 3] == whole.pixels[3, 3])
        #expect(less.pixels[3, 19] == SIMD4(0, 0, 0, 0))
    }

    @Test func stopsWhenItsTaskIsCanceled() async throws {
        let body = try Fixture.body("rgb-progressive.jpg")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            do throws(ResponseError) {
                _ = try DecodedImage(parsing: body)
                return nil as ResponseError?
            } catch { return error }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test func isTheSameInEveryTask() async throws {
        let body = try Fixture.body("sampled-progressive.jpg")
        let images = try await withThrowingTaskGroup(of: DecodedImage.self) { group in
            for _ in 0..<8 { group.addTask { try DecodedImage(parsing: body) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images.count == 8)
        #expect(Set(images).count == 1)
    }
}
