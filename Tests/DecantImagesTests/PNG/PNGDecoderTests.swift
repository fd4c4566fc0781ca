import DecantCore
import DecantImages
import Testing

@Suite
struct PNGDecoderTests {
    @Test(arguments: ["rgb.png", "rgb-interlaced.png", "rgb-many-chunks.png", "metadata.png", "damaged-text.png"])
    func showsTheColorsThatAreStored(name: String) throws {
        #expect(try Fixture.image(name).pixels.areAll { Fixture.color($0, $1) })
    }

    @Test("Inflates a large image within the memory of its pixels", arguments: [1, 2, 50])
    func inflatesALargeImageWithinTheMemory(chunks: Int) throws {
        let (width, height) = (1000, 720)
        let image = try DecodedImage(parsing: PNGBytes.stored(width: width, height: height, chunks: chunks))
        for (x, y) in [(0, 0), (999, 719), (500, 360), (999, 0), (0, 719)] {
            let first = UInt8(truncatingIfNeeded: x * 3)
            #expect(image.pixels[x, y] == SIMD4(first, first &+ 1, first &+ 2, 255))
        }
        let written = PNGBytes(image.pixels.pngBytes()).split(into: chunks)
        #expect(try DecodedImage(parsing: ResponseBytes(written.bytes)).pixels == image.pixels)
    }

    @Test("Returns 16 bits on request and otherwise the nearest 8") func returns16BitsOnRequestAndOtherwise() throws {
        let shallow = try Fixture.image("rgb-16.png")
        #expect(shallow.pixels.bitsPerChannel == 8)
        let deep = try Fixture.image("rgb-16.png") { $0.keeps16Bits = true }
        #expect(deep.pixels.bitsPerChannel == 16)
        #expect(deep.pixels.rgba8.count == 0)
        #expect(deep.pixels.rgba16[4] == 40 * 256 + 20)
        #expect(deep.pixels.rgba16[7] == 0xFFFF)
        #expect(shallow.pixels[1, 0] == SIMD4(40, 0, 255, 255))
        #expect(deep.pixels[1, 0] == shallow.pixels[1, 0])
        #expect(try Fixture.image("rgb.png") { $0.keeps16Bits = true }.pixels.bitsPerChannel == 8)
    }

    @Test func makesTheKeyTransparent() throws {
        let pixels = try Fixture.image("rgb-key.png").pixels
        #expect(pixels.areAll { x, y in Fixture.color(x, y, alpha: (x, y) == (1, 1) ? 0 : 255) })
    }

