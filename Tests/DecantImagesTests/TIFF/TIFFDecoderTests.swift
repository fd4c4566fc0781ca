import DecantCore
import DecantImages
import Testing

@Suite(.needsTIFF) struct TIFFDecoderTests {
    @Test(arguments: [
        "rgb-strips.tif", "rgb-big-endian.tif", "rgb-64.tif", "rgb-packbits.tif", "rgb-lzw.tif", "rgb-deflate.tif",
        "rgb-planes.tif", "rgb-planes-deflate.tif", "rgb-tiles.tif", "rgb-16.tif", "rgb-16-big-endian.tif",
        "rgb-reversed-bits.tif", "palette-8.tif", "cmyk.tif", "metadata.tif", "pages.tif",
    ])
    func decodesEveryEncodingOfTheSamePixels(name: String) throws {
        let image = try Fixture.image(name)
        #expect((image.width, image.height) == (Fixture.width, Fixture.height))
        #expect(image.pixels.areAll { Fixture.color($0, $1) })
        #expect(!image.isPartial)
    }

    @Test(arguments: ["rgb-16.tif", "rgb-16-big-endian.tif"])
    func optionallyReturns16Bits(name: String) throws {
        let image = try Fixture.image(name) { $0.keeps16Bits = true }
        #expect(image.pixels.bitsPerChannel == 16)
        #expect(image.pixels.rgba16[4] == UInt16(40 * 256 + 20))
        #expect(image.pixels.rgba16[7] == 65535)
    }

    @Test func scalesSamplesOfUnusualDepths() throws {
        let four = try Fixture.image("gray-4.tif").pixels
        #expect(four.areAll { x, y in Self.gray((x + y) % 16 * 17) })
        let twelve = try Fixture.image("gray-12.tif") { $0.keeps16Bits = true }.pixels
        #expect(twelve.rgba16[4 * 10] == UInt16((4 * 300 * 65535 + 2047) / 4095))
        let fractions = try Fixture.image("gray-float.tif").pixels
        #expect(fractions[5, 0] == Self.gray(128))
        #expect(fractions[6, 4] == Self.gray(255))
    }

    @Test func dividesByAlphaUnlessDisabled() throws {
        let straight = try Fixture.image("rgba.tif")
        #expect(straight.pixels.areAll { x, y in Fixture.color(x, y, alpha: 255 - x * 30) })
        #expect(!straight.header.isPremultiplied)
        let divided = try Fixture.image("rgba-multiplied.tif")
        #expect(divided.header.isPremultiplied)
        #expect(divided.pixels[6, 0] == SIMD4(240, 0, 0, 75) || divided.pixels[6, 0] == SIMD4(238, 0, 0, 75))
        let stored = try Fixture.image("rgba-multiplied.tif") { $0.premultipliesAlpha = true }
        #expect(stored.isPremultiplied)
        #expect(stored.pixels[6, 0] == SIMD4(70, 0, 0, 75))
        let multiplied = try Fixture.image("rgba.tif") { $0.premultipliesAlpha = true }
        #expect(multiplied.pixels[6, 0] == SIMD4(71, 0, 0, 75))
    }

    @Test func splitsBlocksOfChroma() throws {
        let pixels = try Fixture.image("ycbcr-blocks.tif").pixels
        #expect(pixels.areAll { x, y in Self.gray(60 + 10 * (x % 2) + 20 * (y % 2)) })
    }

    @Test func decodesFaxes() throws {
        #expect(try Fixture.image("group4.tif").pixels.areAll { _, _ in Self.gray(255) })
    }

    @Test("Returns pages with different sizes and orientations") func returnsPagesWithDifferentSizes() throws {
        let image = try Fixture.image("pages.tif")
        #expect(image.frames.map(\.pixels.width) == [7, 3, 7])
        #expect(image.frames.map(\.orientation) == [nil, .left, nil])
        #expect(image.header.frames == 3)
        let turned = try Fixture.image("pages.tif") { $0.appliesOrientation = true }
        #expect(turned.frames.map(\.pixels.width) == [7, 2, 7])
        #expect(turned.frames[1].pixels[0, 0] == Self.gray(2))
        let first = try Fixture.image("pages.tif") { $0.firstFrameOnly = true }
        #expect((first.frames.count, first.header.frames) == (1, 3))
    }

    @Test func endsAtACycleOfDirectories() throws {
        #expect(try Fixture.image("loop.tif").frames.count == 3)
        #expect(try Fixture.findings("loop.tif") == [.irregularImage])
        var own = TIFFBytes()
        own.next = 8
        #expect(try DecodedImage(parsing: ResponseBytes(own.bytes)).frames.count == 1)
    }

    @Test func keepsTheProfileWithinTheLimit() throws {
        let image = try Fixture.image("metadata.tif")
        #expect(image.iccProfile?.count == 140)
        #expect(image.orientation == .right)
        var limits = Limits()
        limits.metadataBytes = 139
        #expect(try Fixture.findings("metadata.tif", limits: limits) == [.damagedMetadata])
    }

    @Test func showsTheAvailablePartOfATruncatedImage() throws {
        var cut = TIFFBytes()
        cut.data.removeLast(10)
        #expect(cut.error()?.code == .truncatedBody)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(parsing: ResponseBytes(cut.bytes), options: options)
        #expect(image.isPartial)
        #expect(image.pixels[6, 2] == Self.gray(7))
        #expect(image.pixels[0, 4] == SIMD4(0, 0, 0, 0))
        let deflated = try Fixture.bytes("rgb-planes-deflate.tif")
        var damaged = deflated
        for offset in 20..<30 { damaged[offset] = 0xFF }
        #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(damaged)) }
        #expect(try DecodedImage(parsing: ResponseBytes(damaged), options: options).isPartial)
    }

