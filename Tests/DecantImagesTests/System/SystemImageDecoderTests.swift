import DecantCore
import Testing

@testable import DecantImages

/// A system's decoder gives the pixels, and everything else is as on Linux.
@Suite(.needsJPEG, .needsTIFF, .needsWebP, .needsAVIF) struct SystemImageDecoderTests {
    /// The files that Linux decodes without a library's help for their damage.
    static var names: [String] {
        get throws {
            try Fixture.names.filter { name in
                let isOfSystem = [".jpg", ".tif", ".webp", ".avif"].contains { name.hasSuffix($0) }
                return isOfSystem && !name.hasPrefix("bad-") && name != "no-end.jpg"
            }
        }
    }

    /// Changes of the options, each of which has the same result.
    enum Change: CaseIterable {
        case straight, premultiplied, deep, deepAndPremultiplied, firstFrame, orientation, thumbnail

        var options: ImageOptions {
            ImageOptions { options in
                options.premultipliesAlpha = self == .premultiplied || self == .deepAndPremultiplied
                options.keeps16Bits = self == .deep || self == .deepAndPremultiplied
                options.firstFrameOnly = self == .firstFrame
                options.appliesOrientation = self == .orientation
                options.maximumPixelSize = self == .thumbnail ? 3 : nil
            }
        }

        /// Returns the greatest difference to Linux that rounding and other reductions explain.
        func tolerance(_ name: String) -> Int {
            switch self {
            case .premultiplied, .deepAndPremultiplied: 0
            // A JPEG is reduced by its own transform on Linux.
            case .thumbnail: name.hasSuffix(".jpg") ? 255 : 2
            default: 1
            }
        }
    }

    @Test(arguments: try names, Change.allCases)
    func decodesAsLinux(name: String, change: Change) throws {
        var context = DecodingContext(ResponseContext(mediaType: nil))
        let expected = try DecodedImage(parsing: Fixture.body(name), in: &context, options: change.options)
        let (image, findings) = try FakeSource(name).decode(Fixture.bytes(name), change.options)
        #expect(image.header == expected.header)
        #expect(image.loopCount == expected.loopCount)
        #expect(image.exif == expected.exif)
        #expect(image.iccProfile == expected.iccProfile)
        #expect(image.isPremultiplied == expected.isPremultiplied)
        #expect(image.orientation == expected.orientation)
        #expect(!image.isPartial)
        // Only libraries report damage in the data.
        #expect(findings == context.findings.map(\.code).filter { $0 != .irregularImage || name == "loop.tif" })
        #expect(image.frames.count == expected.frames.count)
        for (frame, other) in zip(image.frames, expected.frames) {
            #expect(frame.delay == other.delay)
            #expect(frame.area == other.area)
            #expect(frame.orientation == other.orientation)
            let difference = difference(frame.pixels, other.pixels, isPremultiplied: image.isPremultiplied)
            #expect(difference <= change.tolerance(name))
        }
    }

    /// Returns the greatest difference between samples with premultiplied colors, in units of 8 bits.
    private func difference(_ pixels: ImagePixels, _ other: ImagePixels, isPremultiplied: Bool) -> Int {
        guard pixels.width == other.width, pixels.height == other.height else { return .max }
        guard pixels.bitsPerChannel == other.bitsPerChannel else { return .max }
        let (left, right) = (samples(pixels, isPremultiplied), samples(other, isPremultiplied))
        let difference = zip(left, right).map { abs($0 - $1) }.max() ?? 0
        return pixels.bitsPerChannel == 16 ? (difference + 256) / 257 : difference
    }

    private func samples(_ pixels: ImagePixels, _ isPremultiplied: Bool) -> [Int] {
        var pixels = pixels
        if !isPremultiplied { pixels.premultiply() }
        return pixels.samples16.isEmpty ? pixels.samples8.map { Int($0) } : pixels.samples16.map { Int($0) }
    }

    @Test func framesAreThoseThatTheSystemComposed() throws {
        // The second frame covers a part of the canvas, which is cleared before the third one.
        let (image, _) = try FakeSource("animated.webp").decode(Fixture.bytes("animated.webp"))
        #expect(image.frames.map(\.delay) == [100, 200, 300, 0].map { .milliseconds($0) })
        #expect(image.frames[1].columns == 2..<5)
        #expect(image.frames[2].pixels[2, 2] == SIMD4(repeating: 0))
    }

