import DecantCore
import DecantImages
import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("png") != nil, "DECANT_CORPORA is not set"))
struct PNGCorpusTests {
    private static let corpus = ImageCorpus("png")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "image-png/bugfixes/x_consecutive_idat.png": "PNG §5.6 requires consecutive IDAT chunks",
            "image-png/bugfixes/x_ihdr_missing.png": "without IHDR nothing is known about the pixels",
            "image-png/bugfixes/x_interlaced_chck.png": "the checksum of its pixels is wrong",
            "image-png/bugfixes/x_issue#230.1.png": "2 bits a channel do not exist for RGB",
            "image-png/bugfixes/x_unexpected_eof.png": "bytes are missing in its middle",
        ],
        otherFrames: [
            "Pillow/apng/blend_op_over_near_transparent.png": "what is laid over an opaque pixel leaves it opaque",
            "Pillow/apng/mode_palette_1bit_alpha.png": "what is laid over an opaque pixel leaves it opaque",
        ]
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("png", atLeast: 300)
    }
}

@Suite(.enabled(if: CorpusFolder("gif") != nil, "DECANT_CORPORA is not set"))
struct GIFCorpusTests {
    private static let corpus = ImageCorpus("gif")

    /// Pillow enlarges the canvas of these files.
    ///
    /// Decant uses the size in the header, as do the rows of pygif.
    private static let clipped = "what reaches out of the canvas is cut off, as in browsers"

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/decompression_bomb.gif": "its codes would have 143 bits",
            "image-gif/stall/issue-101-infinite-empty-loop.gif": "it claims 440 million pixels",
            "pygif/image-zero-height.gif": "a frame without pixels is not a frame",
            "pygif/no-data.gif": "it has no frame",
            "wuffs/artificial-gif/pixel-data-not-enough.gif": "a frame has fewer pixels than it claims",
        ],
        otherPixels: [
            "image-rs/anim/issue_1455_undersized.gif": "the ground has the background color that the head names",
            "image-rs/anim/oob.gif": clipped,
            "image-rs/simple/issue_1455_oversized.gif": clipped,
            "pygif/image-outside-bg.gif": clipped,
            "pygif/image-overlap-bg.gif": clipped,
        ],
        otherFrames: [
            "Pillow/test_extents.gif": clipped,
            "image-rs/anim/issue_1455_undersized.gif": "the ground has the background color that the head names",
        ]
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("gif", atLeast: 80)
    }

    /// The files of the pygif suite whose description Decant does not follow.
    ///
    /// The suite always treats the background as transparent. Decant, like the other decoders of the corpus, does so
    /// only below frames with a transparent color. The suite also merges frames without delay.
    private static let other: Set<String> = [
        "dispose-restore-background", "image-outside-bg", "image-overlap-bg", "animation-multi-image",
        "dispose-restore-previous", "image-zero-height", "no-data",
    ]

    @Test func showsTheResultsOfPygif() throws {
        let folder = try #require(Self.corpus.folder)
        var compared = 0
        for row in Self.corpus.rows {
            guard let path = row["path"], path.hasPrefix("pygif/") else { continue }
            let name = String(path.dropFirst("pygif/".count).dropLast(".gif".count))
            let says = PygifConfiguration(try folder.bytes(of: "pygif/\(name).conf"))
            let image = try? DecodedImage(parsing: try Self.corpus.body(row))
            guard !Self.other.contains(name) else { continue }
            #expect((image?.frames.count ?? 0) == says.frames.count, "\(name)")
            for (frame, said) in zip(image?.frames ?? [], says.frames) where said.pixels.hasSuffix(".rgba") {
                let pixels = try folder.bytes(of: "pygif/\(said.pixels)")
                #expect(visible(frame.pixels.bytes) == visible(pixels), "\(name)")
                #expect(frame.delay == .milliseconds(10 * said.delay), "\(name)")
                compared += 1
            }
        }
        #expect(compared > 40)
    }

    /// Returns the pixels with all fully transparent pixels made equal.
    private func visible(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for pixel in stride(from: 0, to: bytes.count, by: 4) where bytes[pixel + 3] == 0 {
            for channel in 0..<3 { bytes[pixel + channel] = 0 }
        }
        return bytes
    }
}

@Suite(.enabled(if: CorpusFolder("bmp") != nil, "DECANT_CORPORA is not set"))
struct BMPCorpusTests {
    private static let corpus = ImageCorpus("bmp")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/mmap_error.bmp": "its indices go beyond its palette",
            "bmpsuite/b/badrle.bmp": "its runs go on below the last row",
        ],
        otherPixels: [
            "bmpsuite-newer/zune/rgba16-5551.bmp": "the mask of alpha counts, which Pillow passes over",
            "image-rs/V5_A1_R5_G5_B5.bmp": "the mask of alpha counts, which Pillow passes over",
        ]
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    /// The suite stores one image in many encodings.
    @Test(arguments: ["bmpsuite-newer/zune/rgb24rle24.bmp"])
    func showsTheIndexedImagesOfTheSameSuite(path: String) throws {
        let folder = try #require(Self.corpus.folder)
        let images = try [path, "bmpsuite/g/pal8.bmp"].map {
            try DecodedImage(parsing: ResponseBytes(folder.bytes(of: $0))).pixels
        }
        #expect(images[0] == images[1])
    }

    @Test func decodesOrRejectsFuzzedInputs() throws {
        try ImageCorpusCheck.survives("bmp", atLeast: 20)
    }
}

@Suite(.enabled(if: CorpusFolder("ico") != nil, "DECANT_CORPORA is not set"))
struct IconCorpusTests {
    private static let corpus = ImageCorpus("ico")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/decompression_bomb.ico": "its image claims 65,535 by 32,767 pixels",
            "SerenityOS/oss-fuzz-testcase-62541.ico": "the palette of its image is cut off",
        ],
        otherPixels: [
            "image-rs/images/bmp_v5_with_icc.ico": "what Pillow takes for the mask is the color profile"
        ]
    )

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }
}

@Suite(.enabled(if: CorpusFolder("xbm") != nil, "DECANT_CORPORA is not set"))
struct XBMCorpusTests {
    private static let corpus = ImageCorpus("xbm")

    @Test(arguments: corpus.rows)
    func matchesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try ImageCorpusCheck(corpus: Self.corpus).check(row)
    }
}