    @Test("A strip that continues after the end is partial even with all its pixels")
    func aStripThatContinuesAfterTheEndIsPartial() throws {
        var cut = TIFFBytes()
        cut[259] = 32773
        cut[279] = 100
        cut.data = [UInt8(bitPattern: 1 - 35), 7]
        #expect(cut.error()?.code == .truncatedBody)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(parsing: ResponseBytes(cut.bytes), options: options)
        #expect(image.isPartial)
        #expect(image.pixels.areAll { _, _ in Self.gray(7) })
    }

    /// The decoder shows only the first of two gray planes.
    @Test func anImageWithoutItsHiddenPlaneIsPartial() throws {
        var planar = TIFFBytes()
        (planar[277], planar[284]) = (2, 2)
        #expect(planar.error()?.code == .malformedBody)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(parsing: ResponseBytes(planar.bytes), options: options)
        #expect(image.isPartial)
        #expect(image.pixels.areAll { _, _ in Self.gray(7) })
        // The second plane begins where the first one ends, and extends past the end of the file.
        planar[259] = 32773
        planar.data = [UInt8(bitPattern: 1 - 35), 7, UInt8(bitPattern: 1 - 35), 7]
        planar.data += [TIFFBytes.dataOffset, TIFFBytes.dataOffset + 2, 2, 100].flatMap { TIFFBytes.number($0, 4) }
        planar.set(273, count: 2, at: TIFFBytes.dataOffset + 4)
        planar.set(279, count: 2, at: TIFFBytes.dataOffset + 12)
        #expect(planar.error()?.code == .truncatedBody)
        let other = try DecodedImage(parsing: ResponseBytes(planar.bytes), options: options)
        #expect(other.isPartial)
        #expect(other.pixels == image.pixels)
    }

    /// Strips of more than 1 MiB are decoded directly into their pixels.
    @Test(arguments: [(8, 700), (16, 700), (8, 400), (16, 400)], [false, true])
    func decodesLargeStrips(stored: (bits: Int, rows: Int), keeps16Bits: Bool) throws {
        let (width, height, size) = (900, 700, stored.bits / 8)
        let values = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 1000) }
        // A 16-bit sample with two equal bytes scales exactly to the 8-bit sample.
        let raw = values.flatMap { [UInt8](repeating: $0, count: size) }
        var tiff = TIFFBytes(width: width, height: height, bits: stored.bits)
        (tiff[259], tiff[262], tiff[277], tiff[278]) = (32773, 2, 3, stored.rows)
        let offset = stored.rows * width * 3 * size
        let strips = [raw[..<offset], raw[offset...]].filter { !$0.isEmpty }.map { Self.packed($0) }
        let table = [TIFFBytes.dataOffset + 16, TIFFBytes.dataOffset + 16 + strips[0].count] + strips.map(\.count)
        let numbers = strips.count == 1 ? [table[0], table[2]] : table
        let front = numbers.flatMap { TIFFBytes.number($0, 4) } + [UInt8](repeating: 0, count: 8)
        tiff.data = front.prefix(16) + strips.flatMap(\.self)
        if strips.count == 1 {
            (tiff[273], tiff[279]) = (table[0], table[2])
        } else {
            tiff.set(273, count: 2, at: TIFFBytes.dataOffset)
            tiff.set(279, count: 2, at: TIFFBytes.dataOffset + 8)
        }
        var options = ImageOptions()
        options.keeps16Bits = keeps16Bits
        let pixels = try DecodedImage(parsing: ResponseBytes(tiff.bytes), options: options).pixels
        #expect(pixels.bitsPerChannel == (keeps16Bits ? stored.bits : 8))
        #expect(Self.colors(pixels) == values)
    }

    /// The bytes as runs of literals (TIFF 6.0 §9).
    private static func packed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 128).flatMap { start in
            let run = bytes[start..<min(start + 128, bytes.endIndex)]
            return [UInt8(run.count - 1)] + run
        }
    }

    /// The upper bytes of all colors.
    private static func colors(_ pixels: ImagePixels) -> [UInt8] {
        let (shallow, deep) = (pixels.rgba8, pixels.rgba16)
        let count = pixels.width * pixels.height * 4
        return (0..<count).filter { $0 % 4 < 3 }.map { deep.isEmpty ? shallow[$0] : UInt8(deep[$0] >> 8) }
    }

    @Test func namesTheStripWithTheMessageOfTheLibrary() throws {
        var tiff = TIFFBytes()
        tiff[259] = 8
        let error = tiff.error()
        #expect(error?.code == .malformedBody)
        #expect(error?.message.hasPrefix("the TIFF is malformed: strip 0: ") == true)
        #expect(error?.offset == TIFFBytes.dataOffset)
    }

    @Test func stopsWhenItsTaskIsCanceled() async throws {
        let body = try Fixture.body("rgb-strips.tif")
        let task = Task { () -> ResponseError.Code? in
            while !Task.isCancelled { await Task.yield() }
            do throws(ResponseError) {
                _ = try DecodedImage(parsing: body)
                return nil
            } catch { return error.code }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func decodesTheSameInEightTasks() async throws {
        let body = try Fixture.body("pages.tif")
        let expected = try DecodedImage(parsing: body)
        try await withThrowingTaskGroup(of: DecodedImage.self) { group in
            for _ in 0..<8 { group.addTask { try DecodedImage(parsing: body) } }
            for try await image in group { #expect(image == expected) }
        }
    }

    static func gray(_ level: Int) -> SIMD4<UInt8> { SIMD4(UInt8(level), UInt8(level), UInt8(level), 255) }
}
