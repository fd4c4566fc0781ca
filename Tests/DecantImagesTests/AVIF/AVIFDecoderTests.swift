import DecantCore
import DecantImages
import Testing

@Suite(.needsAVIF) struct AVIFDecoderTests {
    @Test(arguments: ["rgb.avif", "rgba.avif", "gray.avif"])
    func showsTheColorsThatAreStored(name: String) throws {
        let image = try Fixture.image(name)
        let pixels = image.pixels
        #expect((pixels.width, pixels.height) == (Fixture.width, Fixture.height))
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let alpha = name == "rgba.avif" ? 255 - x * 30 : 255
                let pixel = SIMD4<Int>(truncatingIfNeeded: pixels[x, y])
                #expect(abs(pixel.w - alpha) <= 1)
                let color = SIMD4<Int>(truncatingIfNeeded: Fixture.color(x, y))
                let light = Int(0.299 * Double(color.x) + 0.587 * Double(color.y) + 0.114 * Double(color.z))
                let wanted = name == "gray.avif" ? SIMD4(light, light, light, 0) : color
                #expect((0..<3).allSatisfy { abs(pixel[$0] - wanted[$0]) <= 3 }, "\(x) \(y) \(pixel) \(wanted)")
            }
        }
    }

    @Test func readsMetadata() throws {
        let image = try Fixture.image("metadata.avif")
        #expect(image.iccProfile == (0..<20).flatMap { _ in Array("profile".utf8) })
        #expect(image.exif?.prefix(4) == [0x4D, 0x4D, 0, 0x2A])
        #expect(image.orientation == .right)
        let turned = try Fixture.image("metadata.avif") { $0.appliesOrientation = true }
        #expect((turned.width, turned.height, turned.orientation) == (Fixture.height, Fixture.width, .up))
        var limits = Limits()
        limits.metadataBytes = 100
        #expect(try Fixture.findings("metadata.avif", limits: limits) == [.damagedMetadata])
    }

    @Test func showsAllFramesOfASequence() throws {
        let image = try Fixture.image("sequence.avif")
        #expect(image.frames.map(\.delay) == [100, 200, 300].map { .milliseconds($0) })
        #expect(image.loopCount == nil)
        for (index, frame) in image.frames.enumerated() {
            #expect((0..<3).allSatisfy { (frame.pixels[3, 2][$0] > 128) == ($0 == index) })
        }
        let first = try Fixture.image("sequence.avif") { $0.firstFrameOnly = true }
        #expect(first.frames.count == 1)
        #expect(first.pixels == image.pixels)
    }

    @Test(arguments: [
        ("bad-empty.avif", "the image is 0 by 5 pixels"), ("bad-no-primary.avif", "the primary item is missing"),
        ("bad-no-picture.avif", "libavif: "), ("bad-box.avif", "a box is longer than the box that contains it"),
        ("bad-short-box.avif", "the size of a box is smaller than its header"), ("bad-data.avif", "libavif: "),
        ("bad-no-track.avif", "the image track is missing"),
    ])
    func describesAndLocatesErrors(name: String, message: String) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.code == .malformedBody)
        #expect(error.message.contains(message), "\(error)")
        #expect(error.offset.map { $0 > 0 } == true, "\(error)")
    }

    @Test func checksSizesAgainstTheLimits() throws {
        #expect(try Fixture.error("bad-claim.avif")?.limit == .pixels)
        #expect(try Fixture.error("bad-frames.avif")?.limit == .frames)
        var limits = Limits()
        limits.pixels = 34
        #expect(try Fixture.error("rgb.avif", limits: limits)?.limit == .pixels)
        limits = Limits()
        limits.framePixels = 35 * 3 - 1
        #expect(try Fixture.error("sequence.avif", limits: limits)?.limit == .framePixels)
        limits.framePixels += 1
        #expect(try Fixture.error("sequence.avif", limits: limits) == nil)
    }

    @Test func optionallyShowsTheFramesOfATruncatedFile() throws {
        let whole = try Fixture.body("sequence.avif")
        let cut = whole.prefix(whole.count - 4)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: cut) }
        #expect(error?.code == .truncatedBody)
        #expect(error?.offset == cut.count)
        var options = ImageOptions()
        options.acceptsPartial = true
        let image = try DecodedImage(parsing: cut, options: options)
        #expect(image.isPartial)
        #expect(image.frames == Array(try DecodedImage(parsing: whole).frames.prefix(2)))
        #expect(image.header.frames == 2)
    }

    @Test func rejectsATruncatedImage() throws {
        let whole = try Fixture.body("rgb.avif")
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
        ("rgb.avif", "iloc", 6, [UInt8](repeating: 0xFF, count: 2), "a list has 65535 items"),
        ("rgb.avif", "iinf", 4, [0xFF, 0xFF], "a list has 65535 items"),
        ("sequence.avif", "stts", 4, [0, 0xFF, 0, 0], "a list has 16711680 entries for 3 frames"),
        ("sequence.avif", "stsc", 4, [0, 0, 0, 4], "a list has 4 entries for 3 frames"),
    ])
    func rejectsExcessiveLists(name: String, box: String, at offset: Int, to bytes: [UInt8], message: String) throws {
        let body = try changed(name, box, at: offset, to: bytes)
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: body) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect((error?.code == .limitExceeded) == (error?.limit != nil))
    }

    @Test func rejectsAGridWithTooManyTiles() throws {
        let error = try #require(try Fixture.error("bad-grid.avif"))
        #expect(error.limit == .pixels)
        #expect(error.message.contains("2001 grid cells"))
    }

    @Test func rejectsTooManyTracks() throws {
        var body = try Fixture.bytes("sequence.avif")
        let movie = try #require(body.firstRange(of: Array("moov".utf8))).lowerBound - 4
        let track = try #require(body.firstRange(of: Array("trak".utf8))).lowerBound - 4
        let (movieLength, trackLength) = (Self.number(body, at: movie), Self.number(body, at: track))
        let copies = Array(repeatElement(body[track..<track + trackLength], count: 64).joined())
        body.insert(contentsOf: copies, at: movie + movieLength)
        for index in 0..<4 {
            body[movie + index] = UInt8(truncatingIfNeeded: (movieLength + copies.count) >> (24 - 8 * index))
        }
        let error = #expect(throws: ResponseError.self) { try DecodedImage(parsing: ResponseBytes(body)) }
        #expect(error?.message.contains("the file has more than 64 tracks") == true, "\(error?.message ?? "")")
    }

    /// Returns a big-endian number of four bytes.
    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func isAllocatedAtTheSizeInItsHeader() throws {
        // libavif scales the compressed image to the declared size. Other programs may reject the file.
        let image = try? Fixture.image("bad-size.avif")
        #expect(image == nil || image?.width == Fixture.width + 1)
    }
}
