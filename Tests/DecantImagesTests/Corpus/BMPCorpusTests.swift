import TestSupport
import Testing

@Suite(.enabled(if: CorpusFolder("bmp") != nil, "DECANT_CORPORA is not set"))
struct BMPCorpusTests {
    private static let corpus = ImageCorpus("bmp")

    private static let check = ImageCorpusCheck(
        corpus: corpus,
        refused: [
            "Pillow/mmap_error.bmp": "its indices go beyond its palette",
            "bmpsuite-newer/zune/rgb24rle24.bmp": "RLE24 of OS/2 is not decoded",
            "bmpsuite/b/badrle.bmp": "its runs go on below the last row",
        ],
        otherPixels: [
            "bmpsuite-newer/zune/rgba16-5551.bmp": "the mask of alpha counts, which Pillow passes over",
            "image-rs/V5_A1_R5_G5_B5.bmp": "the mask of alpha counts, which Pillow passes over",
        ]
    )

    @Test(arguments: corpus.rows)
    func givesTheVerdictAndThePixelsOfTheCorpus(row: [String: String]) throws {
        try Self.check.check(row)
    }

    @Test func decodesOrRefusesWhatFuzzersMade() throws {
        try ImageCorpusCheck.survives("bmp", atLeast: 20)
    }
}