    @Test(arguments: [
        ("rgb.jpg", Limits.Name.imageSide, 3), ("rgb-strips.tif", .imageSide, 3), ("lossy.webp", .imageSide, 3),
        ("rgb.avif", .imageSide, 3), ("rgb.jpg", .pixels, 34), ("rgb-strips.tif", .pixels, 34),
        ("lossy.webp", .pixels, 34), ("rgb.avif", .pixels, 34), ("pages.tif", .frames, 1),
        ("animated.webp", .frames, 2), ("sequence.avif", .frames, 2), ("pages.tif", .framePixels, 36),
        ("animated.webp", .framePixels, 36), ("sequence.avif", .framePixels, 36),
        ("rgb-progressive.jpg", .scanPixels, 5000), ("rgb-separate.jpg", .scanPixels, 5000),
    ])
    func exceedsEachLimitAsOnLinux(name: String, limit: Limits.Name, value: Int) throws {
        var limits = Limits()
        limits[limit] = value
        let expected = try #require(try Fixture.error(name, limits: limits))
        let error = try #require(try FakeSource(name).error(Fixture.bytes(name), limits: limits))
        #expect((error.code, error.limit, error.offset) == (.limitExceeded, limit, expected.offset))
        #expect(error.message == expected.message)
        #expect(error.remedies == expected.remedies)
    }

    @Test(arguments: ["metadata.jpg", "metadata.tif", "metadata.webp", "metadata.avif"])
    func skipsOversizedMetadataAsOnLinux(name: String) throws {
        var limits = Limits()
        limits.metadataBytes = 10
        let (image, findings) = try FakeSource(name).decode(Fixture.bytes(name), limits: limits)
        let expected = try Fixture.findings(name, limits: limits)
        #expect(image.iccProfile == nil)
        #expect(findings == expected)
        #expect(expected.contains(.damagedMetadata))
    }

    /// A system may report anything about these files.
    @Test(
        arguments: try Fixture.names.filter { name in
            name.hasPrefix("bad-") && [".jpg", ".tif", ".webp", ".avif"].contains { name.hasSuffix($0) }
        }
    )
    func rejectsWhatLinuxRejects(name: String) throws {
        guard let expected = try Fixture.error(name) else { return }
        var source = FakeSource(typeIdentifier: nil, images: [])
        let error = try #require(source.error(try Fixture.bytes(name)))
        source = FakeSource(typeIdentifier: "unknown", images: [FakeSource.Image(7, 5)])
        source.images[0].status = .malformed
        #expect(source.error(try Fixture.bytes(name)) != nil)
        // Unless a library finds the damage in the data, a parser does.
        let words = ["libjpeg", "libtiff", "libwebp", "libavif", "data"]
        let isOfLibrary = words.contains { expected.message.contains($0) }
        if !isOfLibrary {
            #expect((error.code, error.offset, error.limit) == (expected.code, expected.offset, expected.limit))
            #expect(error.message == expected.message)
        }
    }

    @Test func rejectsAnotherType() throws {
        var source = try FakeSource("rgb.jpg")
        source.typeIdentifier = "public.png"
        let error = try #require(source.error(try Fixture.bytes("rgb.jpg")))
        #expect(error.code == .malformedBody)
        #expect(error.message == "the JPEG is malformed: the system recognizes the image as public.png")
        source.typeIdentifier = nil
        let message = "the JPEG is malformed: the system does not recognize the image"
        #expect(source.error(try Fixture.bytes("rgb.jpg"))?.message == message)
        source = try FakeSource("rgb.avif")
        source.typeIdentifier = "public.heif"
        #expect(source.error(try Fixture.bytes("rgb.avif")) == nil)
    }

    @Test(arguments: [
        SystemImageValue.number(8), .number(.nan), .number(-7), .number(7.5), .number(pow2(31)), .text("7"),
    ])
    func rejectsAnotherSize(width: SystemImageValue) throws {
        var source = try FakeSource("rgb-strips.tif")
        source.images[0].properties[.width] = width
        let error = try #require(source.error(try Fixture.bytes("rgb-strips.tif")))
        #expect(error.code == .malformedBody)
        #expect(error.message.hasSuffix("by 5 pixels, but its header has another size"))
        source.images[0].properties = [:]
        #expect(source.error(try Fixture.bytes("rgb-strips.tif"))?.code == .malformedBody)
    }

