import DecantCore
import DecantImages
import TestSupport
import Testing

/// Damaged images, which decode to an image or to an error with a location.
///
/// A trap ends the test run.
@Suite struct DamagedImageTests {
    @Test(arguments: [
        "rgb.png", "rgb-interlaced.png", "animated.png", "still.gif", "interlaced.gif", "animated.gif", "fields-16.bmp",
        "runs-8.bmp", "palette-4.bmp", "one.ico", "several.ico", "pointer.cur", "plain.xbm", "hot-spot.xbm",
        "shorts.xbm",
    ])
    func everyPrefixIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(arguments: ["animated.png", "palette-4.png", "animated.gif", "runs-4.bmp", "several.ico", "hot-spot.xbm"])
    func everyFlippedBitGivesAnImageOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(
        .needsJPEG,
        arguments: ["rgb-arithmetic.jpg", "rgb.jpg", "sampled-progressive.jpg", "ycck.jpg", "metadata.jpg"]
    )
    func everyPrefixOfAJPEGIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(
        "Every flipped bit of a JPEG gives an image or an error",
        .needsJPEG,
        arguments: ["restarts.jpg", "rgb-progressive.jpg"]
    )
    func everyFlippedBitOfAJPEGGivesAnImage(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsWebP, arguments: ["lossless-alpha.webp", "lossy-alpha.webp", "animated.webp"])
    func everyPrefixOfAWebPIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(
        "Every flipped bit of a WebP gives an image or an error",
        .needsWebP,
        arguments: ["animated.webp", "lossy-alpha.webp"]
    )
    func everyFlippedBitOfAWebPGivesAnImage(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsAVIF, arguments: ["rgb.avif", "rgba.avif", "sequence.avif"])
    func everyPrefixOfAnAVIFIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test("Every flipped bit of an AVIF gives an image or an error", .needsAVIF, arguments: ["rgba.avif"])
    func everyFlippedBitOfAnAVIFGivesAnImage(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsHEIC, arguments: ["rgba.heic", "grid-alpha.heic", "metadata.heic"])
    func everyPrefixOfAHEICIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(
        "Every flipped bit of a HEIC gives an image or an error",
        .needsHEIC,
        arguments: ["deep.heic", "cropped.heic"]
    )
    func everyFlippedBitOfAHEICGivesAnImage(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsTIFF, arguments: ["rgb-lzw.tif", "rgb-64.tif", "rgb-planes-deflate.tif", "pages.tif", "group4.tif"])
    func everyPrefixOfATIFFIsAnImageOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(
        "Every flipped bit of a TIFF gives an image or an error",
        .needsTIFF,
        arguments: ["rgb-tiles.tif", "ycbcr-blocks.tif", "rgb-lzw.tif", "gray-12.tif"]
    )
    func everyFlippedBitOfATIFFGivesAnImage(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    /// Decoding stops at an invalid checksum, so the checksums are corrected.
    @Test("Every flipped bit in a chunk gives an image or an error") func everyFlippedBitInAChunkGivesAnImage() throws {
        let bytes = try Fixture.bytes("animated.png")
        for chunk in PNGBytes(bytes).chunks {
            for index in 0..<chunk.data.count {
                for bit in 0..<8 {
                    var damaged = PNGBytes(bytes)
                    damaged.edit(chunk.type) { if index < $0.count { $0[index] ^= 1 << UInt8(bit) } }
                    DamageCheck.decode(ResponseBytes(damaged.bytes))
                }
            }
        }
    }
}

/// Damaged input for the C libraries except JPEG, which has fixtures.
///
/// A trap or a double free ends the test run.
@Suite struct DamagedLibraryImageTests {
    /// Small files of three kinds per format.
    private static let beginnings: [(ImageFormat, String)] = [
        (.tiff, "TwelveMonkeys/tiff/ccitt/group4.tif"), (.tiff, "image-tiff/images/seq/seq-1c-4b-fb92dcae.tiff"),
        (.tiff, "TwelveMonkeys/tiff/ccitt/group3_2d_lsb2msb.tif"), (.webp, "libwebp/dual_transform.webp"),
        (.webp, "SerenityOS/webp/catdog-alert-13-alpha-used-false.webp"),
        (.webp, "libwebp/vp80-00-comprehensive-017.webp"),
        (.avif, "libavif/white_1x1.avif"), (.avif, "libavif/extended_pixi.avif"),
        (.avif, "libavif/draw_points_idat_progressive.avif"),
    ]

    private static let bits: [(ImageFormat, String)] = [
        (.tiff, "TwelveMonkeys/tiff/ccitt/group4.tif"), (.webp, "libwebp/dual_transform.webp"),
        (.webp, "libwebp/vp80-00-comprehensive-017.webp"), (.avif, "libavif/white_1x1.avif"),
    ]

    private static func bytes(_ format: ImageFormat, _ path: String) throws -> [UInt8]? {
        guard format.isBuiltIn, let folder = CorpusFolder(format.rawValue) else { return nil }
        return try folder.bytes(of: path)
    }

    @Test(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), arguments: beginnings)
    func everyPrefixIsAnImageOrAnError(format: ImageFormat, path: String) throws {
        DamageCheck.decodeBeginnings(of: try Self.bytes(format, path) ?? [], pixels: 1 << 16)
    }

    @Test(.enabled(if: CorpusFolder("tiff") != nil, "DECANT_CORPORA is not set"), arguments: bits)
    func everyFlippedBitGivesAnImageOrAnError(format: ImageFormat, path: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Self.bytes(format, path) ?? [], pixels: 1 << 16)
    }
}

/// Checks that a damaged image decodes to an image or to an error with a position.
enum DamageCheck {
    /// Decodes a body in several unrelated ways.
    ///
    /// By default, images with more pixels than the fixtures are rejected, because decoding them takes long.
    static func decode(_ body: ResponseBytes, pixels: Int = 1 << 12) {
        var options = ImageOptions()
        check(body, options, pixels)
        options.acceptsPartial = true
        options.keeps16Bits = true
        options.premultipliesAlpha = true
        options.appliesOrientation = true
        check(body, options, pixels)
        options.maximumPixelSize = 3
        options.premultipliesAlpha = false
        check(body, options, pixels)
    }

    /// Decodes every prefix of some bytes.
    static func decodeBeginnings(of bytes: [UInt8], pixels: Int = 1 << 12) {
        let body = ResponseBytes(bytes)
        for length in 0..<body.count { decode(body.prefix(length), pixels: pixels) }
    }

    /// Decodes some bytes with each bit flipped in turn.
    static func decodeWithEachBitFlipped(_ bytes: [UInt8], pixels: Int = 1 << 12) {
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                decode(ResponseBytes(damaged), pixels: pixels)
            }
        }
    }

    private static func check(_ body: ResponseBytes, _ options: ImageOptions, _ pixels: Int) {
        var limits = Limits()
        (limits.pixels, limits.framePixels) = (pixels, pixels * 4)
        do throws(ResponseError) {
            let image = try DecodedImage(parsing: body, options: options, limits: limits)
            #expect(image.frames.count > 0)
            #expect(image.pixels.rgba8.count + image.pixels.rgba16.count == image.width * image.height * 4)
            #expect(options.acceptsPartial || !image.isPartial)
        } catch {
            #expect(error.offset.map { $0 <= body.count } == true, "\(error)")
            #expect(!error.message.isEmpty)
        }
    }
}
