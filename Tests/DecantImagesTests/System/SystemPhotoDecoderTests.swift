import DecantCore
import Testing

@testable import DecantImages

/// The header, the frames, and the delays of a HEIC come from a system's properties.
@Suite struct SystemPhotoDecoderTests {
    private func header(_ source: FakeSource) throws(ResponseError) -> ImageHeader {
        let bytes = ImageBytes(ResponseBytes(FakeSource.photoBytes), .heic)
        return try SystemPhotoDecoder.header(SystemImageDecoder(source, bytes, ImageOptions()))
    }

    @Test func readsTheHeader() throws {
        let image = FakeSource.Image(
            3,
            2,
            [.bitsPerChannel: .number(10), .colorModel: .text("Gray"), .hasAlpha: .number(1), .orientation: .number(6)]
        )
        let found = try header(.photo(image))
        #expect((found.width, found.height, found.frames, found.format) == (3, 2, 1, .heic))
        #expect((found.bitsPerChannel, found.colorModel, found.hasAlpha) == (10, .gray, true))
        #expect(found.orientation == .right)
    }

    @Test func hasDefaultsForMissingProperties() throws {
        let found = try header(.photo(FakeSource.Image()))
        #expect((found.bitsPerChannel, found.colorModel, found.hasAlpha) == (8, .rgb, false))
        #expect(found.orientation == .up)
    }

    @Test(arguments: [SystemImageValue.number(0), .number(9), .number(6.5), .number(.infinity), .text("6")])
    func ignoresPropertiesOfAnotherType(value: SystemImageValue) throws {
        let image = FakeSource.Image(
            3,
            2,
            [.orientation: value, .hasAlpha: value, .colorModel: value, .loopCount: value, .delay: value]
        )
        let (decoded, _) = try FakeSource.photo(image).decode()
        #expect(decoded.header.orientation == .up)
        #expect(!decoded.header.hasAlpha)
        #expect(decoded.header.colorModel == .rgb)
        #expect(decoded.loopCount == 1)
    }

    @Test(arguments: ImageOrientation.allCases)
    func appliesEachOrientation(orientation: ImageOrientation) throws {
        var image = FakeSource.Image(3, 2, [.orientation: .number(Double(orientation.rawValue))])
        let samples = (0..<24).map { UInt8($0 % 4 == 3 ? 255 : $0) }
        image.shallow = try #require(ImagePixels(width: 3, height: 2, rgba8: samples))
        let source = FakeSource.photo(image)
        let stored = try source.decode().image
        #expect(stored.pixels == image.shallow)
        #expect(stored.orientation == orientation)
        let turned = try source.decode(FakeSource.photoBytes, ImageOptions { $0.appliesOrientation = true }).image
        #expect(turned.pixels == image.shallow.oriented(by: orientation))
        #expect(turned.orientation == .up)
        #expect(turned.header.orientation == orientation)
    }

    @Test func dividesOrKeepsPremultipliedColors() throws {
        let source = FakeSource.photo(FakeSource.Image(3, 2, [.hasAlpha: .number(1), .bitsPerChannel: .number(10)]))
        let straight = try source.decode().image
        #expect(straight.pixels[2, 1] == [199, 99, 49, 128])
        #expect(!straight.isPremultiplied)
        let options = ImageOptions { $0.premultipliesAlpha = true }
        let premultiplied = try source.decode(FakeSource.photoBytes, options).image
        #expect(premultiplied.pixels[2, 1] == [100, 50, 25, 128])
        #expect(premultiplied.isPremultiplied)
        let deep = try source.decode(FakeSource.photoBytes, ImageOptions { $0.keeps16Bits = true }).image
        #expect(deep.pixels.bitsPerChannel == 16)
        #expect(deep.pixels[2, 1] == [199, 100, 50, 128])
    }

    @Test func ignoresAlphaThatTheSystemDoesNotReport() throws {
        let source = FakeSource.photo(FakeSource.Image(3, 2, [.bitsPerChannel: .number(12)]))
        #expect(try source.decode().image.pixels[0, 0] == [100, 50, 25, 255])
        let deep = try source.decode(FakeSource.photoBytes, ImageOptions { $0.keeps16Bits = true }).image
        #expect(deep.pixels[0, 0] == [100, 50, 25, 255])
    }

    @Test func keepsEightBitsOfEightBits() throws {
        let options = ImageOptions { $0.keeps16Bits = true }
        let (image, _) = try FakeSource.photo(FakeSource.Image()).decode(FakeSource.photoBytes, options)
        #expect(image.pixels.bitsPerChannel == 8)
    }