    private static func pow2(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

    @Test func rejectsMissingImages() throws {
        let bytes = try Fixture.bytes("animated.webp")
        var source = try FakeSource("animated.webp")
        source.images.removeLast()
        #expect(source.error(bytes)?.message == "the WebP is malformed: frame 3 is missing")
        source.status = .truncated
        #expect(source.error(bytes)?.code == .truncatedBody)
        source = FakeSource(typeIdentifier: "unknown", images: [])
        #expect(source.error(bytes)?.message == "the WebP is malformed: the image data is missing")
    }

    @Test func rejectsWhatTheSystemCannotDraw() throws {
        let bytes = try Fixture.bytes("rgb-strips.tif")
        var source = try FakeSource("rgb-strips.tif")
        source.images[0].canBeDrawn = false
        #expect(source.error(bytes)?.message == "the TIFF is malformed: the system cannot decode the image")
        source.images[0].status = .malformed
        #expect(source.error(bytes)?.message == "the TIFF is malformed: the system reports damaged image data")
        source.images[0].status = .truncated
        #expect(source.error(bytes)?.code == .truncatedBody)
        let error = try #require(source.error(bytes, ImageOptions { $0.acceptsPartial = true }))
        #expect(error.message == "the TIFF is truncated: it ends inside the image data")
    }

    @Test func showsThePrimaryImageOfAnAVIF() throws {
        var source = try FakeSource("rgb.avif")
        source.images.insert(FakeSource.Image(), at: 0)
        source.primaryIndex = 1
        let (image, _) = try source.decode(Fixture.bytes("rgb.avif"))
        #expect((image.width, image.height) == (Fixture.width, Fixture.height))
    }

    @Test(arguments: ["rgb.jpg", "rgb-strips.tif", "lossy.webp"])
    func decodesTheAvailablePartOnRequest(name: String) throws {
        var source = try FakeSource(name)
        source.images[0].status = .truncated
        let error = try #require(source.error(try Fixture.bytes(name)))
        #expect(error.code == .truncatedBody)
        #expect(error.remedies.map(\.name) == ["acceptsPartial"])
        let (image, findings) = try source.decode(Fixture.bytes(name), ImageOptions { $0.acceptsPartial = true })
        #expect(image.isPartial)
        #expect(findings == [.partialImage])
    }

    @Test func aJPEGWithoutItsEndIsTruncated() throws {
        let source = try FakeSource("no-end.jpg")
        let error = try #require(source.error(try Fixture.bytes("no-end.jpg")))
        #expect(error.code == .truncatedBody)
        #expect(error.remedies.map(\.name) == ["acceptsPartial"])
        let options = ImageOptions { $0.acceptsPartial = true }
        let (image, findings) = try source.decode(Fixture.bytes("no-end.jpg"), options)
        #expect(image.isPartial)
        #expect(findings == [.partialImage])
    }

    @Test func aTruncatedAnimationHasItsFirstFrames() throws {
        var source = try FakeSource("animated.webp")
        source.images.removeLast()
        let bytes = Array(try Fixture.bytes("animated.webp").dropLast(4))
        let options = ImageOptions { $0.acceptsPartial = true }
        let (image, findings) = try source.decode(bytes, options)
        #expect(image.frames.count == 3)
        #expect(image.isPartial)
        #expect(findings == [.partialImage])
    }

    /// Damage is an error, or changes what the system draws.
    @Test(arguments: ["metadata.jpg", "pages.tif", "animated.webp", "sequence.avif", "metadata.avif"])
    func survivesDamageOfAnyByte(name: String) throws {
        let source = try FakeSource(name)
        let options = ImageOptions { $0.acceptsPartial = true }
        let bytes = try Fixture.bytes(name)
        var count = 0
        for offset in bytes.indices.prefix(3000) {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[offset] = value
                // Other formats have no fake.
                guard ImageFormat(firstBytesOf: damaged) == ImageFormat(firstBytesOf: bytes) else { continue }
                if source.error(damaged, options) == nil { count += 1 }
            }
        }
        #expect(count > 0)
    }

    @Test func stopsWhenItsTaskIsCanceled() async throws {
        let source = try FakeSource("rgb-strips.tif")
        let bytes = try Fixture.bytes("rgb-strips.tif")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return source.error(bytes)?.code
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}
