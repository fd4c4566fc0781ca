import DecantCore
import DecantImages
import Testing

/// A trap ends the test run; whatever else becomes of damage is a picture or an error that names a place.
@Suite struct DamagedImageTests {
    @Test(arguments: [
        "rgb.png", "rgb-interlaced.png", "animated.png", "still.gif", "interlaced.gif", "animated.gif", "fields-16.bmp",
        "runs-8.bmp", "palette-4.bmp", "one.ico", "several.ico", "pointer.cur", "plain.xbm", "hot-spot.xbm",
        "shorts.xbm",
    ])
    func everyBeginningIsAPictureOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(arguments: ["animated.png", "palette-4.png", "animated.gif", "runs-4.bmp", "several.ico", "hot-spot.xbm"])
    func everyFlippedBitGivesAPictureOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(
        .needsJPEG,
        arguments: ["rgb-arithmetic.jpg", "rgb.jpg", "sampled-progressive.jpg", "ycck.jpg", "metadata.jpg"]
    )
    func everyBeginningOfAJPEGIsAPictureOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(.needsJPEG, arguments: ["restarts.jpg", "rgb-progressive.jpg"])
    func everyFlippedBitOfAJPEGGivesAPictureOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsWebP, arguments: ["lossless-alpha.webp", "lossy-alpha.webp", "animated.webp"])
    func everyBeginningOfAWebPIsAPictureOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(.needsWebP, arguments: ["animated.webp", "lossy-alpha.webp"])
    func everyFlippedBitOfAWebPGivesAPictureOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsAVIF, arguments: ["rgb.avif", "rgba.avif", "sequence.avif"])
    func everyBeginningOfAnAVIFIsAPictureOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(.needsAVIF, arguments: ["rgba.avif"])
    func everyFlippedBitOfAnAVIFGivesAPictureOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    @Test(.needsTIFF, arguments: ["rgb-lzw.tif", "rgb-64.tif", "rgb-planes-deflate.tif", "pages.tif", "group4.tif"])
    func everyBeginningOfATIFFIsAPictureOrAnError(name: String) throws {
        DamageCheck.decodeBeginnings(of: try Fixture.bytes(name))
    }

    @Test(.needsTIFF, arguments: ["rgb-tiles.tif", "ycbcr-blocks.tif", "rgb-lzw.tif", "gray-12.tif"])
    func everyFlippedBitOfATIFFGivesAPictureOrAnError(name: String) throws {
        DamageCheck.decodeWithEachBitFlipped(try Fixture.bytes(name))
    }

    /// After a wrong checksum nothing is decoded; so the checksums are made right.
    @Test func everyFlippedBitInAChunkGivesAPictureOrAnError() throws {
        let bytes = try Fixture.bytes("animated.png")
        for chunk in PNGBytes(bytes).chunks {
            for index in 0..<chunk.data.count {
                for bit in 0..<8 {
                    var damaged = PNGBytes(bytes)
                    damaged.edit(chunk.type) { if index < $0.count { $0[index] ^= 1 << UInt8(bit) } }
                    DamageCheck.decode(ResponseBody(damaged.bytes))
                }
            }
        }
    }
}