    @Test func looksUpPalettesAndShades() throws {
        let palette = try Fixture.image("palette-4.png").pixels
        #expect(
            palette.areAll { x, y in
                let index = (x + y) % 5
                let alpha: UInt8 = index == 0 ? 0 : index == 1 ? 0x80 : 0xFF
                return SIMD4(UInt8(10 * index), UInt8(20 * index), UInt8(30 * index), alpha)
            }
        )
        let shades = try Fixture.image("gray-2.png").pixels
        #expect(shades.areAll { x, y in SIMD4(SIMD3(repeating: UInt8((x + y) % 4 * 85)), 255) })
    }

    @Test func keepsProfileAndExif() throws {
        let image = try Fixture.image("metadata.png")
        #expect(image.iccProfile == Array(String(repeating: "profile", count: 20).utf8))
        #expect(image.exif?.prefix(2) == [0x4D, 0x4D])
        #expect(try Fixture.image("bad-profile-bomb.png").iccProfile == nil)
        #expect(try Fixture.findings("bad-profile-bomb.png") == [.damagedMetadata])
        #expect(try Fixture.findings("damaged-text.png") == [.damagedMetadata])
    }

    @Test func composesFrames() throws {
        let image = try Fixture.image("animated.png")
        #expect(image.loopCount == 2)
        #expect(image.frames.map(\.delay) == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
        #expect(image.frames[1].columns == 1..<4)
        #expect(image.frames.allSatisfy { !$0.isStill })
        let ground = { (x: Int, y: Int) in Fixture.color(x, y, alpha: 255 - x * 30) }
        #expect(image.frames[0].pixels.areAll(ground))
        // Half-transparent red over pixels of different alpha: straight colors, weighted by their visible share.
        let mixed = { (x: Int, y: Int) -> SIMD4<UInt8> in
            let below = ground(x, y)
            let (front, back) = (128.0 * 255, 127.0 * Double(below.w))
            let sum = front + back
            let channel = { (top: Double, under: UInt8) in UInt8(((top * front + Double(under) * back) / sum).rounded())
            }
            return SIMD4(channel(255, below.x), channel(0, below.y), channel(0, below.z), UInt8((sum / 255).rounded()))
        }
        #expect(
            image.frames[1].pixels.areAll { x, y in
                (1...3).contains(x) && (1...2).contains(y) ? mixed(x, y) : ground(x, y)
            }
        )
        // The second frame was removed, and the third replaces the pixels below it.
        #expect(
            image.frames[2].pixels.areAll { x, y in
                (4...6).contains(x) && (3...4).contains(y) ? SIMD4(255, 0, 0, 128) : ground(x, y)
            }
        )
        #expect(try Fixture.image("animated.png") { $0.firstFrameOnly = true }.frames.count == 1)
    }

    @Test func keepsTheDefaultImage() throws {
        let image = try Fixture.image("animated-behind-still.png")
        #expect(image.frames.map(\.isStill) == [true, false])
        #expect(image.frames[1].delay == .milliseconds(70))
        #expect(image.loopCount == nil)
        #expect(image.frames[1].pixels[0, 0] == SIMD4(1, 2, 3, 255))
        #expect(image.frames[1].pixels[1, 0].w == 0)
    }

    @Test("The first frame keeps its colors where it is transparent") func theFirstFrameKeepsItsColorsWhere() throws {
        let image = try Fixture.image("animated-transparent.png")
        #expect(image.pixels == (try Fixture.image("animated-transparent.png") { $0.firstFrameOnly = true }.pixels))
        #expect(image.pixels.areAll { Fixture.color($0, $1, alpha: $0 * 40) })
        #expect(image.frames[1].pixels[0, 0] == SIMD4(0, 0, 0, 0))
    }

    @Test func endsAnAnimationAtAnInvalidFrame() throws {
        #expect(try Fixture.image("gap-in-animation.png").frames.count == 1)
        #expect(try Fixture.findings("gap-in-animation.png").allSatisfy { $0 == .damagedMetadata })
    }

    @Test(arguments: [
        ("bad-claim.png", "65535 by 65535 pixels, more than the limit", 16),
        ("bad-claim-within-limits.png", "17 bytes cannot hold 8000 by 8000 pixels", 41),
        ("bad-bomb.png", "expected 2 bytes of pixels, but the data has more", 41),
        ("bad-checksum.png", "the checksum of the chunk IDAT is wrong", 108),
        ("bad-filter.png", "unknown filter type in row 0", 41),
        ("bad-index.png", "a palette index exceeds the 5 colors of the palette", 33),
        ("bad-chunk.png", "unknown critical chunk NEED", 33),
        ("bad-short-data.png", "expected 110 bytes of pixels, but decoded 109", 41),
        ("bad-deflate.png", "the compressed data is damaged: the block type 3 is reserved", 43),
        ("bad-depth.png", "3 bits per channel", 24),
        ("bad-size.png", "the image is 0 by 5 pixels", 16), ("bad-no-palette.png", "expected a PLTE chunk", 33),
    ])
    func describesAndLocatesErrors(name: String, message: String, offset: Int) throws {
        let error = try #require(try Fixture.error(name))
        #expect(error.message.contains(message), "\(error)")
        #expect(error.message.contains("PNG"))
        #expect(error.offset == offset)
        #expect(error.position == nil)
        #expect(error.description.contains("at byte \(offset)"))
    }

    @Test(arguments: ["rgb.png", "rgb-interlaced.png", "rgb-16.png", "palette-4.png"])
    func optionallyDecodesATruncatedFile(name: String) throws {
        let whole = try Fixture.image(name)
        let body = try Fixture.body(name)
        var options = ImageOptions()
        options.acceptsPartial = true
        var seen = 0
        for length in 0..<body.count - 12 {
            let part = body.prefix(length)
            #expect(throws: ResponseError.self) { try DecodedImage(parsing: part) }
            guard let image = try? DecodedImage(parsing: part, options: options) else { continue }
            seen += 1
            let matches = (0..<Fixture.height).allSatisfy { y in
                (0..<Fixture.width).allSatisfy { x in
                    image.pixels[x, y] == whole.pixels[x, y] || image.pixels[x, y] == SIMD4(repeating: 0)
                }
            }
            #expect(matches)
        }
        #expect(seen > 20)
    }

    @Test(arguments: ["rgb.png", "animated.png"])
    func marksAFileThatIsTruncatedAfterItsPixels(name: String) throws {
        let body = try Fixture.body(name)
        var options = ImageOptions()
        options.acceptsPartial = true
        for missing in 1...12 {
            var context = DecodingContext(ResponseContext(mediaType: nil))
            let part = body.prefix(body.count - missing)
            let image = try DecodedImage(parsing: part, in: &context, options: options)
            #expect(image.isPartial)
            #expect(context.findings.map(\.code).contains(.partialImage))
            #expect(image.pixels == (try Fixture.image(name).pixels))
        }
        #expect(try !DecodedImage(parsing: body, options: options).isPartial)
    }
}