    @Test func showsTheFramesOfASequence() throws {
        let delays: [SystemImageValue?] = [.number(0.1), .number(1.0 / 3), nil, .number(-1), .number(.nan), .text("1")]
        var source = FakeSource.photo()
        for (index, delay) in delays.enumerated() {
            source.images.append(FakeSource.Image(3, 2, color: [UInt8(index), 0, 0, 255]))
            source.images[index].properties[.delay] = delay
        }
        source.fileProperties[.loopCount] = .number(3)
        let (image, _) = try source.decode()
        #expect(image.header.frames == 6)
        #expect(image.frames.map { $0.pixels[0, 0].x } == [0, 1, 2, 3, 4, 5])
        #expect(image.frames.map(\.delay) == [100_000, 333_333, 0, 0, 0, 0].map { .microseconds($0) })
        #expect(image.loopCount == 3)
        source.fileProperties[.loopCount] = .number(0)
        #expect(try source.decode().image.loopCount == nil)
        source.fileProperties[.loopCount] = .text("0")
        #expect(try source.decode().image.loopCount == 1)
        let first = try source.decode(FakeSource.photoBytes, ImageOptions { $0.firstFrameOnly = true }).image
        #expect((first.frames.count, first.header.frames) == (1, 6))
    }

    @Test func showsThePrimaryImageOfSeveral() throws {
        var source = FakeSource.photo(FakeSource.Image(3, 2), FakeSource.Image(5, 4), FakeSource.Image(2, 2))
        source.primaryIndex = 1
        let (image, _) = try source.decode()
        #expect((image.frames.count, image.width, image.height, image.header.frames) == (1, 5, 4, 1))
        source.primaryIndex = 3
        #expect(source.error()?.code == .malformedBody)
    }

    @Test func reducesTheImage() throws {
        let options = ImageOptions { $0.maximumPixelSize = 4 }
        let (image, _) = try FakeSource.photo(FakeSource.Image(9, 6)).decode(FakeSource.photoBytes, options)
        #expect((image.width, image.height, image.header.width) == (4, 3, 9))
    }

    @Test func exceedsTheLimits() throws {
        let wide = FakeSource.photo(FakeSource.Image(1 << 31, 1))
        #expect(wide.error()?.limit == .imageSide)
        var limits = Limits()
        limits.pixels = 5
        #expect(FakeSource.photo(FakeSource.Image()).error(limits: limits)?.limit == .pixels)
        let frame = FakeSource.Image(3, 2, [.delay: .number(1)])
        limits = Limits()
        limits.frames = 1
        #expect(FakeSource.photo(frame, frame).error(limits: limits)?.limit == .frames)
        limits = Limits()
        limits.framePixels = 11
        #expect(FakeSource.photo(frame, frame).error(limits: limits)?.limit == .framePixels)
    }

    @Test func skipsAProfileThatExceedsTheLimit() throws {
        var source = FakeSource.photo(FakeSource.Image())
        source.profile = [1, 2, 3]
        #expect(try source.decode().image.iccProfile == [1, 2, 3])
        var limits = Limits()
        limits.metadataBytes = 2
        let (image, findings) = try source.decode(limits: limits)
        #expect(image.iccProfile == nil)
        #expect(findings == [.damagedMetadata])
    }

    @Test func readsExifDataFromItsItem() throws {
        let bytes = try Fixture.bytes("metadata.heic")
        let exif = try FakeSource.photo(FakeSource.Image()).decode(bytes).image.exif
        #expect(exif?.prefix(4) == [0x4D, 0x4D, 0, 0x2A])
        #expect(try FakeSource.photo(FakeSource.Image()).decode().image.exif == nil)
        for length in stride(from: 16, to: bytes.count, by: 7) {
            #expect(FakeSource.photo(FakeSource.Image()).error(Array(bytes.prefix(length))) == nil)
        }
    }

    @Test(arguments: [SystemImageValue?.none, .number(0), .number(-3), .number(.nan), .text("3")])
    func rejectsAnImageWithoutASize(width: SystemImageValue?) throws {
        var source = FakeSource.photo(FakeSource.Image())
        source.images[0].properties[.width] = width
        #expect(source.error()?.code == .malformedBody)
        source.images[0].status = .truncated
        #expect(source.error()?.code == .truncatedBody)
    }

    @Test func rejectsAFileWithoutImages() {
        var source = FakeSource.photo()
        #expect(source.error()?.message == "the HEIC is malformed: the image data is missing")
        source.status = .truncated
        #expect(source.error()?.code == .truncatedBody)
        source = .photo(FakeSource.Image())
        source.typeIdentifier = "public.png"
        #expect(source.error()?.message == "the HEIC is malformed: the system recognizes the image as public.png")
    }

    @Test func aTruncatedSequenceHasItsFirstFrames() throws {
        let frame = FakeSource.Image(3, 2, [.delay: .number(1)])
        var source = FakeSource.photo(frame, frame, frame)
        source.images[2].status = .truncated
        #expect(source.error()?.code == .truncatedBody)
        source.images[2].canBeDrawn = false
        let (image, findings) = try source.decode(FakeSource.photoBytes, ImageOptions { $0.acceptsPartial = true })
        #expect((image.frames.count, image.header.frames, image.isPartial) == (2, 2, true))
        #expect(findings == [.partialImage])
    }

    @Test(.enabled(if: !ImageFormat.heic.isBuiltIn, "this system decodes HEIC"))
    func isAnErrorWhereNoSystemDecodesIt() {
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: FakeSource.photoBytes) }
    }
}
